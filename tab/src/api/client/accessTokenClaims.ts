const payloadOf = (token: string): unknown => {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part));
  } catch {
    return undefined;
  }
};

const instantIn = (token: string, claim: 'exp' | 'iat'): number | undefined => {
  const payload = payloadOf(token);
  if (typeof payload !== 'object' || payload === null) return undefined;
  const seconds: unknown = Reflect.get(payload, claim);
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
};

/**
 * Returns the expiry of a token in epoch milliseconds; 0 for a token that cannot be read, so that the token counts as
 * expired.
 */
export const expiryOf = (token: string): number => instantIn(token, 'exp') ?? 0;

/**
 * Returns the instant at which the server issued a token, by the server's clock, in epoch milliseconds. Undefined for a
 * token that cannot be read.
 */
export const issueOf = (token: string): number | undefined => instantIn(token, 'iat');
