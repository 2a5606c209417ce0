import { IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import sirv from 'sirv';

/** Serves the request if it is for a page or a file of the web build, and returns true; otherwise returns false. */
export type ServeFile = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean;

const forever = 'public, max-age=31536000, immutable';
/** Vite writes the hash of the content into the name of each file of this folder, so such a file never changes. */
const hashedFolder = '/assets/';
const extension = /\.[^/]*$/;

const segmentsOf = (pathname: string): readonly string[] => {
  try {
    return decodeURIComponent(pathname).split('/').slice(1);
  } catch {
    return ['..'];
  }
};

/**
 * True if no part of the path begins with a dot or contains NUL or a backslash, and no part except the last is empty.
 */
const isPlain = (segments: readonly string[]): boolean =>
  segments.every(
    (part, index) => !part.startsWith('.') && !/[\0\\]/.test(part) && (part !== '' || index === segments.length - 1),
  );

/**
 * Adds listeners to the file stream of sirv, which has none: without them, a missing file would end the process, and a
 * reader who disconnects would leave the file open.
 */
const tendStream = (res: ServerResponse): void => {
  res.once('pipe', (file) => {
    file.once('error', () => res.destroy());
    res.once('close', () => {
      file.destroy();
    });
  });
};

/**
 * Returns a request with only the headers that sirv needs. A Range whose end is before its start makes sirv throw, and
 * the product needs no ranges.
 */
const askingFor = (req: IncomingMessage, pathname: string): IncomingMessage => {
  const { 'accept-encoding': encoding, 'if-none-match': match } = req.headers;
  const headers = {
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    ...(match === undefined ? {} : { 'if-none-match': match }),
  };
  return Object.assign(new IncomingMessage(req.socket), { url: pathname, method: req.method, headers });
};

/**
 * Serves the web build in `dir`, whose files are listed once. Hashed files may be cached for ever, and precompressed
 * files are preferred. Every page of the app gets index.html. Paths whose first part is in `reserved` belong to the
 * API.
 */
export const serveWebBuild = (dir: string, reserved: ReadonlySet<string>): ServeFile => {
  const files = sirv(dir, { etag: true, gzip: true, brotli: true, extensions: [], dotfiles: false });

  const sendFile = (req: IncomingMessage, res: ServerResponse, pathname: string): boolean => {
    const outcome = { found: true };
    res.setHeader('Cache-Control', pathname.startsWith(hashedFolder) ? forever : 'no-cache');
    tendStream(res);
    files(askingFor(req, pathname), res, () => {
      outcome.found = false;
    });
    if (!outcome.found) res.removeHeader('Cache-Control');
    return outcome.found;
  };

  return (req, res, pathname) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const segments = segmentsOf(pathname);
    if (!isPlain(segments) || reserved.has(segments[0] ?? '')) return false;
    const last = segments.at(-1) ?? '';
    if (pathname !== '/' && extension.test(last) && !/[.](?:br|gz)$/.test(last)) return sendFile(req, res, pathname);
    // A request that accepts any type also gets the page, because link checkers and app stores request /privacy like
    // this.
    const isReader = /text\/html|\*\/\*/.test(req.headers.accept ?? '');
    const isPage = pathname === '/' || (!extension.test(last) && isReader);
    return isPage && sendFile(req, res, '/index.html');
  };
};
