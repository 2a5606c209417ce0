// Checks of a signed token besides its signature. A library accepts any time of issue, any lifetime and several spellings of one
// signature. Code that counts or revokes tokens needs one spelling, and a lifetime that the issuer really gives.

/** True if a text is the one base64url spelling of its bytes: no padding, no stray bits in the last character. */
export const isCanonicalBase64url = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text;

/** The signature of a compact token; header and payload are spelled as they were signed. */
export const hasCanonicalSignature = (token: string): boolean =>
  isCanonicalBase64url(token.slice(token.lastIndexOf('.') + 1));

/** Epoch seconds. */
interface TokenTimes {
  readonly iat?: number | undefined;
  readonly exp?: number | undefined;
}

interface TokenLimits {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The longest lifetime that the issuer gives. */
  readonly longestSeconds: number;
  /** By how much the clock of the issuer may be ahead of ours. */
  readonly aheadSeconds: number;
}

/** Returns false for a token from the future or with a longer lifetime than its issuer gives. The library checks the expiry. */
export const isWithinLifetime = (
  { iat, exp }: TokenTimes,
  { now, longestSeconds, aheadSeconds }: TokenLimits,
): boolean => {
  const latestIssue = now / 1000 + aheadSeconds;
  if (iat !== undefined && iat > latestIssue) return false;
  return exp === undefined || exp - Math.min(iat ?? latestIssue, latestIssue) <= longestSeconds;
};
