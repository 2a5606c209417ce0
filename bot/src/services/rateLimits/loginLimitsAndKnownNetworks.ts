import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { hourMs, minuteMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { counter } from '../../store/kinds/rateLimits/rateLimitCounters.ts';
import { knownNetworks } from '../../store/kinds/identity/knownNetworks.ts';
import type { Deps } from '../core/deps.ts';
import { dayOf, emptyCounter } from './storedRateLimiter.ts';
import type { Limiter } from './storedRateLimiter.ts';
import { networkOf } from './clientNetwork.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';

// Counts the failed tries at each account, together for all calls that check a password or a second factor. Delays end
// by themselves, so no account is ever locked. Tries from a network of an earlier sign-in are counted separately, so
// that a stranger who guesses from elsewhere does not delay the owner.

export interface AttemptDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly limiter: Limiter;
}

const freeFailures = 10;
const longestDelayMs = 15 * minuteMs;

/**
 * Returns the delay in milliseconds after this number of failures: none before the tenth, one second after the tenth,
 * doubled with each further failure, at most 15 minutes.
 */
export const delayAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(longestDelayMs, 1000 * 2 ** Math.min(20, failures - freeFailures));

export interface SignInAttempt {
  /** Reports that the try succeeded, which clears the failures of the account. */
  readonly succeed: () => Promise<void>;
}

const tries = 60;

const readState = async ({ store, clock }: AttemptDeps, what: string) => {
  const records = outside(store);
  const now = clock.now();
  const day = dayOf(now);
  const today = await records.get(counter, { day, what });
  const before = today === undefined ? await records.get(counter, { day: dayOf(now - 24 * hourMs), what }) : undefined;
  return { day, now, today, state: today?.value ?? before?.value ?? emptyCounter };
};

const write = async (
  deps: AttemptDeps,
  what: string,
  { day, today }: Awaited<ReturnType<typeof readState>>,
  next: ValueOf<typeof counter>,
): Promise<void> => {
  const records = outside(deps.store);
  if (today === undefined) await records.insert(counter, { day, what }, next);
  else await records.replace(counter, { day, what }, next, today.etag);
};

/**
 * Counts the try as failed before its result is known, so that simultaneous tries cannot exceed the limit. Returns
 * false, without counting, while the account is delayed.
 */
const begin = (deps: AttemptDeps, what: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const read = await readState(deps, what);
    if (read.now < read.state.notBefore) return false;
    const failures = read.state.failures + 1;
    const delay = delayAfter(failures);
    await write(deps, what, read, { ...emptyCounter, failures, notBefore: delay === 0 ? 0 : read.now + delay });
    return true;
  }, tries);

const forget = (deps: AttemptDeps, what: string): Promise<void> =>
  retryOnConflict(async () => {
    const read = await readState(deps, what);
    if (read.state.failures > 0) await write(deps, what, read, emptyCounter);
  }, tries);

export interface SignInCaller {
  /** Id of the account; for an unknown or unconfirmed account, the email address that was tried, in lower case. */
  readonly account: string;
  readonly address: string;
  /** Networks of the account's earlier sign-ins; undefined if there are none or the account is unknown. */
  readonly known: ValueOf<typeof knownNetworks> | undefined;
}

const networkHash = (address: string): string => digestOf(networkOf(address)).slice(0, 32);

const counterOf = ({ account, address, known }: SignInCaller): string => {
  const hash = networkHash(address);
  const isKnown = known?.networks.some((network) => network.hash === hash) ?? false;
  return isKnown ? `account|${account}|${hash}` : `account|${account}`;
};

/**
 * Runs one try at an account's password or second factor. `work` gets the attempt or, while the account is delayed,
 * undefined: it must then take as long and reply the same as for a wrong password. Counted tries run one after the
 * other, so that several simultaneous tries with the right password all succeed.
 */
export const recordSignInAttempt = async <T>(
  deps: AttemptDeps,
  trier: SignInCaller,
  work: (attempt: SignInAttempt | undefined) => Promise<T>,
): Promise<T> => {
  const what = counterOf(trier);
  const counted = await deps.limiter.runExclusive(what, async () => {
    if (!(await begin(deps, what))) return undefined;
    return { result: await work({ succeed: () => forget(deps, what) }) };
  });
  return counted === undefined ? work(undefined) : counted.result;
};

const maxNetworks = 8;
const remindAfterMs = 24 * hourMs;

/**
 * Stores the caller's network as a network of the account's owner. Call it only after an action that only the owner can
 * do.
 */
export const rememberNetwork = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  userId: UserId,
  address: string,
): Promise<void> => {
  const records = outside(store);
  const hash = networkHash(address);
  await retryOnConflict(async () => {
    const row = await records.get(knownNetworks, { userId });
    const networks = row?.value.networks ?? [];
    const mine = networks.find((network) => network.hash === hash);
    if (mine !== undefined && clock.now() - Date.parse(mine.at) < remindAfterMs) return;
    const now = toInstant(clock.now());
    const next = {
      networks: [{ hash, at: now }, ...networks.filter((network) => network !== mine)].slice(0, maxNetworks),
    };
    if (row === undefined) await records.insert(knownNetworks, { userId }, next);
    else await records.replace(knownNetworks, { userId }, next, row.etag);
  });
};
