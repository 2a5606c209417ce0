import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { hourMs, minuteMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { counter } from '../../store/kinds/rateLimits/rateLimitCounters.ts';
import type { AddressLimiter } from './inMemoryAddressLimiter.ts';
import type { Deps } from '../core/deps.ts';
import { networkOf } from './clientNetwork.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import type { KeyedMutex } from '../../concurrency/keyedMutex.ts';

interface Rule {
  readonly limit: number;
  /** Length of the window in milliseconds. At most 24 hours, because a check reads only the counters of two days. */
  readonly windowMs: number;
}

interface LimitRules {
  /** ADDRESS: calls are counted by the network of the caller's IP address. OTHER: by an id or an email address. */
  readonly by: 'ADDRESS' | 'OTHER';
  readonly rules: readonly Rule[];
}

const anHour = (limit: number): LimitRules => ({ by: 'ADDRESS', rules: [{ limit, windowMs: hourMs }] });
const dayMs = 24 * hourMs;

/**
 * The rate limits of repeated calls (docs/product-rules.md, Accounts and sessions). Failed tries at an account have
 * other rules, in loginLimitsAndKnownNetworks.ts.
 */
const limitRules = {
  /**
   * Tries to sign in, by network. A successful sign-in gives its try back, so that people in one office, behind one
   * address, do not block each other.
   */
  login: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  refresh: { by: 'OTHER', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  /** Refresh tokens that this installation did not make, by network of the caller. */
  foreignRefresh: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  register: anHour(10),
  validate: anHour(10),
  forgot: anHour(10),
  resend: anHour(10),
  /**
   * Registrations with one invitation code. They do not count against the network, but they are limited, because each
   * one may send an email to an address that the caller chooses.
   */
  invited: { by: 'OTHER', rules: [{ limit: 10, windowMs: hourMs }] },
  /** Wrong codes from the links of emails, by network. Right codes do not count. */
  code: anHour(5),
  /**
   * Microsoft sign-ins that were started, by network. They are limited, because each one writes a row, even for an
   * unknown caller.
   */
  microsoft: { by: 'ADDRESS', rules: [{ limit: 60, windowMs: 5 * minuteMs }] },
  /** Wrong codes to connect an organisation with a Microsoft tenant, by account. */
  connect: { by: 'OTHER', rules: [{ limit: 10, windowMs: hourMs }] },
  /** Codes of a second factor, by account, together for all calls that accept them. */
  factor: { by: 'OTHER', rules: [{ limit: 5, windowMs: 15 * minuteMs }] },
  /** Requests for account emails to one address, and invitations to one member in the chat. */
  mail: {
    by: 'OTHER',
    rules: [
      { limit: 3, windowMs: 15 * minuteMs },
      { limit: 10, windowMs: dayMs },
    ],
  },
  /** Invitations by email to one recipient. */
  invite: {
    by: 'OTHER',
    rules: [
      { limit: 3, windowMs: 15 * minuteMs },
      { limit: 10, windowMs: dayMs },
    ],
  },
  /**
   * Emails from organisations to one recipient: `letterTo` counts those of all organisations together,
   * `letterFromOrgTo` those of each organisation (decision 052).
   */
  letterTo: { by: 'OTHER', rules: [{ limit: 100, windowMs: dayMs }] },
  letterFromOrgTo: { by: 'OTHER', rules: [{ limit: 40, windowMs: dayMs }] },
  /** Emails from one organisation to all recipients together. */
  letterFromOrg: { by: 'OTHER', rules: [{ limit: 2_000, windowMs: dayMs }] },
  /** Account emails to one recipient, from all requesters together. */
  accountLetterTo: {
    by: 'OTHER',
    rules: [
      { limit: 3, windowMs: 15 * minuteMs },
      { limit: 10, windowMs: dayMs },
    ],
  },
  /**
   * `consentTo`: requests for consent to one address. `consentFromOrg`: outside addresses for which one organisation
   * requests or approves summaries.
   */
  consentTo: { by: 'OTHER', rules: [{ limit: 3, windowMs: dayMs }] },
  consentFromOrg: { by: 'OTHER', rules: [{ limit: 50, windowMs: dayMs }] },
  feed: { by: 'OTHER', rules: [{ limit: 60, windowMs: hourMs }] },
  /**
   * Requests for unknown calendar feeds, by network. Requests for existing feeds are not counted by network, because
   * one calendar service reads the feeds of thousands of people.
   */
  feedMiss: { by: 'ADDRESS', rules: [{ limit: 30, windowMs: 5 * minuteMs }] },
  /** Imports and previews of holidays by one person. */
  holidayImport: {
    by: 'OTHER',
    rules: [
      { limit: 20, windowMs: minuteMs },
      { limit: 200, windowMs: hourMs },
    ],
  },
  /** Digests that one person sends to themselves, and previews of digests. */
  digestNow: { by: 'OTHER', rules: [{ limit: 5, windowMs: hourMs }] },
  digestPreview: { by: 'OTHER', rules: [{ limit: 60, windowMs: 5 * minuteMs }] },
  download: { by: 'OTHER', rules: [{ limit: 10, windowMs: minuteMs }] },
} as const satisfies Record<string, LimitRules>;
export type RateLimit = keyof typeof limitRules;

export interface TakenTry {
  /** Gives the try back, so that it does not count. A second call has no effect. */
  readonly giveBack: () => Promise<void>;
}

export interface Limiter extends KeyedMutex {
  /** Counts a try. If the limit is reached, throws TOO_MANY_REQUESTS with the seconds to wait instead. */
  readonly take: (limit: RateLimit, subject: string) => Promise<TakenTry>;
  /** Throws like `take`, but counts nothing. It is used for limits that count only failures. */
  readonly check: (limit: RateLimit, subject: string) => Promise<void>;
  readonly clear: (limit: 'factor', subject: string) => Promise<void>;
}

export interface LimiterDeps extends Pick<Deps, 'store' | 'clock'> {
  /** Also counts in memory, before the store is read; null = only the counters in the store are used. */
  readonly addressLimiter: AddressLimiter | null;
}

type Counter = ValueOf<typeof counter>;

/** Returns the day in UTC as yyyyMMdd, the form in the keys of counters. */
export const dayOf = (ms: number): string => toInstant(ms).slice(0, 10).replaceAll('-', '');
export const emptyCounter: Counter = { stamps: [], failures: 0, notBefore: 0 };

// Number of attempts to write a counter. Within this process, calls for one counter run one after the other, so an
// attempt fails only if another process writes at the same moment.
const tries = 60;

const countIn = (stamps: readonly number[], now: number, { windowMs }: Rule): number[] =>
  stamps.filter((at) => at > now - windowMs).sort((a, b) => a - b);

/** Returns the seconds until the rule allows a try; 0 if it allows one now. */
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
    // Yesterday's counter is read only if the window began yesterday.
    yesterday === day ? undefined : records.get(counter, { day: dayOf(now - dayMs), what }),
  ]);
  return { day, today, stamps: [...(before?.value.stamps ?? []), ...(today?.value.stamps ?? [])] };
};

interface Question {
  readonly what: string;
  readonly rules: readonly Rule[];
  readonly longestMs: number;
}

const questionOf = (limit: RateLimit, subject: string): Question => {
  const { by, rules }: LimitRules = limitRules[limit];
  const what = `${limit}|${by === 'ADDRESS' ? networkOf(subject) : subject}`;
  return { what, rules, longestMs: Math.max(...rules.map((rule) => rule.windowMs)) };
};

const limited = (seconds: number): AppError => new AppError('TOO_MANY_REQUESTS', { retryAfter: seconds });

const refuseWhenFull = ({ rules }: Question, stamps: readonly number[], now: number): void => {
  const seconds = Math.max(...rules.map((rule) => waitOf(stamps, now, rule)));
  if (seconds > 0) throw limited(seconds);
};

/**
 * Stores the instant of the try. The write fails if another instance has changed the counter since it was read, so that
 * across all instances no more tries than the limit succeed.
 */
const stamp = (deps: LimiterDeps, question: Question): Promise<{ day: string; at: number }> =>
  retryOnConflict(async () => {
    const now = deps.clock.now();
    const { day, today, stamps } = await readRows(deps, question.what, now, question.longestMs);
    refuseWhenFull(question, stamps, now);
    const key = { day, what: question.what };
    const kept = (today?.value.stamps ?? []).filter((value) => value > now - question.longestMs);
    const next = { ...emptyCounter, stamps: [...kept, now] };
    const records = outside(deps.store);
    if (today === undefined) await records.insert(counter, key, next);
    else await records.replace(counter, key, next, today.etag);
    return { day, at: now };
  }, tries);

const unstamp = (deps: LimiterDeps, key: { day: string; what: string }, at: number): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(counter, key);
    const place = row?.value.stamps.indexOf(at) ?? -1;
    if (row === undefined || place < 0) return;
    await records.replace(counter, key, { ...row.value, stamps: row.value.stamps.toSpliced(place, 1) }, row.etag);
  }, tries);

const clearStamps = (deps: LimiterDeps, { what, longestMs }: Question): Promise<void> =>
  retryOnConflict(async () => {
    const now = deps.clock.now();
    const records = outside(deps.store);
    // Today's and yesterday's counters are cleared, because a window may have begun yesterday.
    for (const day of new Set([dayOf(now), dayOf(now - longestMs)])) {
      const row = await records.get(counter, { day, what });
      if (row !== undefined) await records.replace(counter, { day, what }, emptyCounter, row.etag);
    }
  }, tries);

export const createLimiter = (deps: LimiterDeps): Limiter => {
  const mutex = createKeyedMutex();
  const { addressLimiter } = deps;
  return {
    ...mutex,
    take: async (limit, subject) => {
      const question = questionOf(limit, subject);
      const { what } = question;
      const rule = limitRules[limit].by === 'ADDRESS' ? question.rules[0] : undefined;
      const seconds = rule === undefined || addressLimiter === null ? 0 : await addressLimiter.enter(what, rule);
      if (seconds > 0) throw limited(seconds);
      const { day, at } = await mutex.runExclusive(what, () => stamp(deps, question));
      let isBack = false;
      return {
        giveBack: async () => {
          if (isBack) return;
          isBack = true;
          if (rule !== undefined) await addressLimiter?.giveBack(what, rule);
          await mutex.runExclusive(what, () => unstamp(deps, { day, what }, at));
        },
      };
    },
    check: async (limit, subject) => {
      const question = questionOf(limit, subject);
      const now = deps.clock.now();
      const { stamps } = await readRows(deps, question.what, now, question.longestMs);
      refuseWhenFull(question, stamps, now);
    },
    clear: (limit, subject) => {
      const question = questionOf(limit, subject);
      return mutex.runExclusive(question.what, () => clearStamps(deps, question));
    },
  };
};
