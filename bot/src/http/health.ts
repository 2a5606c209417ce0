import type { Clock } from '../domain/clock.ts';
import { raw } from './bind.ts';
import type { Route } from './bind.ts';
import type { Exchange } from './exchange.ts';
import { sendData, sendRefusal } from './respond.ts';
import { refusal } from './status.ts';

export interface HealthDeps {
  readonly clock: Clock;
  /** One write and one read of the store; fails when either does. */
  readonly probeStore: () => Promise<void>;
  /** Epoch milliseconds of the last heartbeat; undefined before the first. */
  readonly lastHeartbeat: () => number | undefined;
  /** Milliseconds the store may take; 1,000 when left out. */
  readonly storeTimeout?: number;
}

const heartbeatMaxAge = 15_000;
/** Askers in a row share one probe: nobody can make the store write by asking. */
const probeMaxAge = 1000;

const withinTime = async (work: Promise<void>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ms);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
};

const sharedProbe = ({ clock, probeStore, storeTimeout = 1000 }: HealthDeps): (() => Promise<boolean>) => {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined;
  return () => {
    const now = clock.now();
    if (last === undefined || Math.abs(now - last.at) >= probeMaxAge) {
      // Started inside a promise, so that a probe that throws at once fails like any other.
      last = { at: now, result: withinTime(Promise.resolve().then(probeStore), storeTimeout) };
    }
    return last.result;
  };
};

/** /livez and /healthz say the process answers; /readyz says whether it should be given work, and which part is missing by name. */
export const healthRoutes = (deps: HealthDeps): readonly Route[] => {
  const storeAnswers = sharedProbe(deps);
  const heartbeatIsFresh = (): boolean => {
    const last = deps.lastHeartbeat();
    return last !== undefined && deps.clock.now() - last <= heartbeatMaxAge;
  };
  const live = (exchange: Exchange): Promise<void> => {
    sendData(exchange, { live: true });
    return Promise.resolve();
  };
  const ready = async (exchange: Exchange): Promise<void> => {
    const missing = [
      ...((await storeAnswers()) ? [] : ['store']),
      ...(heartbeatIsFresh() ? [] : ['heartbeat']),
      ...(exchange.draining() ? ['draining'] : []),
    ];
    if (missing.length === 0) sendData(exchange, { ready: true });
    else
      sendRefusal(
        exchange,
        refusal('UNAVAILABLE', { message: 'http.notReady', values: { parts: missing.join(', ') } }),
      );
  };
  return (['GET', 'HEAD'] as const).flatMap((method) => [
    raw(method, '/livez', (_req, _res, _body, exchange) => live(exchange)),
    raw(method, '/healthz', (_req, _res, _body, exchange) => live(exchange)),
    raw(method, '/readyz', (_req, _res, _body, exchange) => ready(exchange)),
  ]);
};
