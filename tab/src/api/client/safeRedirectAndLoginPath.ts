const maxLength = 2000;
// Control characters, invisible characters, line and paragraph separators, and the backslash, which browsers treat as a
// slash.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u;

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** True for /login and /logout, which would send the reader back to the sign-in page. */
const isLoop = (path: string): boolean => /^\/(?:login|logout)(?:\/|$)/i.test(path);

/**
 * Returns the page that the parameter `redirectUrl` may open: a path of our own origin (docs/product-rules.md, Accounts
 * and sessions); null = open the start page. `values` contains all values of the parameter. Our own links contain
 * exactly one value, so several values mean an attack.
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

/** Returns the path of the sign-in page. After sign-in, the reader returns to the path `current`. */
export const loginPath = (current: string): string =>
  current === '/' ? '/login' : `/login?redirectUrl=${encodeURIComponent(current)}`;
