import { isEscalation } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { blockerCards } from '../../store/kinds/blockers/blockerCards.ts';
import { sentIdsOf } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { MessageId, MessageResult } from '../outboxRows/messageRecordWithSendCounts.ts';

// Changes the reminders and escalations in a `blockerCards` record, which lists the messages about one member's
// blockers in a report.

export type BlockerRecord = ValueOf<typeof blockerCards>;
export type StoredReminder = NonNullable<BlockerRecord['reminders']>[number];
export type ReminderCard = NonNullable<StoredReminder['card']>;

const keptReminders = 40;
const keptEscalations = 20;

/**
 * Maximum number of reminder cards, and of escalation cards, that are kept up to date. A press of a button on an older
 * card shows the current state.
 */
const keptReminderCards = 5;

/**
 * Keeps the stored card, which is needed to update a message later, only in the newest reminders and escalations
 * (`keptReminderCards` of each). They are counted separately, so that daily reminders do not displace an escalation.
 */
const withoutOldCards = (reminders: readonly StoredReminder[]): StoredReminder[] => {
  const newest = (isOfKind: (number: number) => boolean): StoredReminder[] =>
    reminders.filter(({ number, card }) => card != null && isOfKind(number)).slice(-keptReminderCards);
  const kept = new Set([...newest(isEscalation), ...newest((number) => !isEscalation(number))]);
  return reminders.map((reminder) => (kept.has(reminder) ? reminder : { ...reminder, card: null }));
};

/**
 * Returns the newest reminders and the newest escalations. They are counted separately: if daily reminders displaced an
 * escalation, it would be sent again.
 */
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

/**
 * Returns the record with the changed card of a reminder; null = the card is not redrawn any more. A reminder without a
 * card stays unchanged.
 */
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

/** Returns the record with the reason why a reminder is not sent, or not sent again; null = it has no reason. */
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
  // An earlier version stored no card when it counted the send. Such a card cannot be redrawn.
  const sent = card == null ? null : { ...card, ...sentIdsOf(result), digest: result.digest };
  return withReminder(before, { ...id, sends, notBefore, isOver: true, reason: null, card: sent });
};
