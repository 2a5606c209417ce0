import type { Clock } from '../domain/core/clockPort.ts';
import { minuteMs } from '../domain/core/zonedTime.ts';
import { troubles } from '../domain/observability/troubleNames.ts';
import type { TroubleName } from '../domain/observability/troubleNames.ts';
import type { Log } from '../services/core/deps.ts';

/** Collects the known troubles of this installation, which its parts report. */
export interface TroubleWatch {
  /** Logs the trouble when it begins, with its repair. */
  readonly begin: (name: TroubleName) => void;
  readonly end: (name: TroubleName) => void;
  readonly now: () => readonly TroubleName[];
  /** The Date header of another service's reply, as epoch ms. */
  readonly sawDate: (dateMs: number) => void;
  /**
   * Milliseconds by which the clocks of other services are ahead of this machine's; undefined until two replies have shown it.
   */
  readonly skewMs: () => number | undefined;
}

const driftMs = 2 * minuteMs;
const wrongMs = 10 * minuteMs;
/** Average loss in a header of whole seconds. */
const halfSecond = 500;

export const createTroubleWatch = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): TroubleWatch => {
  const begun = new Set<TroubleName>();
  let seen: readonly number[] = [];

  const begin = (name: TroubleName): void => {
    if (begun.has(name)) return;
    begun.add(name);
    const { stops, mend } = troubles[name];
    const facts = { trouble: name, mend };
    if (stops) log.error('trouble.begun', undefined, facts);
    else log.warn('trouble.begun', facts);
  };
  const end = (name: TroubleName): void => {
    if (begun.delete(name)) log.info('trouble.over', { trouble: name });
  };
  // One answer may come from a machine that is wrong itself: the nearer one of two counts.
  const skewMs = (): number | undefined =>
    seen.length < 2
      ? undefined
      : seen.reduce((nearest, value) => (Math.abs(value) < Math.abs(nearest) ? value : nearest));
  const judgeClock = (skew: number): void => {
    if (skew > wrongMs) begin('clock');
    else end('clock');
    if (skew > driftMs && skew <= wrongMs) begin('clock-drift');
    else end('clock-drift');
  };
  return {
    begin,
    end,
    now: () => [...begun],
    sawDate: (dateMs) => {
      seen = [...seen.slice(-1), dateMs + halfSecond - clock.now()];
      const skew = skewMs();
      if (skew !== undefined) judgeClock(Math.abs(skew));
    },
    skewMs,
  };
};
