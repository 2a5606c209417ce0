import { IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import sirv from 'sirv';

/** Serves the request if it is for a page or a file of the web build; false when it is not. */
export type ServeFile = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean;

const forever = 'public, max-age=31536000, immutable';
/** Named by the content's hash, as Vite writes them: what has this name never changes. */
const hashedName = /^\/assets\/(?:[\w.-]+\/)*[\w.-]*-[\w-]{8,}\.[\w.]+$/;
const extension = /\.[^/]*$/;

const segmentsOf = (pathname: string): readonly string[] => {
  try {
    return decodeURIComponent(pathname).split('/').slice(1);
  } catch {
    return ['..'];
  }
};

/** Nothing hidden, nothing above, no NUL; an empty part only at the end. */
const isPlain = (segments: readonly string[]): boolean =>
  segments.every(
    (part, index) => !part.startsWith('.') && !/[\0\\]/.test(part) && (part !== '' || index === segments.length - 1),
  );

/**
 * A stream of sirv has no listeners: a file that vanished would end the process, and a reader who disconnected would keep the
 * file open.
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
 * Only the parts of a request that sirv needs: a Range whose end is before its start makes it throw, and the product needs no
 * ranges.
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
 * The web build in `dir`, listed once: files under their own names (hashed ones for ever, precompressed ones preferred), and
 * index.html for every page of the app. First path parts in `reserved` belong to the API and are never looked for.
 */
export const serveBuild = (dir: string, reserved: ReadonlySet<string>): ServeFile => {
  const files = sirv(dir, { etag: true, gzip: true, brotli: true, extensions: [], dotfiles: false });

  const sendFile = (req: IncomingMessage, res: ServerResponse, pathname: string): boolean => {
    const outcome = { found: true };
    res.setHeader('Cache-Control', hashedName.test(pathname) ? forever : 'no-cache');
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
    // A request that accepts any type gets the page too: link checkers and app stores request /privacy like that.
    const isReader = /text\/html|\*\/\*/.test(req.headers.accept ?? '');
    const isPage = pathname === '/' || (!extension.test(last) && isReader);
    return isPage && sendFile(req, res, '/index.html');
  };
};
