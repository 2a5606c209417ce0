import type { Clock } from '../domain/clock.ts';
import { troubles } from '../domain/troubles.ts';
import type { TroubleName } from '../domain/troubles.ts';
import { raw } from './bind.ts';
import type { Route } from './bind.ts';
import type { Exchange } from './exchange.ts';
import { mayLookInside } from './inside.ts';
import { sendData, sendRefusal } from './respond.ts';
import { refusal } from './status.ts';

export interface HealthDeps {
  readonly clock: Clock;
  /** One write and one read of the store; fails when either does. */
  readonly probeStore: () => Promise<void>;
  /** What a failure of the store means. */
  readonly troubleOf: (error: unknown) => TroubleName;
  /** What else is known to be wrong. */
  readonly troubles: () => readonly TroubleName[];
  /** Told what the store has just been found to be; null = well. */
  readonly onStore: (trouble: TroubleName | null) => void;
  /** Epoch milliseconds of the last heartbeat; undefined before the first. */
  readonly lastHeartbeat: () => number | undefined;
  /** Who asks from elsewhere with it is told what to do; null = nobody. */
  readonly token: string | null;
  /** Milliseconds the store may take; 1,000 when left out. */
  readonly storeTimeout?: number;
}

export const heartbeatMaxAge = 15_000;
/** Askers in a row share one probe: nobody can make the store write by asking. */
const probeMaxAge = 1000;

const late = (ms: number): { readonly after: Promise<'LATE'>; readonly stop: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const after = new Promise<'LATE'>((resolve) => {
    timer = setTimeout(() => {
      resolve('LATE');
    }, ms);
  });
  return {
    after,
    stop: () => {
      clearTimeout(timer);
    },
  };
};

/** What is wrong with the store, or null. A store that answers too late is `store`, unless its last answer said more. */
const sharedProbe = (deps: HealthDeps): (() => Promise<TroubleName | null>) => {
  const { clock, probeStore, troubleOf, storeTimeout = 1000 } = deps;
  let lastAnswer: TroubleName | null = null;
  const probe = async (): Promise<TroubleName | null> => {
    try {
      await probeStore();
      lastAnswer = null;
    } catch (error) {
      lastAnswer = troubleOf(error);
    }
    return lastAnswer;
  };
  const probeInTime = async (): Promise<TroubleName | null> => {
    const limit = late(storeTimeout);
    const found = await Promise.race([probe(), limit.after]);
    limit.stop();
    const trouble = found === 'LATE' ? (lastAnswer ?? 'store') : found;
    deps.onStore(trouble);
    return trouble;
  };
  let last: { readonly at: number; readonly result: Promise<TroubleName | null> } | undefined;
  return () => {
    const now = clock.now();
    if (last === undefined || Math.abs(now - last.at) >= probeMaxAge) last = { at: now, result: probeInTime() };
    return last.result;
  };
};

const told = (exchange: Exchange, token: string | null, names: readonly TroubleName[]) =>
  mayLookInside(exchange, token)
    ? { troubles: names.map((name) => ({ trouble: name, stops: troubles[name].stops, mend: troubles[name].mend })) }
    : { troubles: names.map((name) => ({ trouble: name, stops: troubles[name].stops })) };

/**
 * /livez and /healthz say the process answers; /readyz says whether it should be given work, and what is wrong in stable words
 * (domain/troubles.ts); what to do about it only to who may look inside.
 */
export const healthRoutes = (deps: HealthDeps): readonly Route[] => {
  const storeTrouble = sharedProbe(deps);
  const heartbeatIsFresh = (): boolean => {
    const last = deps.lastHeartbeat();
    return last !== undefined && deps.clock.now() - last <= heartbeatMaxAge;
  };
  const live = (exchange: Exchange): Promise<void> => {
    sendData(exchange, { live: true });
    return Promise.resolve();
  };
  const ready = async (exchange: Exchange): Promise<void> => {
    const store = await storeTrouble();
    const found: TroubleName[] = [
      ...(store === null ? [] : [store]),
      ...(heartbeatIsFresh() ? [] : ['heartbeat' as const]),
      ...deps.troubles(),
      ...(exchange.draining() ? ['draining' as const] : []),
    ];
    const names = [...new Set(found)];
    const stopping = names.filter((name) => troubles[name].stops);
    const data = told(exchange, deps.token, names);
    if (stopping.length === 0) sendData(exchange, { ready: true, ...(names.length === 0 ? {} : data) });
    else
      sendRefusal(
        exchange,
        refusal('UNAVAILABLE', { message: 'http.notReady', values: { parts: stopping.join(', ') }, data }),
      );
  };
  return (['GET', 'HEAD'] as const).flatMap((method) => [
    raw(method, '/livez', (_req, _res, _body, exchange) => live(exchange)),
    raw(method, '/healthz', (_req, _res, _body, exchange) => live(exchange)),
    raw(method, '/readyz', (_req, _res, _body, exchange) => ready(exchange)),
  ]);
};
