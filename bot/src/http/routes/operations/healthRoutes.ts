import { withDeadline } from '#contracts/withDeadline.ts';
import type { Clock } from '../../../domain/core/clockPort.ts';
import { troubles } from '../../../domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../../../domain/observability/troubleNamesAndRepairHints.ts';
import { raw } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Exchange } from '../../server/httpExchange.ts';
import { canReadInternalDetails } from '../../server/canReadInternalDetails.ts';
import { sendData, sendRefusal } from '../../server/sendResponse.ts';
import { refusal } from '../../server/errorStatusAndRefusals.ts';

export interface HealthDeps {
  readonly clock: Clock;
  /** Writes to the store and reads from it once; rejects if either fails. */
  readonly probeStore: () => Promise<void>;
  readonly troubleOf: (error: unknown) => TroubleName;
  readonly troubles: () => readonly TroubleName[];
  /** Called with the trouble of the store after each probe; null = the store works. */
  readonly onStore: (trouble: TroubleName | null) => void;
  /** Epoch milliseconds of the last heartbeat; undefined before the first. */
  readonly lastHeartbeat: () => number | undefined;
  /** Token with which a remote caller also gets the hints for repair; null = no remote caller gets the hints. */
  readonly token: string | null;
  /** Milliseconds after which a probe of the store counts as failed; 1,000 if left out. */
  readonly storeTimeout?: number;
}

export const heartbeatMaxAge = 15_000;
/** Maximum age of a probe result in milliseconds, so that many requests do not cause many writes to the store. */
const probeMaxAge = 1000;

/**
 * Returns a function that probes the store and returns its trouble; null if the store works. If the probe takes too
 * long, it returns the trouble that the last completed probe found, or `store` if that probe found none.
 */
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
    const trouble = await withDeadline(probe(), storeTimeout, () => lastAnswer ?? 'store');
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

const troublesFor = (exchange: Exchange, token: string | null, names: readonly TroubleName[]) =>
  canReadInternalDetails(exchange, token)
    ? { troubles: names.map((name) => ({ trouble: name, stops: troubles[name].stops, mend: troubles[name].mend })) }
    : { troubles: names.map((name) => ({ trouble: name, stops: troubles[name].stops })) };

/**
 * Returns the health routes. /livez and /healthz reply as long as the process runs. /readyz shows whether the instance
 * should get requests, and lists its troubles as stable codes (domain/observability/troubleNamesAndRepairHints.ts).
 * Only local callers and callers with the token get the hints for repair.
 */
export const healthRoutes = (deps: HealthDeps): readonly Route[] => {
  const storeTrouble = sharedProbe(deps);
  const heartbeatIsFresh = (): boolean => {
    const last = deps.lastHeartbeat();
    return last !== undefined && deps.clock.now() - last <= heartbeatMaxAge;
  };
  const live = (exchange: Exchange): Promise<void> => sendData(exchange, { live: true });
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
    const data = troublesFor(exchange, deps.token, names);
    if (stopping.length === 0) await sendData(exchange, { ready: true, ...(names.length === 0 ? {} : data) });
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
