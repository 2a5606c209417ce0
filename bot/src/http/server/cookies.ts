import type { IncomingMessage } from 'node:http';

/** The value of a cookie. A cookie that occurs twice counts as missing, because another party added one of the two. */
export const readCookie = (req: IncomingMessage, name: string): string | undefined => {
  const matches = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return matches.length === 1 ? matches[0] : undefined;
};

/** Only over a safe connection, for this host and no sibling, out of reach of scripts, and not with posts from other sites. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export const bindingCookie = (name: `__Host-${string}`, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;

/** True if a page of another site sends the request. A caller that is no browser sends none of these headers. */
export const isFromElsewhere = (req: IncomingMessage, host: string): boolean => {
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
};
