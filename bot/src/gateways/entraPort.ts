// The port to Microsoft Entra: the identity of a person, proved by Microsoft. The product uses nothing else of it.

/** Identity is tid + oid, never a name or an address: a tenant's admin can set any address. Both lower case. */
export interface EntraPerson {
  readonly tid: string;
  readonly oid: string;
}

export interface AuthorizeRequest {
  /** Come back with the answer. */
  readonly state: string;
  readonly nonce: string;
  /** PKCE S256: the hash of the verifier that `redeem` needs. */
  readonly challenge: string;
}

export interface Redemption {
  readonly code: string;
  readonly verifier: string;
  /** The token for the code must contain this nonce. */
  readonly nonce: string;
}

/** Sign-in on the web: authorization code with PKCE. */
export interface EntraWeb {
  /** Address of the sign-in page for the browser. AppError UNAVAILABLE when Microsoft cannot be reached. */
  authorizeUrl(request: AuthorizeRequest): Promise<string>;
  /** AppError UNAUTHENTICATED for a code or token that does not hold, UNAVAILABLE when Microsoft cannot be reached. */
  redeem(redemption: Redemption): Promise<EntraPerson>;
  /** Address of Microsoft's sign-out page, which returns to `returnTo`. AppError UNAVAILABLE as above. */
  logoutUrl(returnTo: string): Promise<string>;
}

export interface Entra {
  /** The person behind a token of Teams' `getAuthToken`. AppError UNAUTHENTICATED for a token that does not hold, UNAVAILABLE without keys. */
  personOf(ssoToken: string): Promise<EntraPerson>;
  /** Null without a client secret: Teams needs none, the web does. */
  readonly web: EntraWeb | null;
}
