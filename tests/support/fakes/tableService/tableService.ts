import { RestError } from '@azure/data-tables';
import type { TableServiceClientOptions } from '@azure/data-tables';
import { azuriteCredential } from '../azurite.ts';
import { randomFrom } from '../../data/seededRandom.ts';
import { drawLatency, noLatency } from './callLatency.ts';
import type { Latency } from './callLatency.ts';
import { BatchError, ServiceError } from './storedTableAndServiceErrors.ts';
import { TableAccount, operationOf, partitionOf, unitsBefore } from './tableAccount.ts';
import type { Executed } from './tableAccount.ts';
import { TableRates, documentedRates } from './tableRates.ts';
import type { MeasuredLoad, Rates } from './tableRates.ts';
import { errorReply, failedBatchReply } from './tableReplies.ts';
import type { Reply } from './tableReplies.ts';
import { parseRequest } from './tableRequests.ts';
import type { HttpRequest } from './tableRequests.ts';

type HttpClient = NonNullable<TableServiceClientOptions['httpClient']>;
type SdkRequest = Parameters<HttpClient['sendRequest']>[0];
type SdkResponse = Awaited<ReturnType<HttpClient['sendRequest']>>;

/**
 * Faults that the service can apply to a request. `busy`: answers 503 without an effect. `timeout`: executes the
 * request and answers 500. `lost`: executes the request and ends the connection without a reply. `hang`: neither
 * executes nor answers the request.
 */
const fates = ['busy', 'timeout', 'lost', 'hang'] as const;
export type Fate = (typeof fates)[number];

export interface TableServiceOptions {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly seed?: number;
  /** The entities that the service has at the start; left out = none. */
  readonly account?: TableAccount;
  readonly latency?: Latency;
  readonly rates?: Rates;
  /** Shares of the requests, 0 to 1, that get a fate at random. */
  readonly fates?: Partial<Record<Fate, number>>;
  /**
   * Share of the pages that end early, as pages do in the real service after five seconds or at a server's boundary.
   */
  readonly shortPages?: number;
  /**
   * Seconds in the header Retry-After of rejected requests; left out = no such header, as usual in the real service.
   */
  readonly retryAfterSeconds?: number;
}

/**
 * A table service in the process, at the level of its HTTP protocol: the SDK builds and parses the messages, and no
 * socket is opened. It follows the documented limits and rates, and it uses the caller's clock.
 */
export interface TableService {
  readonly url: string;
  readonly credential: typeof azuriteCredential;
  readonly httpClient: HttpClient;
  readonly account: TableAccount;
  /** Sets the fates of the next requests, in order; null = executed. */
  plan(...fates: readonly (Fate | null)[]): void;
  /** Number of requests, including rejected ones. */
  requests(): number;
  /** Numbers of requests by table and operation, for example `Team batch`. */
  requestsBy(): ReadonlyMap<string, number>;
  /** The load of `account` and of each partition, for example `Outbox ob-03`. */
  loads(): ReadonlyMap<string, MeasuredLoad>;
  /**
   * Returns the milliseconds of processor time that the simulated service itself has used, so that a measurement can
   * subtract them.
   */
  ownMs(): number;
}

/** Returns the reply to a request that failed. Throws an error that is not one of the service. */
const replyToFault = (error: unknown): Reply => {
  if (error instanceof BatchError) return failedBatchReply(error);
  if (error instanceof ServiceError) return errorReply(error);
  throw error;
};

const toHttpRequest = ({ method, url, headers, body }: SdkRequest): HttpRequest => ({
  ...{ method, url, header: (name) => headers.get(name) },
  body: typeof body === 'string' ? body : '',
});

const toSdkResponse = (request: SdkRequest, { status, headers, body }: Reply, now: number): SdkResponse => {
  const all = new Map(Object.entries({ date: new Date(now).toUTCString(), ...headers }));
  const sent: SdkResponse['headers'] = {
    get: (name) => all.get(name.toLowerCase()),
    has: (name) => all.has(name.toLowerCase()),
    set: (name, value) => void all.set(name.toLowerCase(), String(value)),
    delete: (name) => void all.delete(name.toLowerCase()),
    toJSON: () => Object.fromEntries(all),
    [Symbol.iterator]: () => all[Symbol.iterator](),
  };
  return { request, status, headers: sent, bodyAsText: body };
};

class AbortError extends Error {
  override readonly name = 'AbortError';
}

/** Rejects as soon as the signal aborts, like a request whose socket is closed. */
const untilAborted = ({
  abortSignal,
}: SdkRequest): { readonly aborted: Promise<never>; readonly forget: () => void } => {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(new AbortError('The request was aborted.'));
    };
    if (abortSignal?.aborted === true) onAbort();
    abortSignal?.addEventListener('abort', onAbort);
  });
  return { aborted, forget: () => abortSignal?.removeEventListener('abort', onAbort) };
};

/** Executes requests, unless a rate is exceeded, and counts them. */
const createExecutor = (options: TableServiceOptions, random: () => number) => {
  const account = options.account ?? new TableAccount(options.now);
  const pageEnd = (entities: number): number =>
    random() < (options.shortPages ?? 0) ? Math.floor(random() * entities) : entities;
  const rates = new TableRates(options.rates ?? documentedRates, options.now);
  const counts = new Map<string, number>();
  const busyHeaders: Reply['headers'] =
    options.retryAfterSeconds === undefined ? {} : { 'retry-after': String(options.retryAfterSeconds) };
  const rejected = (reply: Reply): Executed => ({ reply, entities: 0, pageUnits: 0 });
  const busy = (): Executed => rejected(errorReply(new ServiceError(503, 'ServerBusy'), busyHeaders));

  const execute = (sent: SdkRequest): Executed => {
    try {
      const request = parseRequest(toHttpRequest(sent));
      const [operation, partition] = [operationOf(request), partitionOf(request)];
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      if (rates.take(partition, unitsBefore(request)) !== undefined) return busy();
      const done = account.execute(request, pageEnd);
      rates.add(partition, done.pageUnits);
      return done;
    } catch (error) {
      return rejected(replyToFault(error));
    }
  };
  return { account, rates, counts, busy, execute };
};

const timedOut = errorReply(new ServiceError(500, 'OperationTimedOut'));

/** Returns a function that decides the fate of each request: planned ones first, then by the shares. */
const createFates = (shares: Partial<Record<Fate, number>>, random: () => number) => {
  let planned: (Fate | null)[] = [];
  const drawn = (): Fate | null => {
    let left = random();
    for (const fate of fates) {
      left -= shares[fate] ?? 0;
      if (left < 0) return fate;
    }
    return null;
  };
  return {
    plan: (...coming: readonly (Fate | null)[]) => {
      planned = [...coming];
    },
    next: (): Fate | null => planned.shift() ?? drawn(),
  };
};

export const createTableService = (options: TableServiceOptions): TableService => {
  const { now, sleep, seed = 1, latency = noLatency } = options;
  const random = randomFrom(seed);
  const { account, rates, counts, busy, execute } = createExecutor(options, random);
  const fate = createFates(options.fates ?? {}, random);
  const drawMs = drawLatency(latency, random);
  let requests = 0;
  let ownMs = 0;
  const measured = <T>(work: () => T): T => {
    const begun = process.cpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.cpuUsage(begun);
      ownMs += (user + system) / 1_000;
    }
  };

  const send = async (request: SdkRequest): Promise<SdkResponse> => {
    requests += 1;
    const chosen = fate.next();
    const { aborted, forget } = untilAborted(request);
    try {
      // The request takes half of the time until it is executed, and its reply the other half.
      const halfMs = drawMs() / 2;
      await Promise.race([sleep(halfMs), aborted]);
      if (chosen === 'hang') return await aborted;
      const { reply, entities } = measured(() => (chosen === 'busy' ? busy() : execute(request)));
      await Promise.race([sleep(halfMs + entities * latency.entityMs), aborted]);
      if (chosen === 'lost') throw new RestError('The connection ended.', { code: 'ECONNRESET' });
      return toSdkResponse(request, chosen === 'timeout' ? timedOut : reply, now());
    } finally {
      forget();
    }
  };

  return {
    url: 'http://127.0.0.1:1/devstoreaccount1',
    credential: azuriteCredential,
    account,
    httpClient: { sendRequest: send },
    plan: fate.plan,
    requests: () => requests,
    requestsBy: () => new Map(counts),
    loads: () => rates.loads(),
    ownMs: () => ownMs,
  };
};
