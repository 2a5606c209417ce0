import type { SentMessage } from '../../gateways/messenger.ts';
import { minuteMs, msOf } from '../../domain/core/time.ts';
import { outbox } from '../../store/kinds/work.ts';
import { isConflict } from '../../store/port.ts';
import type { Etag } from '../../store/port.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { release } from '../delivery/claims.ts';
import type { Claimed, Release } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';

// Rows that keep a card right: they come again while they are touched, and go when it has been quiet.

export const againMs = 10_000;
const quietMs = 2 * minuteMs;

/** Epoch ms of the next check; undefined = nothing is left to post. */
export type LookAgain = number | undefined;

export const earliest = (looks: readonly LookAgain[]): LookAgain => {
  const given = looks.filter((look) => look !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

/** Reply of the chat service. `who` and `number` identify the message if its row has several. */
type Accepted = SentMessage & Partial<Pick<NonNullable<OutboxRow['accepted']>, 'who' | 'number'>>;

/** The chat service accepted a message of a row, but its record could not be written. */
export class UnrecordedError extends Error {
  readonly sent: Accepted;
  readonly isLate: boolean;
  constructor(sent: Accepted, isLate: boolean, cause: unknown) {
    super('A message was sent, and its record failed.', { cause });
    this.name = 'UnrecordedError';
    this.sent = sent;
    this.isLate = isLate;
  }
}

/**
 * Reschedules the row while work is left; deletes it after two quiet minutes unless it was touched. `change`: its sends.
 */
export const rest = async (
  deps: Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>,
  claimed: Claimed & { readonly etag: Etag },
  lookAgain: LookAgain,
  change: Pick<Release, 'sends' | 'accepted'> = {},
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
  await release(deps, claimed, { ...change, notBefore: lookAgain ?? now + againMs });
};
