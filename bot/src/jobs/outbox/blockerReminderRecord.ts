import { isEscalation } from '../../domain/blockers/blockerReminders.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import type { ValueOf } from '../../store/records.ts';
import type { blockerCards } from '../../store/kinds/runsAnswersTimesheets.ts';
import type { MessageId, MessageResult } from './messageRecord.ts';

// The reminders and escalations in the record of the messages about one member's blockers in a report.

export type BlockerRecord = ValueOf<typeof blockerCards>;
export type StoredReminder = NonNullable<BlockerRecord['reminders']>[number];
export type ReminderCard = NonNullable<StoredReminder['card']>;

const keptReminders = 40;
const keptEscalations = 20;

/**
 * Maximum number of cards of reminders, and of escalations, to keep up to date. A press on an older card shows the present
 * state.
 */
const keptReminderCards = 5;

/** Returns the reminders without the cards that are too old to be redrawn. Daily reminders do not displace an escalation. */
const withoutOldCards = (reminders: readonly StoredReminder[]): StoredReminder[] => {
  const newest = (isOfKind: (number: number) => boolean): StoredReminder[] =>
    reminders.filter(({ number, card }) => card != null && isOfKind(number)).slice(-keptReminderCards);
  const kept = new Set([...newest(isEscalation), ...newest((number) => !isEscalation(number))]);
  return reminders.map((reminder) => (kept.has(reminder) ? reminder : { ...reminder, card: null }));
};

/** Returns the newest reminders and escalations. Daily reminders do not displace an escalation, so that it is not sent again. */
const newestOfEach = (reminders: readonly StoredReminder[]): StoredReminder[] => {
  const escalations = reminders.filter(({ number }) => isEscalation(number));
  const others = reminders.filter(({ number }) => !isEscalation(number));
  const kept = new Set([...escalations.slice(-keptEscalations), ...others.slice(-keptReminders)]);
  return reminders.filter((reminder) => kept.has(reminder));
};

export const withReminder = (before: BlockerRecord, reminder: StoredReminder): BlockerRecord => ({
  ...before,
  reminders: withoutOldCards(
    newestOfEach([
      ...(before.reminders ?? []).filter(({ who, number }) => who !== reminder.who || number !== reminder.number),
      reminder,
    ]),
  ),
});

/** Stores the changed card of a reminder that still has one; null = the card is not redrawn any more. */
export const withReminderCard = (
  before: BlockerRecord,
  { who, number }: MessageId,
  card: ReminderCard | null,
): BlockerRecord => ({
  ...before,
  reminders:
    before.reminders?.map((reminder) =>
      reminder.who === who && reminder.number === number && reminder.card != null ? { ...reminder, card } : reminder,
    ) ?? null,
});

export const reminderOf = (record: BlockerRecord | undefined, { who, number }: MessageId): StoredReminder | undefined =>
  record?.reminders?.find((reminder) => reminder.who === who && reminder.number === number);

/** Stores that no reminder is sent, or not again. */
export const withoutReminder = (
  before: BlockerRecord,
  id: MessageId,
  reason: string | null,
  at: number,
): BlockerRecord => {
  const { sends = 0, notBefore = toInstant(at) } = reminderOf(before, id) ?? {};
  return withReminder(before, { ...id, sends, notBefore, isOver: true, reason, card: null });
};

export const withSentReminder = (before: BlockerRecord, id: MessageId, result: MessageResult): BlockerRecord => {
  const { sends = 0, notBefore = toInstant(0), card } = reminderOf(before, id) ?? {};
  const { conversationId, activityId, digest } = result;
  // A version that stored no card may have counted the send.
  const sent = card == null ? null : { ...card, conversationId, activityId, digest };
  return withReminder(before, { ...id, sends, notBefore, isOver: true, reason: null, card: sent });
};
