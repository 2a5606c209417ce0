import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { lateSeconds } from '../../domain/observability/metricDefinitions.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { storedKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { DeliveryOutcome } from './deliveryOutcomesAndFaultRules.ts';

type ObserveDeps = Pick<JobDeps, 'metrics'>;

const openedAs = ({ state, reason }: Run): string => {
  if (state === 'OPEN') return 'opened';
  return reason === 'ALL_ANSWERED' ? 'answered_ahead' : state.toLowerCase();
};

/** Counts a run that was just created. For a missed run, it also counts the members who were not prompted. */
export const observeOpening = ({ metrics }: ObserveDeps, run: Run): void => {
  metrics.count('occurrences_total', { outcome: openedAs(run) });
  if (run.state !== 'MISSED') return;
  const owed = run.members.filter(isAsked).length;
  if (owed > 0) metrics.count('missed_prompts_total', { reason: 'downtime' }, owed);
};

export const observeSettling = ({ metrics }: ObserveDeps, before: Run, after: Run): void => {
  if (before.state === 'OPEN' && after.state === 'COMPLETED')
    metrics.count('occurrences_total', { outcome: 'completed' });
};

export const observeLateness = ({ metrics }: ObserveDeps, row: OutboxRow, now: number): void => {
  const seconds = Math.max(0, now - msOf(row.at)) / 1000;
  metrics.observe('prompt_lateness_seconds', seconds, {});
  if (seconds > lateSeconds) metrics.count('late_prompts_total', {});
};

/** Returns the metric label of a message kind: the stored kind without the number of its round. */
const labelOf = (kind: string): string => storedKind(kind).split('.')[0] ?? kind;

/**
 * Counts a parked row, which is no longer retried and waits for an operator. The reason UNCONFIRMED means three sends
 * without a reply; every other reason counts as a fault.
 */
export const observeParked = ({ metrics }: ObserveDeps, kind: string, reason: string): void => {
  const name = labelOf(kind);
  metrics.count('parked_messages_total', { kind: name, reason: reason === 'UNCONFIRMED' ? 'unconfirmed' : 'fault' });
};

/**
 * Returns the reason why a member who could have answered got no prompt. Undefined if the outcome is not a missed
 * prompt.
 */
const whyMissed = (outcome: DeliveryOutcome): string | undefined => {
  if (outcome.is === 'PARK') return outcome.reason.toLowerCase();
  if (outcome.is === 'SKIPPED' && outcome.reason === 'TOO_LATE') return 'too_late';
  return outcome.is === 'FAILED' && outcome.reason === 'REJECTED' ? 'rejected' : undefined;
};

export const observeOutcome = ({ metrics }: ObserveDeps, kind: string, outcome: DeliveryOutcome): void => {
  metrics.count('messages_total', { kind: labelOf(kind), outcome: outcome.is.toLowerCase() });
  if (outcome.is === 'PARK') observeParked({ metrics }, kind, outcome.reason);
  const reason = kind === 'prompt' ? whyMissed(outcome) : undefined;
  if (reason !== undefined) metrics.count('missed_prompts_total', { reason });
};
