import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import {
  noSentIds,
  sentCardsOf,
  sentIdsOf,
  withChatOf,
} from '../../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { RecordStep } from '../../../store/recordKindsAndAccess.ts';
import { delivery } from '../../../store/kinds/runs/delivery.ts';
import { isMember } from '../../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, Recipient } from '../../../store/kinds/messages/messageKindsAndRecipients.ts';
import { teamMember } from '../../../store/kinds/people/teamMember.ts';
import { isConflict, isRowsFault, rowLimits } from '../../../store/tableStorePort.ts';
import type { TeamMember } from '../../../services/tenancy/listMembers.ts';
import { missedPromptsLogStep } from '../../../services/runs/missedPromptsLogStep.ts';
import { retryOnConflict, updateRow } from '../../../services/core/optimisticUpdate.ts';
import { deliveryKey } from '../../../services/runs/readRunAndDayRows.ts';
import type { Delivery } from '../../../services/runs/readRunAndDayRows.ts';
import type { JobDeps } from '../../core/jobDepsAndSettings.ts';
import type { DeliveryOutcome } from '../deliveryOutcomesAndFaultRules.ts';
import type { RunContext } from '../readAndCacheRunContext.ts';
import { mergedRecord, refOf } from './sharedReminderRecords.ts';

export interface DecidedMessage {
  readonly who: Recipient;
  readonly kind: DeliveryKind;
  readonly round: number;
  readonly outcome: DeliveryOutcome;
  /**
   * For a snoozed prompt, the instant for which it was sent. It distinguishes the snoozed prompts of one member in one
   * run.
   */
  readonly dueAt?: Instant | undefined;
}

type RecordDeps = Pick<JobDeps, 'clock'>;

/** Returns the delivery record of a message; undefined if its outcome is not final. */
const deliveryOf = (message: DecidedMessage, at: Instant): Delivery | undefined => {
  const value = recordOfOutcome(message, at);
  return value === undefined || message.dueAt === undefined ? value : { ...value, dueAt: message.dueAt };
};

/** True if the stored record belongs to a later snooze of the same member and run, and so must not be overwritten. */
const isOfLaterSnooze = (stored: Delivery, value: Delivery): boolean =>
  stored.round === value.round && stored.dueAt != null && value.dueAt != null && stored.dueAt > value.dueAt;

/**
 * Maximum number of cards of earlier snoozes that are updated. If a member presses a button on an older card, that card
 * is updated then.
 */
const keptSnoozes = 5;

/**
 * Returns the record of a snoozed prompt, extended by the cards of earlier snoozes, so that these cards are updated
 * too. All snoozes of a run share one record.
 */
const withEarlier = (stored: Delivery, value: Delivery): Delivery => {
  if (value.dueAt == null || stored.round !== value.round) return value;
  const own = stored.state === 'SENT' && stored.dueAt !== value.dueAt ? sentCardsOf(stored) : [];
  const earlier = [...(stored.earlier ?? []), ...own].slice(-keptSnoozes);
  return earlier.length === 0 ? value : { ...value, earlier };
};

const recordOfOutcome = ({ outcome, round }: DecidedMessage, at: Instant): Delivery | undefined => {
  switch (outcome.is) {
    case 'SENT': {
      const { sharedWith, postedTo } = outcome.sent;
      return {
        ...(sharedWith == null ? {} : { sharedWith: sharedWith.map(refOf) }),
        ...(postedTo == null ? {} : { postedTo }),
        state: 'SENT',
        round,
        at: outcome.at ?? at,
        ...sentIdsOf(outcome.sent),
        digest: null,
        isLate: outcome.isLate,
        reason: null,
        ...(outcome.movedTo === undefined ? {} : { movedTo: outcome.movedTo }),
      };
    }
    case 'SKIPPED':
    case 'FAILED':
      return { state: outcome.is, round, at, ...noSentIds, digest: null, isLate: false, reason: outcome.reason };
    case 'PARK':
      return { state: 'FAILED', round, at, ...noSentIds, digest: null, isLate: false, reason: outcome.reason };
    case 'DONE':
    case 'MOVED':
    case 'LATER':
    case 'STOP':
    case 'UNRECORDED':
      return undefined;
  }
};

/**
 * Returns the member row after a send, with the chat's address and whether the member can be reached; undefined =
 * nothing changes.
 */
const memberAfter = (member: TeamMember, outcome: DeliveryOutcome, now: number): TeamMember | undefined => {
  if (outcome.is === 'SENT') {
    const reached = withChatOf(member, outcome.sent);
    if (reached === member && member.unreachable === null) return undefined;
    return { ...reached, unreachable: null, unreachableSince: null };
  }
  if (outcome.is !== 'FAILED' || outcome.unreachable === null) return undefined;
  return { ...member, unreachable: outcome.unreachable, unreachableSince: toInstant(now) };
};

const keyOf = ({ runRef: { teamId, meetingId, date } }: RunContext, { who, kind }: DecidedMessage) => ({
  teamId,
  meetingId,
  date,
  who,
  kind,
});

const deliveryStep = (context: RunContext, message: DecidedMessage, at: Instant): RecordStep | undefined => {
  const value = deliveryOf(message, at);
  if (value === undefined) return undefined;
  const { records, rows } = context;
  const stored = rows.deliveries.get(deliveryKey(message.who, message.kind));
  const key = keyOf(context, message);
  if (stored === undefined) return records.insertStep(delivery, key, value);
  if (isOfLaterSnooze(stored.value, value)) return undefined;
  // Runs that joined the message after the first write of the record must stay in it.
  const merged = mergedRecord(stored.value, value);
  if (merged === stored.value) return undefined;
  return records.replaceStep(delivery, key, merged ?? withEarlier(stored.value, value), stored.etag);
};

/**
 * Writes the record of one message, with rows that are read again. Used after the write of a batch failed, for example
 * because another writer changed one of its rows.
 */
const writeOneRecord = async (context: RunContext, message: DecidedMessage, now: number): Promise<void> => {
  const { records, runRef } = context;
  const value = deliveryOf(message, toInstant(now));
  if (value === undefined) return;
  const key = keyOf(context, message);
  await retryOnConflict(async () => {
    const stored = await records.get(delivery, key);
    if (stored === undefined) {
      await records.transact([records.insertStep(delivery, key, value), ...missedStep(context, [message], now)]);
      return;
    }
    // If another instance has recorded the message as sent in this round, its record stays.
    if (isOfLaterSnooze(stored.value, value)) return;
    const isOfNewMessage = (stored.value.dueAt ?? '') < (value.dueAt ?? '');
    const isReplaced = stored.value.round < value.round || stored.value.state !== 'SENT' || isOfNewMessage;
    const next = isReplaced ? withEarlier(stored.value, value) : mergedRecord(stored.value, value);
    if (next !== undefined && next !== stored.value) await records.replace(delivery, key, next, stored.etag);
  });
  if (isMember(message.who) && context.members.has(message.who))
    await updateRow(records, teamMember, { teamId: runRef.teamId, memberId: message.who }, (member) =>
      memberAfter(member, message.outcome, now),
    );
};

/**
 * Returns one step for each member, which combines the outcomes of all messages to the member in this batch. A batch
 * may contain a prompt and a reminder to one person, but a transaction may change each row only once.
 */
const memberSteps = (
  { members, records, runRef }: RunContext,
  messages: readonly DecidedMessage[],
  now: number,
): RecordStep[] => {
  const changed = new Map<MemberId, TeamMember>();
  for (const { who, outcome } of messages) {
    if (!isMember(who)) continue;
    const member = changed.get(who) ?? members.get(who)?.value;
    const next = member === undefined ? undefined : memberAfter(member, outcome, now);
    if (next !== undefined) changed.set(who, next);
  }
  return [...changed].flatMap(([memberId, member]) => {
    const row = members.get(memberId);
    if (row === undefined) return [];
    return [records.replaceStep(teamMember, { teamId: runRef.teamId, memberId }, member, row.etag)];
  });
};

const isMissedPrompt = ({ kind, outcome }: DecidedMessage): boolean =>
  kind === 'prompt' && outcome.is === 'SKIPPED' && outcome.reason === 'TOO_LATE';

/**
 * Returns the step that adds to the activity log how many members missed their prompt. It belongs to the transaction of
 * the delivery records.
 */
const missedStep = (
  { records, runRef }: RunContext,
  messages: readonly DecidedMessage[],
  now: number,
): RecordStep[] => {
  const missed = messages.filter(isMissedPrompt);
  const round = missed[0]?.round ?? 0;
  const members = missed.map(({ who }) => who).filter(isMember);
  const step = missedPromptsLogStep(records, runRef, { members, round, now });
  return step === undefined ? [] : [step];
};

const stepsOf = (context: RunContext, messages: readonly DecidedMessage[], now: number): RecordStep[] => {
  const at = toInstant(now);
  const deliveries = messages.flatMap((item) => deliveryStep(context, item, at) ?? []);
  return [...deliveries, ...memberSteps(context, messages, now), ...missedStep(context, messages, now)];
};

/**
 * Maximum number of messages in one transaction. Each message needs a delivery record and a member row, and the
 * transaction also contains one activity entry.
 */
const batchSize = Math.floor((rowLimits.transactionRows - 1) / 2);

/**
 * Writes the delivery records of one run's messages, and the changed member rows. If the store rejects a batch because
 * of one row, the records are written one by one, so that this row does not block the others.
 */
export const writeDeliveryRecords = async (
  deps: RecordDeps,
  context: RunContext,
  all: readonly DecidedMessage[],
): Promise<void> => {
  const now = deps.clock.now();
  for (let first = 0; first < all.length; first += batchSize) {
    const messages = all.slice(first, first + batchSize);
    const steps = stepsOf(context, messages, now);
    if (steps.length === 0) continue;
    try {
      await context.records.transact(steps);
    } catch (error) {
      if (!isConflict(error) && !isRowsFault(error)) throw error;
      const results = await Promise.allSettled(messages.map((message) => writeOneRecord(context, message, now)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }
};
