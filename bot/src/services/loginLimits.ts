import type { UserId } from '#contracts/ids.ts';
import { digestOf } from '../domain/ids.ts';
import { hourMs, minuteMs, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { counter } from '../store/kinds/limits.ts';
import { knownNetworks } from '../store/kinds/sessions.ts';
import type { Deps } from './deps.ts';
import { dayOf, noTries } from './limiter.ts';
import type { Limiter } from './limiter.ts';
import { networkOf } from './networks.ts';
import { retryOnConflict } from './revise.ts';

// Failures of one account, whichever door they were made at. Never a hard lock: the delays end, and who signs in from a
// network they have signed in from before is counted apart, so that guessing elsewhere does not keep the owner out.

export interface AttemptDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly limiter: Limiter;
}

const freeFailures = 10;
const longestDelayMs = 15 * minuteMs;

/** After the tenth failure a second, doubling with each further one. */
export const delayAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(longestDelayMs, 1000 * 2 ** Math.min(20, failures - freeFailures));

export interface Attempt {
  /** It was right: nothing counts against the account any more. */
  readonly succeed: () => Promise<void>;
}

const tries = 60;

const readState = async ({ store, clock }: AttemptDeps, what: string) => {
  const records = outside(store);
  const now = clock.now();
  const day = dayOf(now);
  const today = await records.get(counter, { day, what });
  const before = today === undefined ? await records.get(counter, { day: dayOf(now - 24 * hourMs), what }) : undefined;
  return { day, now, today, state: today?.value ?? before?.value ?? noTries };
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

/** Counts the try as failed before it is known, so that any number at once are still only as many as allowed. */
const begin = (deps: AttemptDeps, what: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const read = await readState(deps, what);
    if (read.now < read.state.notBefore) return false;
    const failures = read.state.failures + 1;
    const delay = delayAfter(failures);
    await write(deps, what, read, { ...noTries, failures, notBefore: delay === 0 ? 0 : read.now + delay });
    return true;
  }, tries);

const forget = (deps: AttemptDeps, what: string): Promise<void> =>
  retryOnConflict(async () => {
    const read = await readState(deps, what);
    if (read.state.failures > 0) await write(deps, what, read, noTries);
  }, tries);

export interface Trier {
  /** Id of the user; of an unknown one the address that was tried, lower case. */
  readonly account: string;
  readonly address: string;
  /** Networks known of the account; none of an unknown one. */
  readonly known: ValueOf<typeof knownNetworks> | undefined;
}

const networkHash = (address: string): string => digestOf(networkOf(address)).slice(0, 32);

const counterOf = ({ account, address, known }: Trier): string => {
  const hash = networkHash(address);
  const isKnown = known?.networks.some((one) => one.hash === hash) ?? false;
  return isKnown ? `account|${account}|${hash}` : `account|${account}`;
};

/**
 * One try at an account's password or second factor. `work` gets the attempt, or undefined while the account is limited: then it
 * must do the same work and answer as for a wrong password. Tries that count wait for each other, so that of many at once with
 * the right password all get in.
 */
export const attemptAt = async <T>(
  deps: AttemptDeps,
  trier: Trier,
  work: (attempt: Attempt | undefined) => Promise<T>,
): Promise<T> => {
  const what = counterOf(trier);
  const counted = await deps.limiter.inTurn(what, async () => {
    if (!(await begin(deps, what))) return undefined;
    return { result: await work({ succeed: () => forget(deps, what) }) };
  });
  return counted === undefined ? work(undefined) : counted.result;
};

const mostNetworks = 8;
const remindAfterMs = 24 * hourMs;

/** Remembers that the owner was here, after something only the owner can do. */
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
    const mine = networks.find((one) => one.hash === hash);
    if (mine !== undefined && clock.now() - Date.parse(mine.at) < remindAfterMs) return;
    const at = toInstant(clock.now());
    const next = { networks: [{ hash, at }, ...networks.filter((one) => one !== mine)].slice(0, mostNetworks) };
    if (row === undefined) await records.insert(knownNetworks, { userId }, next);
    else await records.replace(knownNetworks, { userId }, next, row.etag);
  });
};
