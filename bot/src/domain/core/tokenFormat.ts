// Checks of a signed token that the token library leaves out. The library accepts any time of issue, any lifetime and several
// spellings of one signature. Code that counts or revokes tokens needs one spelling and the issuer's lifetime.

/** True if a text is the canonical base64url spelling of its bytes: no padding, and no unused bits in the last character. */
export const isCanonicalBase64url = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text;

/**
 * True if the signature of a token is spelled canonically. Header and payload need no check, because the signature covers their
 * spelling.
 */
export const hasCanonicalSignature = (token: string): boolean =>
  isCanonicalBase64url(token.slice(token.lastIndexOf('.') + 1));

/** Epoch seconds, as RFC 7519 requires in a token. */
interface TokenTimes {
  readonly iat?: number | undefined;
  readonly exp?: number | undefined;
}

interface TokenLimits {
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly longestSeconds: number;
  /** Tolerance in seconds for an issuer whose clock is ahead of ours. */
  readonly aheadSeconds: number;
}

/** True unless the token is from the future or has a longer lifetime than its issuer gives. The library checks the expiry. */
export const isWithinLifetime = (
  { iat, exp }: TokenTimes,
  { now, longestSeconds, aheadSeconds }: TokenLimits,
): boolean => {
  const latestIssue = now / 1000 + aheadSeconds;
  if (iat !== undefined && iat > latestIssue) return false;
  return exp === undefined || exp - Math.min(iat ?? latestIssue, latestIssue) <= longestSeconds;
};
