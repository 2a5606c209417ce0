const maxLength = 2000;
// Controls, line and paragraph separators, and the backslash, which browsers read as a slash.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u;

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** Pages that would send the reader straight back to signing in. */
const isLoop = (path: string): boolean => /^\/(?:login|logout)(?:\/|$)/i.test(path);

/**
 * Where a `redirectUrl` may lead: a path of our own origin, nothing else (design/trust.md). Null = go home.
 * `values` are all values of the parameter: two of them are nobody's honest link.
 */
export const safeTarget = (values: readonly string[], origin: string): string | null => {
  const [value] = values;
  if (values.length !== 1 || value === undefined || !value.startsWith('/') || value.length > maxLength) return null;
  if (unsafe.test(value) || !URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  const path = decoded(url.pathname);
  if (url.origin !== origin || path === undefined || path.includes('//') || unsafe.test(path)) return null;
  if (isLoop(path)) return null;
  return url.pathname + url.search + url.hash;
};

/** The sign-in page that comes back to where the reader is. */
export const loginPath = (current: string): string =>
  current === '/' ? '/login' : `/login?redirectUrl=${encodeURIComponent(current)}`;
