import type { Instant, MemberId } from '#contracts/core/ids.ts';
import { toInstant } from '../../domain/core/time.ts';
import type { RecordStep } from '../../store/kind.ts';
import { delivery } from '../../store/kinds/run.ts';
import type { DeliveryKind, Recipient } from '../../store/kinds/messageKinds.ts';
import { teamMember } from '../../store/kinds/team.ts';
import { isConflict, isRowsFault, rowLimits } from '../../store/port.ts';
import type { TeamMember } from '../../services/tenancy/members.ts';
import { missedPromptsStep } from '../../services/runs/missedPrompts.ts';
import { retryOnConflict, revise } from '../../services/core/optimisticUpdate.ts';
import { deliveryKey } from '../../services/runs/runRows.ts';
import type { Delivery } from '../../services/runs/runRows.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { DeliveryOutcome } from './sendOutcomes.ts';
import type { RunContext } from './runContext.ts';
import { mergedRecord, refOf } from './sharedReminders.ts';

/** A message of a run, and what became of it. */
export interface Marked {
  readonly who: Recipient;
  readonly kind: DeliveryKind;
  readonly round: number;
  readonly outcome: DeliveryOutcome;
}

type MarkDeps = Pick<JobDeps, 'clock'>;

const nowhere = { conversationId: null, activityId: null };

/** Undefined: nothing final happened yet. */
const deliveryOf = ({ outcome, round }: Marked, at: Instant): Delivery | undefined => {
  switch (outcome.is) {
    case 'SENT': {
      const { conversationId, activityId, sharedWith } = outcome.sent;
      return {
        ...(sharedWith == null ? {} : { sharedWith: sharedWith.map(refOf) }),
        state: 'SENT',
        round,
        at: outcome.at ?? at,
        conversationId,
        activityId,
        digest: null,
        isLate: outcome.isLate,
        reason: null,
      };
    }
    case 'SKIPPED':
    case 'FAILED':
      return { state: outcome.is, round, at, ...nowhere, digest: null, isLate: false, reason: outcome.reason };
    case 'PARK':
      return { state: 'FAILED', round, at, ...nowhere, digest: null, isLate: false, reason: outcome.reason };
    case 'DONE':
    case 'MOVED':
    case 'LATER':
    case 'STOP':
    case 'UNRECORDED':
      return undefined;
  }
};

/** The member row after a send: the chat's address, and if the member can be reached. Undefined = no change. */
const toldOf = (member: TeamMember, outcome: DeliveryOutcome, now: number): TeamMember | undefined => {
  if (outcome.is === 'SENT') {
    const { conversationId } = outcome.sent;
    if (member.conversationId === conversationId && member.unreachable === null) return undefined;
    return { ...member, conversationId, unreachable: null, unreachableSince: null };
  }
  if (outcome.is !== 'FAILED' || outcome.unreachable === null) return undefined;
  return { ...member, unreachable: outcome.unreachable, unreachableSince: toInstant(now) };
};

const keyOf = ({ run: { teamId, meetingId, date } }: RunContext, { who, kind }: Marked) => ({
  teamId,
  meetingId,
  date,
  who,
  kind,
});

const deliveryStep = (context: RunContext, marked: Marked, at: Instant): RecordStep | undefined => {
  const value = deliveryOf(marked, at);
  if (value === undefined) return undefined;
  const { records, rows } = context;
  const there = rows.deliveries.get(deliveryKey(marked.who, marked.kind));
  const key = keyOf(context, marked);
  if (there === undefined) return records.insertStep(delivery, key, value);
  // A retried record keeps the runs that joined the message since it was sent.
  const merged = mergedRecord(there.value, value);
  if (merged === there.value) return undefined;
  return records.replaceStep(delivery, key, merged ?? value, there.etag);
};

/** Writes records one after the other with fresh reads, because another writer changed a row of the batch. */
const markOne = async (context: RunContext, marked: Marked, now: number): Promise<void> => {
  const { records, run } = context;
  const value = deliveryOf(marked, toInstant(now));
  if (value === undefined) return;
  const key = keyOf(context, marked);
  await retryOnConflict(async () => {
    const there = await records.get(delivery, key);
    if (there === undefined) {
      await records.transact([records.insertStep(delivery, key, value), ...missedStep(context, [marked], now)]);
      return;
    }
    // A record that another instance wrote as sent keeps its message.
    const isReplaced = there.value.round < value.round || there.value.state !== 'SENT';
    const next = isReplaced ? value : mergedRecord(there.value, value);
    if (next !== undefined && next !== there.value) await records.replace(delivery, key, next, there.etag);
  });
  if (context.members.has(marked.who as MemberId))
    await revise(records, teamMember, { teamId: run.teamId, memberId: marked.who as MemberId }, (member) =>
      toldOf(member, marked.outcome, now),
    );
};

/**
 * One step for each member, with everything that their messages of this batch show: a prompt and a reminder of one person
 * may be in the same batch, and a transaction takes each row once.
 */
const memberSteps = ({ members, records, run }: RunContext, some: readonly Marked[], now: number): RecordStep[] => {
  const changed = new Map<MemberId, TeamMember>();
  for (const { who, outcome } of some) {
    const memberId = who as MemberId;
    const member = changed.get(memberId) ?? members.get(memberId)?.value;
    const next = member === undefined ? undefined : toldOf(member, outcome, now);
    if (next !== undefined) changed.set(memberId, next);
  }
  return [...changed].flatMap(([memberId, member]) => {
    const row = members.get(memberId);
    if (row === undefined) return [];
    return [records.replaceStep(teamMember, { teamId: run.teamId, memberId }, member, row.etag)];
  });
};

const isMissedPrompt = ({ kind, outcome }: Marked): boolean =>
  kind === 'prompt' && outcome.is === 'SKIPPED' && outcome.reason === 'TOO_LATE';

/** The activity names how many members were not asked, in the transaction that records it. */
const missedStep = ({ records, run }: RunContext, some: readonly Marked[], now: number): RecordStep[] => {
  const missed = some.filter(isMissedPrompt);
  const round = missed[0]?.round ?? 0;
  const members = missed.map(({ who }) => who as MemberId);
  const step = missedPromptsStep(records, run, { members, round, now });
  return step === undefined ? [] : [step];
};

const stepsOf = (context: RunContext, some: readonly Marked[], now: number): RecordStep[] => {
  const at = toInstant(now);
  const deliveries = some.flatMap((item) => deliveryStep(context, item, at) ?? []);
  return [...deliveries, ...memberSteps(context, some, now), ...missedStep(context, some, now)];
};

/** A record and a member for each message, and one line of the activity. */
const batchSize = Math.floor((rowLimits.transactionRows - 1) / 2);

/**
 * Writes the delivery records of messages of one run, with what they show of their members. A batch that the store refuses for
 * a row of its own is written message by message, so that one bad record does not take the others with it.
 */
export const writeMarks = async (deps: MarkDeps, context: RunContext, all: readonly Marked[]): Promise<void> => {
  const now = deps.clock.now();
  for (let first = 0; first < all.length; first += batchSize) {
    const some = all.slice(first, first + batchSize);
    const steps = stepsOf(context, some, now);
    if (steps.length === 0) continue;
    try {
      await context.records.transact(steps);
    } catch (error) {
      if (!isConflict(error) && !isRowsFault(error)) throw error;
      const results = await Promise.allSettled(some.map((marked) => markOne(context, marked, now)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }
};
