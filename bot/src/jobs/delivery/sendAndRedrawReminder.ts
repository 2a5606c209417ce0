import type { Run } from '#contracts/runs/runSchema.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { MessageAddress, PersonAddress } from '../../domain/core/chatAddressTypes.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import { askCard, reminderCard } from '../../services/answers/buildMemberRunCards.ts';
import type { RemindedRun } from '../../services/answers/buildMemberRunCards.ts';
import { targetOf } from '../../services/answers/answerTargetAndAcceptance.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { sentTo } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import type { ReminderKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { canBegin } from './claimAndRescheduleOutboxRows.ts';
import type { Claimed } from './claimAndRescheduleOutboxRows.ts';
import type { AcceptedMessage } from './deliveryOutcomesAndFaultRules.ts';
import { isGone } from './findChannelAndPost.ts';
import { promptFormOf } from './fillPromptFormFromDraft.ts';
import { isWholeCard, readReminded, recipientIn, textOf } from './remindedRunRecipientAndCardForm.ts';
import { isSameReminder } from './records/recentRemindersInMemory.ts';
import type { ListedReminder, ReminderRef, RecentReminders, SentReminder } from './records/recentRemindersInMemory.ts';
import type { RunContext } from './readAndCacheRunContext.ts';
import { withReminders } from './records/sharedReminderRecords.ts';
import type { TokenBuckets } from './rateLimitsPerTenantAndChat.ts';
import { chatName } from './rateLimitsPerTenantAndChat.ts';

// Sends reminders. A reminder either refers to the card in the chat or contains the card again. If several reports
// remind a person at the same instant, they share one message. It is updated for each report, because an update causes
// no further notification.

interface ReminderSending {
  readonly buckets: TokenBuckets;
  readonly reminders: RecentReminders;
}

interface DueReminder {
  readonly context: RunContext;
  readonly run: Run;
  readonly member: TeamMember;
  readonly person: PersonAddress;
  readonly kind: ReminderKind;
  readonly claimed: Claimed;
}

/**
 * Milliseconds during which further reports can be added to a reminder that refers to the card. A later update would
 * change a message that the person has already read.
 */
const pointerValidMs = 5 * minuteMs;
/**
 * Milliseconds during which further reports can be added to a reminder that contains the whole card. The time is short,
 * because an update removes text that the person has begun to type.
 */
const cardValidMs = minuteMs;

const nameOf = ({ context, member }: DueReminder): string => chatName(context.runRef.orgId, member.memberId);

/** True if the reminder is more than a minute late. The delay is measured from the reminder's own due instant. */
export const isLateReminder = ({ row }: Claimed, now: number): boolean => now - msOf(row.movedTo ?? row.at) > minuteMs;

const listedOf = ({ context: { runRef }, run, kind, claimed }: DueReminder, now: number): ListedReminder => {
  const { teamId, meetingId, date } = runRef;
  return { teamId, meetingId, date, kind, round: run.round, isLate: isLateReminder(claimed, now) };
};

const remindedOf = ({ context, run, member, kind }: DueReminder): RemindedRun => ({
  target: targetOf({ ...context.runRef, memberId: member.memberId }, run),
  text: textOf(run, kind),
  state: 'OPEN',
});

const draw = (deps: JobDeps, due: DueReminder, isWhole: boolean): OutgoingMessage => {
  const { context, run, member } = due;
  const reader = recipientIn(context, run, member.memberId);
  const reminded = remindedOf(due);
  if (!isWhole) return reminderCard(deps, [reminded], reader);
  const filled = { ...promptFormOf(context, run, reminded.target), reminder: reminded.text };
  return askCard(deps, reminded.target, filled, reader);
};

const sendOwn = async (deps: JobDeps, state: ReminderSending, due: DueReminder): Promise<SentMessage> => {
  const { context, run, member, person, kind, claimed } = due;
  const isWhole = isWholeCard(context, run, member.memberId, kind);
  await state.buckets.takePerson(nameOf(due));
  const sent = await deps.messenger.send(person, draw(deps, due, isWhole), deadlineOf(deps));
  const now = deps.clock.now();
  const validUntil = now + (isWhole ? cardValidMs : pointerValidMs);
  const listed = [listedOf(due, now)];
  state.reminders.keep(nameOf(due), claimed.row.at, { sent, listed, unconfirmed: [], validUntil });
  return sent;
};

const isRejected = (error: unknown): boolean => error instanceof MessengerError && error.fault.kind === 'REJECTED';

/**
 * Returns the error to throw if an update got no reply; undefined for every other fault. Repeating an update is
 * harmless, so the missing reply is treated as a refusal: the update is retried soon and does not count as a send.
 */
const afterLostReply = (error: unknown): MessengerError | undefined => {
  const isLost = error instanceof MessengerError && error.fault.kind === 'TRANSIENT' && error.fault.wasRefused !== true;
  return isLost ? new MessengerError({ kind: 'TRANSIENT', wasRefused: true }, error) : undefined;
};

/** Returns the shared message after this run was added to it, and the reminders that it then lists. */
const drawJoined = async (
  deps: JobDeps,
  due: DueReminder,
  { sent, listed, unconfirmed }: SentReminder,
): Promise<{ readonly message: OutgoingMessage; readonly listed: readonly ListedReminder[] }> => {
  const { context, run, member } = due;
  const own = listedOf(due, deps.clock.now());
  const others = [...listed, ...unconfirmed].filter((other) => !isSameReminder(other, own));
  const read = await Promise.all(
    others.map(async (ref) => ({
      ref,
      reminded: await readReminded(deps, context, member.memberId, { ref, activityId: sent.activityId }),
    })),
  );
  const kept = read.flatMap(({ ref, reminded }) => (reminded === undefined ? [] : [{ ref, reminded }]));
  const reader = recipientIn(context, run, member.memberId);
  const message = reminderCard(deps, [...kept.map(({ reminded }) => reminded), remindedOf(due)], reader);
  return { message, listed: [...kept.map(({ ref }) => ref), own] };
};

/** Adds the run to the shared message. Returns undefined if the message can no longer be updated. */
const addTo = async (
  deps: JobDeps,
  { buckets, reminders }: ReminderSending,
  due: DueReminder,
  there: SentReminder,
): Promise<SentReminder | undefined> => {
  const { person, claimed } = due;
  const dueAt = claimed.row.at;
  const { message, listed } = await drawJoined(deps, due, there);
  const address = sentTo(person, there.sent);
  await buckets.takeConversation(nameOf(due));
  try {
    await deps.messenger.update(address, message, deadlineOf(deps));
  } catch (error) {
    if (isGone(error) || isRejected(error)) {
      reminders.forget(nameOf(due), dueAt);
      return undefined;
    }
    const retried = afterLostReply(error);
    if (retried === undefined) throw error;
    const own = listedOf(due, deps.clock.now());
    reminders.keep(nameOf(due), dueAt, { ...there, unconfirmed: withReminders([own], there.unconfirmed) });
    throw retried;
  }
  const next = { ...there, listed, unconfirmed: [] };
  reminders.keep(nameOf(due), dueAt, next);
  return next;
};

/**
 * Sends the reminder as a separate message after the update failed. Returns undefined if too little of the lease is
 * left after the update.
 */
const sendAfterUpdate = async (
  deps: JobDeps,
  state: ReminderSending,
  due: DueReminder,
): Promise<SentMessage | undefined> => {
  const { orgId } = due.context.runRef;
  await state.buckets.ready(orgId, 1);
  if (!canBegin(deps, due.claimed.lease)) return undefined;
  return state.buckets.spend(orgId, 1, () => sendOwn(deps, state, due));
};

/**
 * Sends a reminder, or adds it to the message that the person got for the same instant. Returns undefined if too little
 * of the lease is left after waiting for another reminder to this person.
 */
export const sendReminder = (
  deps: JobDeps,
  state: ReminderSending,
  due: DueReminder,
): Promise<AcceptedMessage | undefined> =>
  state.reminders.runExclusive(nameOf(due), async () => {
    const { claimed } = due;
    const now = deps.clock.now();
    if (!canBegin(deps, claimed.lease)) return undefined;
    const own = listedOf(due, now);
    const there = state.reminders.find(nameOf(due), claimed.row.at, own, now);
    if (there === undefined) return sendOwn(deps, state, due);
    const isListed = there.listed.some((listed) => isSameReminder(listed, own) && listed.round === own.round);
    // If the message already lists this run, only the delivery record is missing, so no second request is needed.
    const next = isListed ? there : await addTo(deps, state, due, there);
    if (next === undefined) return sendAfterUpdate(deps, state, due);
    const sharedWith = next.listed.filter((listed) => !isSameReminder(listed, own));
    return sharedWith.length === 0 ? next.sent : { ...next.sent, sharedWith };
  });

interface StaleReminder {
  readonly ref: ReminderRef;
  readonly memberId: TeamMember['memberId'];
  readonly activityId: string;
  readonly address: MessageAddress;
}

/** Updates a reminder with the current state of its runs, one line for each run that shares the message. */
export const redrawReminder = (
  deps: JobDeps,
  { reminders }: Pick<ReminderSending, 'reminders'>,
  { context, run }: Pick<DueReminder, 'context' | 'run'>,
  { ref, memberId, activityId, address }: StaleReminder,
): Promise<void> =>
  reminders.runExclusive(chatName(context.runRef.orgId, memberId), async () => {
    // The delivery record is read again, because another report may have been added to the message since the rows of
    // the run were read.
    const row = await context.records.get(delivery, { ...ref, who: memberId });
    if (row?.value.activityId !== activityId) return;
    const recorded = [ref, ...(row.value.sharedWith ?? [])];
    // A report that was just added to the message may be missing in the delivery record, so the in-memory list
    // `reminders` is read too.
    const refs = withReminders<ReminderRef>(
      recorded,
      reminders.listedIn(chatName(context.runRef.orgId, memberId), activityId),
    );
    const read = await Promise.all(
      refs.map((listed) => readReminded(deps, context, memberId, { ref: listed, activityId })),
    );
    const reminded = read.filter((part) => part !== undefined);
    if (reminded.length === 0) return;
    const message = reminderCard(deps, reminded, recipientIn(context, run, memberId));
    await deps.messenger.update(address, message, deadlineOf(deps));
  });
