import type { IncomingMessage } from 'node:http';

/**
 * Returns the value of a cookie. A cookie that occurs twice counts as missing, because another party may have added one
 * of the two.
 */
export const readCookie = (req: IncomingMessage, name: string): string | undefined => {
  const matches = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return matches.length === 1 ? matches[0] : undefined;
};

/**
 * The browser sends the cookie only over HTTPS and only to this host, hides it from scripts, and does not send it with
 * POST requests from other sites.
 */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export const bindingCookie = (name: `__Host-${string}`, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;

/**
 * True if a page of another site sent the request. Callers that are no browsers send neither Origin nor Sec-Fetch-Site,
 * so the result is false for them.
 */
export const isFromElsewhere = (req: IncomingMessage, host: string): boolean => {
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
};
