import { AppError } from '#contracts/errors.ts';
import { raw } from './bind.ts';
import type { Route } from './bind.ts';
import { mayLookInside } from './inside.ts';

export interface MetricsRouteDeps {
  /** Everything measured, as Prometheus reads it. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Null: this machine only. */
  readonly token: string | null;
}

/** To others than this machine and who knows the token it is not there. */
export const metricsRoute = ({ text, contentType, token }: MetricsRouteDeps): Route =>
  raw('GET', '/metrics', async (_req, res, _body, exchange) => {
    if (!mayLookInside(exchange, token)) throw new AppError('NOT_FOUND');
    const body = await text();
    res.writeHead(200, {
      'Content-Type': contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': String(Buffer.byteLength(body)),
    });
    res.end(body);
  });
