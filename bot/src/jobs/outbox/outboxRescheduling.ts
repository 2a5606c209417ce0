import type { SentMessage } from '../../gateways/messengerPort.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTime.ts';
import { outbox } from '../../store/kinds/dueAndOutbox.ts';
import { isConflict } from '../../store/tableStore.ts';
import type { Etag } from '../../store/tableStore.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { reschedule } from '../delivery/claims.ts';
import type { Claimed, Rescheduling } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';

// Maintenance rows come again while they are touched. After two quiet minutes they are deleted.

/** A maintenance row that this instance holds, with the ETag that its deletion needs. */
export type ClaimedMaintenance = Claimed & { readonly etag: Etag };

/** Time between two checks of a row that is touched. */
export const retryMs = 10_000;
const quietMs = 2 * minuteMs;

/** Epoch ms of the next check; undefined = nothing is left to do. */
export type NextCheck = number | undefined;

export const earliest = (checks: readonly NextCheck[]): NextCheck => {
  const given = checks.filter((check) => check !== undefined);
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

interface Maintained extends Pick<Rescheduling, 'sends' | 'accepted'> {
  readonly nextCheck?: NextCheck;
  /** The work is over for good, so the row need not wait for two quiet minutes. */
  readonly isOver?: boolean;
}

/** Reschedules the row while work is left; deletes it after two quiet minutes. A row that was touched meanwhile stays. */
export const rescheduleOrDelete = async (
  deps: Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>,
  claimed: ClaimedMaintenance,
  { nextCheck, isOver = false, ...sends }: Maintained,
): Promise<void> => {
  const now = deps.clock.now();
  const touched = msOf(claimed.row.touched ?? claimed.row.notBefore);
  if (isOver || (nextCheck === undefined && now - touched >= quietMs)) {
    try {
      await deps.store.delete(outbox.table, claimed.key, claimed.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await reschedule(deps, claimed, { ...sends, notBefore: nextCheck ?? now + retryMs });
};
