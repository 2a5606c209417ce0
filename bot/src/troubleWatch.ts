import type { Clock } from './domain/clock.ts';
import { minuteMs } from './domain/time.ts';
import { troubles } from './domain/troubles.ts';
import type { TroubleName } from './domain/troubles.ts';
import type { Log } from './services/deps.ts';

/** Keeps what is wrong with this installation as its parts find it out. */
export interface TroubleWatch {
  /** Told in the log when it begins, with what to do about it. */
  readonly begin: (name: TroubleName) => void;
  readonly end: (name: TroubleName) => void;
  readonly now: () => readonly TroubleName[];
  /** The Date header of somebody else's answer, as epoch ms. */
  readonly sawDate: (dateMs: number) => void;
  /** How far the clocks of others are ahead of ours; undefined until two of them have said so. */
  readonly skewMs: () => number | undefined;
}

const driftMs = 2 * minuteMs;
const wrongMs = 10 * minuteMs;
/** What a header of whole seconds hides on average. */
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
    seen.length < 2 ? undefined : seen.reduce((nearest, one) => (Math.abs(one) < Math.abs(nearest) ? one : nearest));
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
