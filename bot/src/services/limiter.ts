import { AppError } from '#contracts/errors.ts';
import { hourMs, minuteMs, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { counter } from '../store/kinds/limits.ts';
import type { AddressGate } from './addressGate.ts';
import type { Deps } from './deps.ts';
import { networkOf } from './networks.ts';
import { retryOnConflict } from './revise.ts';
import { createTurns } from './turns.ts';
import type { Turns } from './turns.ts';

interface Rule {
  readonly limit: number;
  /** At most 24 h: a check reads the rows of two days. */
  readonly windowMs: number;
}

interface DoorRules {
  /** ADDRESS: the subject is the caller's address, counted by its network. OTHER: an id, a mail address. */
  readonly by: 'ADDRESS' | 'OTHER';
  readonly rules: readonly Rule[];
}

const anHour = (limit: number): DoorRules => ({ by: 'ADDRESS', rules: [{ limit, windowMs: hourMs }] });
const dayMs = 24 * hourMs;

/** What may be tried how often (design/trust.md). Failures of an account have rules of their own: loginLimits.ts. */
const doors = {
  /** Who signs in gives the try back, so that an office behind one address is not held up by its own people. */
  login: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  /** Of one session. */
  refresh: { by: 'OTHER', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  /** Refresh tokens we did not make. */
  foreignRefresh: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  register: anHour(10),
  validate: anHour(10),
  forgot: anHour(10),
  resend: anHour(10),
  /** Wrong codes: by who tries them. */
  code: anHour(5),
  /** Sign-ins begun with Microsoft: each leaves a row behind, whoever asks. */
  microsoft: { by: 'ADDRESS', rules: [{ limit: 60, windowMs: 5 * minuteMs }] },
  /** Wrong connect codes: of one person. */
  connect: { by: 'OTHER', rules: [{ limit: 10, windowMs: hourMs }] },
  /** Codes of a second factor: of one challenge. */
  challenge: { by: 'OTHER', rules: [{ limit: 5, windowMs: 10 * minuteMs }] },
  /** Mails to one recipient. */
  mail: {
    by: 'OTHER',
    rules: [
      { limit: 3, windowMs: 15 * minuteMs },
      { limit: 10, windowMs: dayMs },
    ],
  },
  /** Readings of one person's calendar. */
  feed: { by: 'OTHER', rules: [{ limit: 60, windowMs: hourMs }] },
  /** Calendars that are not there. Right addresses do not pass it: one calendar service reads those of thousands. */
  feedMiss: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  /** Of one person. */
  download: { by: 'OTHER', rules: [{ limit: 10, windowMs: minuteMs }] },
} as const satisfies Record<string, DoorRules>;
export type Door = keyof typeof doors;

export interface Taken {
  /** Makes the try not count after all; a second time changes nothing. */
  readonly giveBack: () => Promise<void>;
}

/** Counters that hold on all instances at once. */
export interface Limiter extends Turns {
  /** Counts a try, or throws TOO_MANY_REQUESTS with the seconds to wait. */
  readonly take: (door: Door, subject: string) => Promise<Taken>;
  /** Throws as `take` would, and counts nothing: for doors that count failures only. */
  readonly check: (door: Door, subject: string) => Promise<void>;
}

export interface LimiterDeps extends Pick<Deps, 'store' | 'clock'> {
  /** Null: the store's counters alone. */
  readonly gate: AddressGate | null;
}

type Counter = ValueOf<typeof counter>;

/** yyyyMMdd in UTC. */
export const dayOf = (ms: number): string => toInstant(ms).slice(0, 10).replaceAll('-', '');
export const noTries: Counter = { stamps: [], failures: 0, notBefore: 0 };

// Each lost race is another process getting on; the queue below leaves one runner a process.
const tries = 60;

const countIn = (stamps: readonly number[], now: number, { windowMs }: Rule): number[] =>
  stamps.filter((at) => at > now - windowMs).sort((a, b) => a - b);

/** Seconds until the rule has room; 0 = now. */
const waitOf = (stamps: readonly number[], now: number, rule: Rule): number => {
  const inside = countIn(stamps, now, rule);
  const oldest = inside[inside.length - rule.limit];
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + rule.windowMs - now) / 1000));
};

interface Rows {
  readonly day: string;
  readonly today: Stored<Counter> | undefined;
  readonly stamps: readonly number[];
}

const readRows = async ({ store }: LimiterDeps, what: string, now: number, longestMs: number): Promise<Rows> => {
  const records = outside(store);
  const day = dayOf(now);
  const yesterday = dayOf(now - longestMs);
  const [today, before] = await Promise.all([
    records.get(counter, { day, what }),
    // A window that began today has nothing to find in yesterday's row.
    yesterday === day ? undefined : records.get(counter, { day: dayOf(now - dayMs), what }),
  ]);
  return { day, today, stamps: [...(before?.value.stamps ?? []), ...(today?.value.stamps ?? [])] };
};

interface Question {
  readonly what: string;
  readonly rules: readonly Rule[];
  readonly longestMs: number;
}

const questionOf = (door: Door, subject: string): Question => {
  const { by, rules }: DoorRules = doors[door];
  const what = `${door}|${by === 'ADDRESS' ? networkOf(subject) : subject}`;
  return { what, rules, longestMs: Math.max(...rules.map((rule) => rule.windowMs)) };
};

const limited = (seconds: number): AppError => new AppError('TOO_MANY_REQUESTS', { retryAfter: seconds });

const refuseWhenFull = ({ rules }: Question, stamps: readonly number[], now: number): void => {
  const seconds = Math.max(...rules.map((rule) => waitOf(stamps, now, rule)));
  if (seconds > 0) throw limited(seconds);
};

/** Writes the stamp by If-Match, so that of any number of tries on any number of instances exactly the limit gets through. */
const stamp = (deps: LimiterDeps, question: Question): Promise<{ day: string; at: number }> =>
  retryOnConflict(async () => {
    const at = deps.clock.now();
    const { day, today, stamps } = await readRows(deps, question.what, at, question.longestMs);
    refuseWhenFull(question, stamps, at);
    const key = { day, what: question.what };
    const kept = (today?.value.stamps ?? []).filter((one) => one > at - question.longestMs);
    const next = { ...noTries, stamps: [...kept, at] };
    const records = outside(deps.store);
    if (today === undefined) await records.insert(counter, key, next);
    else await records.replace(counter, key, next, today.etag);
    return { day, at };
  }, tries);

const unstamp = (deps: LimiterDeps, key: { day: string; what: string }, at: number): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(counter, key);
    const place = row?.value.stamps.indexOf(at) ?? -1;
    if (row === undefined || place < 0) return;
    await records.replace(counter, key, { ...row.value, stamps: row.value.stamps.toSpliced(place, 1) }, row.etag);
  }, tries);

export const createLimiter = (deps: LimiterDeps): Limiter => {
  const turns = createTurns();
  const { gate } = deps;
  return {
    ...turns,
    take: async (door, subject) => {
      const question = questionOf(door, subject);
      const { what } = question;
      const rule = doors[door].by === 'ADDRESS' ? question.rules[0] : undefined;
      const seconds = rule === undefined || gate === null ? 0 : await gate.enter(what, rule);
      if (seconds > 0) throw limited(seconds);
      const { day, at } = await turns.inTurn(what, () => stamp(deps, question));
      let isBack = false;
      return {
        giveBack: async () => {
          if (isBack) return;
          isBack = true;
          if (rule !== undefined) await gate?.giveBack(what, rule);
          await turns.inTurn(what, () => unstamp(deps, { day, what }, at));
        },
      };
    },
    check: async (door, subject) => {
      const question = questionOf(door, subject);
      const now = deps.clock.now();
      const { stamps } = await readRows(deps, question.what, now, question.longestMs);
      refuseWhenFull(question, stamps, now);
    },
  };
};
