import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OrgId } from '#contracts/ids.ts';
import type { Words } from '#contracts/text/keys.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { Metrics } from '../domain/metrics.ts';
import type { Tracer } from '../domain/tracing.ts';
import type { Actor } from '../services/actor.ts';
import type { Log } from '../services/deps.ts';

/** What every request may ask of the composition root. */
export interface Ports {
  /** Whose token this is, as of now; undefined when it is not valid (any more). `spoken`: BCP 47, for who has chosen no language. */
  readonly authenticate: (token: string, spoken: string) => Promise<Actor | undefined>;
  /** Whether nothing new may be set up there, since its trial or a payment is long over. */
  readonly isReadOnly: (orgId: OrgId) => Promise<boolean>;
  /** The catalogue in the language nearest to a BCP 47 tag; any string is accepted. */
  readonly words: (locale: string) => Words;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** One request under way. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly ports: Ports;
  readonly correlationId: string;
  /** As the guard parsed it: dot segments resolved, percent signs still encoded. */
  readonly url: URL;
  /** The caller's address as far as our own proxies vouch for it. */
  readonly address: string;
  readonly draining: () => boolean;
  /** Path parts by name, percent-decoded exactly once. */
  parts: Readonly<Record<string, string>>;
  /** Name of the route for the log; never text from the URL. */
  route: string;
  /** What the caller was told instead of data. */
  refused: ErrorCode | undefined;
  /** BCP 47; the actor's own once known. */
  locale: string;
}

// restify hands its handlers the same request object, so the exchange travels on it: collecting a weak map's entries costs more.
const carried = Symbol('exchange');
type Carrier = IncomingMessage & { [carried]?: Exchange };

export const remember = (exchange: Exchange): void => {
  const req: Carrier = exchange.req;
  req[carried] = exchange;
};

export const exchangeOf = (req: Carrier): Exchange => {
  const exchange = req[carried];
  if (exchange === undefined) throw new Error('A request reached the router without passing the guard');
  return exchange;
};
