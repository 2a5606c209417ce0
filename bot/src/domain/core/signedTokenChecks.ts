// Checks of a signed token that the token library does not make: it accepts any time of issue, any lifetime and several
// encodings of one signature. Code that counts or revokes tokens needs one encoding per token and a known lifetime.

/** True if a text is the canonical base64url encoding of its bytes: no padding, and no unused bits in the last character. */
export const isCanonicalBase64url = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text;

/**
 * True if the token's signature has its canonical spelling. Header and payload need no check, because the signature
 * covers their exact text.
 */
export const hasCanonicalSignature = (token: string): boolean =>
  isCanonicalBase64url(token.slice(token.lastIndexOf('.') + 1));

/** Times of issue (`iat`) and of expiry (`exp`) in epoch seconds, as RFC 7519 defines them. */
interface TokenTimes {
  readonly iat?: number | undefined;
  readonly exp?: number | undefined;
}

interface TokenLimits {
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly longestSeconds: number;
  /** Seconds by which the clock of the issuer may be ahead of the clock of this server. */
  readonly aheadSeconds: number;
}

/**
 * False if the token was issued in the future, or if its lifetime is longer than its issuer grants. The library checks
 * the expiry.
 */
export const isWithinLifetime = (
  { iat, exp }: TokenTimes,
  { now, longestSeconds, aheadSeconds }: TokenLimits,
): boolean => {
  const latestIssue = now / 1000 + aheadSeconds;
  if (iat !== undefined && iat > latestIssue) return false;
  return exp === undefined || exp - Math.min(iat ?? latestIssue, latestIssue) <= longestSeconds;
};
