import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { raw } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../server/bindEndpointsAndRawRoutes.ts';
import { canReadInternalDetails } from '../../server/canReadInternalDetails.ts';

export interface MetricsRouteDeps {
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Token for remote callers; null = only this machine may read the metrics. */
  readonly token: string | null;
}

/** Creates the route of the metrics. Callers who are neither on this machine nor have the token get NOT_FOUND. */
export const metricsRoute = ({ text, contentType, token }: MetricsRouteDeps): Route =>
  raw('GET', '/metrics', async (_req, res, _body, exchange) => {
    if (!canReadInternalDetails(exchange, token)) throw new AppError('NOT_FOUND');
    const body = await text();
    res.writeHead(200, {
      'Content-Type': contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': String(Buffer.byteLength(body)),
    });
    res.end(body);
  });
