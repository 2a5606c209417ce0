import type { DueRow } from '../../services/runs/planNextRun.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import type { JobDeps } from '../core/jobDeps.ts';

export type DueDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'metrics' | 'isBillingEnabled' | 'restoredAt'>;

/** The rows to write before the due row may be deleted. `isDone` false = the due row stays for a later pass. */
export interface DueOutcome {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  readonly isDone: boolean;
}

export const done: DueOutcome = { outbox: [], due: [], isDone: true };
export const waiting: DueOutcome = { outbox: [], due: [], isDone: false };

/** Maximum number of times that a handler reads and decides again after a conflict. Then the row waits for a later pass. */
export const attempts = 3;
