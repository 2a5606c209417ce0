import { isAsked } from '../domain/owing.ts';
import { lateSeconds } from '../domain/measures.ts';
import { msOf } from '../domain/time.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import type { JobDeps } from './jobDeps.ts';
import type { Outcome } from './outcomes.ts';

type ObserveDeps = Pick<JobDeps, 'metrics'>;

const openedAs = ({ state, reason }: Occurrence): string => {
  if (state === 'OPEN') return 'opened';
  return reason === 'ALL_ANSWERED' ? 'answered_ahead' : state.toLowerCase();
};

/** A run that has just been made. One that was missed asked nobody. */
export const observeOpening = ({ metrics }: ObserveDeps, occurrence: Occurrence): void => {
  metrics.count('occurrences_total', { outcome: openedAs(occurrence) });
  if (occurrence.state !== 'MISSED') return;
  const owed = occurrence.members.filter(isAsked).length;
  if (owed > 0) metrics.count('missed_prompts_total', { reason: 'downtime' }, owed);
};

export const observeSettling = ({ metrics }: ObserveDeps, before: Occurrence, after: Occurrence): void => {
  if (before.state === 'OPEN' && after.state === 'COMPLETED')
    metrics.count('occurrences_total', { outcome: 'completed' });
};

/** A question that has just reached its chat. */
export const observeLateness = ({ metrics }: ObserveDeps, row: OutboxRow, now: number): void => {
  const seconds = Math.max(0, now - msOf(row.at)) / 1000;
  metrics.observe('prompt_lateness_seconds', seconds, {});
  if (seconds > lateSeconds) metrics.count('late_prompts_total', {});
};

/** Who was to be asked, and never will be, through no doing of their own. */
const whyMissed = (outcome: Outcome): string | undefined => {
  if (outcome.is === 'PARK') return 'parked';
  if (outcome.is === 'SKIPPED' && outcome.reason === 'TOO_LATE') return 'too_late';
  return outcome.is === 'FAILED' && outcome.reason === 'REJECTED' ? 'rejected' : undefined;
};

export const observeOutcome = ({ metrics }: ObserveDeps, kind: string, outcome: Outcome): void => {
  metrics.count('messages_total', { kind, outcome: outcome.is.toLowerCase() });
  const reason = kind === 'prompt' ? whyMissed(outcome) : undefined;
  if (reason !== undefined) metrics.count('missed_prompts_total', { reason });
};
