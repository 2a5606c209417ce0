import { minuteMs, msOf } from '../domain/time.ts';
import { outbox } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag } from '../store/port.ts';
import { release } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';

// Rows that keep a card right: they come again while they are touched, and go when it has been quiet.

export const againMs = 10_000;
const quietMs = 2 * minuteMs;

/** Epoch ms to look again; undefined = nothing is left to post. */
export type LookAgain = number | undefined;

export const earliest = (looks: readonly LookAgain[]): LookAgain => {
  const given = looks.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

/** Comes again while there is something to do; goes, unless touched since it was claimed, when it has been quiet for two minutes. */
export const rest = async (
  deps: Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>,
  claimed: Claimed & { readonly etag: Etag },
  lookAgain: LookAgain,
): Promise<void> => {
  const now = deps.clock.now();
  const touched = msOf(claimed.row.touched ?? claimed.row.notBefore);
  if (lookAgain === undefined && now - touched >= quietMs) {
    try {
      await deps.store.delete(outbox.table, claimed.key, claimed.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await release(deps, claimed, { notBefore: lookAgain ?? now + againMs });
};
