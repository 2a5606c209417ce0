import type { IncomingMessage } from 'node:http';

// A request that restify cannot parse (for example `Host: x:999999`) ends the process. So this file parses each request
// first, in the same way as restify.

/**
 * A slash, then visible ASCII characters. `#` is refused because a target has no fragment, and a backslash because
 * `URL` would turn it into a slash.
 */
const originForm = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;
const hostForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

const hostCount = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
};

const decodes = (text: string): boolean => {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the URL of the request. Undefined for a target in absolute form, a wrong or repeated Host, and invalid
 * percent signs.
 */
export const readTarget = (req: IncomingMessage): URL | undefined => {
  const target = req.url ?? '';
  const host = req.headers.host ?? '';
  if (!originForm.test(target) || !hostForm.test(host) || hostCount(req) !== 1) return undefined;
  try {
    const url = new URL(`http://${host}${target}`);
    return decodes(url.pathname) && decodes(url.search) ? url : undefined;
  } catch {
    return undefined;
  }
};

/** True if the host of the address is allowed. `allowed` lists hosts with or without a port; null allows all. */
export const isAllowedHost = (url: URL, allowed: readonly string[] | null): boolean =>
  allowed === null || allowed.some((entry) => [url.host, url.hostname].includes(entry.toLowerCase()));
