import { createHash } from 'node:crypto';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { once } from '../../concurrency/once.ts';
import { raw } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export interface OpenApiDeps {
  readonly publicUrl: string;
  /** Texts of the document. They are in English for every caller, because there is only one document. */
  readonly t: Translate;
}

interface Made {
  readonly text: string;
  readonly tag: string;
}

/**
 * Creates the route GET /openapi.json. The document is created at the first request and cached, because creating it at
 * start-up would make the start slower.
 */
export const openApiRoute = (routes: () => readonly Route[], { publicUrl, t }: OpenApiDeps): Route => {
  const made = once(async (): Promise<Made> => {
    const { openApiDocument } = await import('./openApiDocument.ts');
    const text = openApiDocument({ routes: routes(), publicUrl, t });
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  });
  return raw('GET', '/openapi.json', async (req, res) => {
    const { text, tag } = await made();
    const common = { ETag: tag, 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' };
    if (req.headers['if-none-match'] === tag) {
      res.writeHead(304, common);
      res.end();
      return;
    }
    res.writeHead(200, {
      ...common,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
    });
    res.end(text);
  });
};
