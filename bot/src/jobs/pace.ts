import type { Clock } from '../domain/clock.ts';
import { minuteMs } from '../domain/time.ts';

/** How many notices one person may get: of many weeks handed in on a Friday evening the cards come one after the other. */
export interface Pace {
  /** Counts one more and returns 0, or the epoch ms from which one more may go. */
  take(person: string): number;
}

/** Teams' own rule for apps (design/teams.md). */
const aMinute = 10;
const sweepEvery = 1000;

/** All messages to a person come from one instance, since all work of a tenant lies in one shard. */
export const createPace = (clock: Clock): Pace => {
  const sent = new Map<string, readonly number[]>();
  let calls = 0;
  const recent = (person: string, now: number): number[] =>
    (sent.get(person) ?? []).filter((at) => at > now - minuteMs && at <= now);
  return {
    take: (person) => {
      const now = clock.now();
      calls += 1;
      if (calls % sweepEvery === 0) for (const one of sent.keys()) if (recent(one, now).length === 0) sent.delete(one);
      const last = recent(person, now);
      const [oldest = now] = last;
      if (last.length >= aMinute) return oldest + minuteMs;
      sent.set(person, [...last, now]);
      return 0;
    },
  };
};
