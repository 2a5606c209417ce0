const payloadOf = (token: string): unknown => {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part));
  } catch {
    return undefined;
  }
};

/** When a token runs out, in milliseconds. 0 for one that cannot be read: the server would refuse it anyway. */
export const expiryOf = (token: string): number => {
  const payload = payloadOf(token);
  if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return 0;
  return typeof payload.exp === 'number' ? payload.exp * 1000 : 0;
};
