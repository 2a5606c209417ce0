import type { Clock } from '../domain/core/clockPort.ts';
import { minuteMs } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { troubles } from '../domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../domain/observability/troubleNamesAndRepairHints.ts';
import type { Log } from '../services/core/deps.ts';

/** Collects the current troubles of this installation, as its parts report them. */
export interface TroubleWatch {
  /** Adds a trouble and logs it with its repair, unless it is already active. */
  readonly begin: (name: TroubleName) => void;
  readonly end: (name: TroubleName) => void;
  readonly now: () => readonly TroubleName[];
  /**
   * Compares this machine's clock with `dateMs`, the Date header (epoch ms) of a reply that another service has just
   * sent.
   */
  readonly sawDate: (dateMs: number) => void;
  /**
   * Returns the milliseconds by which the clocks of other services are ahead of this machine's; undefined until two
   * replies were received.
   */
  readonly skewMs: () => number | undefined;
}

const driftMs = 2 * minuteMs;
const wrongMs = 10 * minuteMs;
/**
 * Milliseconds to add to a Date header. The header has whole seconds, so the real time is half a second later on
 * average.
 */
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
  // The clock of one service may be wrong, so the smaller of the last two differences is used.
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
