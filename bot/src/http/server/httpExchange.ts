import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { Tracer } from '../../domain/observability/tracerPort.ts';
import type { Actor } from '../../services/core/actor.ts';
import type { Log } from '../../services/core/deps.ts';
import type { RequestLimitPerPerson } from './limitConcurrentRequestsPerPerson.ts';

export interface HttpPorts {
  /**
   * Returns the actor of a token with the current role and teams; undefined for an invalid token and for the token of
   * an ended session. `locale` is the BCP 47 tag for a person who has chosen no language.
   */
  readonly authenticate: (token: string, locale: string) => Promise<Actor | undefined>;
  /**
   * True if the organisation may make no calls that create something new (`isNew` of an endpoint), because its trial
   * has ended without a payment method or a payment is long overdue.
   */
  readonly isReadOnly: (orgId: OrgId) => Promise<boolean>;
  /** Returns the texts in the language nearest to a BCP 47 tag. Any string is accepted. */
  readonly translateFor: (locale: string) => Translate;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly ports: HttpPorts;
  readonly correlationId: string;
  /** URL of the request as `readTarget` parsed it: dot segments are resolved, percent signs are still encoded. */
  readonly url: URL;
  readonly address: string;
  readonly draining: () => boolean;
  readonly requestLimit: RequestLimitPerPerson;
  /** Path parts by name, percent-decoded exactly once. */
  parts: Readonly<Record<string, string>>;
  /** Name of the route for the log. It never contains text from the URL. */
  route: string;
  refused: ErrorCode | undefined;
  /** Language of the reply as a BCP 47 tag: the actor's own language as soon as the actor is known. */
  locale: string;
}

// restify passes the same request object to its handlers, so the exchange is a property of the request. A WeakMap would
// make garbage collection slower.
const carried = Symbol('exchange');
type ExchangeRequest = IncomingMessage & { [carried]?: Exchange };

export const attachExchange = (exchange: Exchange): void => {
  const req: ExchangeRequest = exchange.req;
  req[carried] = exchange;
};

export const exchangeOf = (req: ExchangeRequest): Exchange => {
  const exchange = req[carried];
  if (exchange === undefined) throw new Error('A request reached the router without passing the guard');
  return exchange;
};
