// Port to Microsoft Entra, which authenticates people.

/**
 * A person is identified by `tid` and `oid`, both in lower case. Names and email addresses are not used, because a
 * tenant's admin can set them to any value.
 */
export interface EntraPerson {
  readonly tid: string;
  readonly oid: string;
}

export interface AuthorizeRequest {
  /** Random value that Microsoft returns with its reply. It links the reply to the request. */
  readonly state: string;
  readonly nonce: string;
  /** S256 challenge of PKCE: the hash of the verifier that `redeem` needs. */
  readonly challenge: string;
}

export interface Redemption {
  readonly code: string;
  readonly verifier: string;
  /** Nonce that the returned token must contain. */
  readonly nonce: string;
}

/** Sign-in on the web, by authorization code with PKCE. */
export interface EntraWeb {
  /** Returns the URL of the sign-in page for the browser. Throws UNAVAILABLE if Microsoft cannot be reached. */
  authorizeUrl(request: AuthorizeRequest): Promise<string>;
  /**
   * Returns the person who signed in. Throws UNAUTHENTICATED for an invalid code or token, and UNAVAILABLE if Microsoft
   * cannot be reached.
   */
  redeem(redemption: Redemption): Promise<EntraPerson>;
  /**
   * Returns the URL of Microsoft's sign-out page, which redirects to `returnTo`. Throws UNAVAILABLE if Microsoft cannot
   * be reached.
   */
  logoutUrl(returnTo: string): Promise<string>;
}

export interface Entra {
  /**
   * Returns the person of a token from Teams' `getAuthToken`. Throws UNAUTHENTICATED for an invalid token, and
   * UNAVAILABLE if the keys cannot be fetched.
   */
  personOf(ssoToken: string): Promise<EntraPerson>;
  /** Sign-in on the web; null without a client secret, which only this sign-in needs. */
  readonly web: EntraWeb | null;
}
