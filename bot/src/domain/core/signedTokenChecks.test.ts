import { hasCanonicalSignature, isCanonicalBase64url, isWithinLifetime } from './signedTokenChecks.ts';

describe('the spelling of a signature', () => {
  it('accepts only the spelling without padding and without unused bits', () => {
    expect(isCanonicalBase64url('-_8')).toBe(true);
    for (const other of ['-_9', '-_8=', '+/8', '-_8 ', '-_8.']) expect(isCanonicalBase64url(other)).toBe(false);
  });

  it('is that of the last part of a token', () => {
    expect(hasCanonicalSignature('anything!.at all!.-_8')).toBe(true);
    expect(hasCanonicalSignature('-_8.-_8.-_9')).toBe(false);
    expect(hasCanonicalSignature('-_8')).toBe(true);
  });
});

describe('the lifetime of a token', () => {
  const now = 1_800_000_000;
  const within = (times: Parameters<typeof isWithinLifetime>[0]) =>
    isWithinLifetime(times, { now: now * 1000, longestSeconds: 600, aheadSeconds: 60 });

  it('begins in the future by at most the allowed clock difference', () => {
    expect(within({ iat: now + 60 })).toBe(true);
    expect(within({ iat: now + 61 })).toBe(false);
  });

  it('is at most the lifetime that the issuer gives', () => {
    expect(within({ iat: now, exp: now + 600 })).toBe(true);
    expect(within({ iat: now, exp: now + 601 })).toBe(false);
    expect(within({ iat: now - 1_000, exp: now - 400 })).toBe(true);
    expect(within({ iat: now - 1_000, exp: now - 399 })).toBe(false);
  });

  it('the lifetime of a token without an issue time counts from the latest possible instant', () => {
    expect(within({ exp: now + 660 })).toBe(true);
    expect(within({ exp: now + 661 })).toBe(false);
    expect(within({})).toBe(true);
  });
});
