import type { Instant, LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import type { SentMessage } from '../../../gateways/messengerPort.ts';
import { createKeyedMutex } from '../../../concurrency/keyedMutex.ts';
import type { ReminderKind } from '../../../store/kinds/messages/messageKindsAndRecipients.ts';

// Keeps recently sent reminders in memory. Several reports that remind a person at the same instant can then share one
// message.

export interface ListedReminder {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly kind: ReminderKind;
  readonly round: number;
  readonly isLate: boolean;
}

export type ReminderRef = Pick<ListedReminder, 'teamId' | 'meetingId' | 'date' | 'kind'>;

export const isSameReminder = (a: ReminderRef, b: ReminderRef): boolean =>
  a.teamId === b.teamId && a.meetingId === b.meetingId && a.date === b.date && a.kind === b.kind;

export interface SentReminder {
  readonly sent: SentMessage;
  readonly listed: readonly ListedReminder[];
  /** Reminders that the message may list. They were added by an update without a reply, so the result is unknown. */
  readonly unconfirmed: readonly ListedReminder[];
  /**
   * Epoch ms until which reminders can be added to the message. After that, every further reminder is a separate
   * message.
   */
  readonly validUntil: number;
}

/**
 * The reminders are kept in memory, because all messages of a tenant are sent by one instance. After a restart, a
 * person may at worst get a second message.
 */
export interface RecentReminders {
  /** Runs the tasks for one person's reminders one after the other. */
  runExclusive<T>(person: string, task: () => Promise<T>): Promise<T>;
  /**
   * Returns the message of that due instant if it already lists the wanted reminder or can still be extended; otherwise
   * undefined.
   */
  find(person: string, dueAt: Instant, wanted: ListedReminder, now: number): SentReminder | undefined;
  keep(person: string, dueAt: Instant, reminder: SentReminder): void;
  /** Removes the message of that due instant, so that the next reminder becomes a separate message. */
  forget(person: string, dueAt: Instant): void;
  /** Returns the reminders that a message lists, even those without a delivery record. */
  listedIn(person: string, activityId: string): readonly ListedReminder[];
}

/** Maximum number of reminders in memory; they take about 4 MB. */
const maxReminders = 5_000;

const allIn = ({ listed, unconfirmed }: SentReminder): readonly ListedReminder[] => [...listed, ...unconfirmed];

const isListedIn = (reminder: SentReminder, wanted: ListedReminder): boolean =>
  allIn(reminder).some((listed) => isSameReminder(listed, wanted) && listed.round === wanted.round);

export const createRecentReminders = (most = maxReminders): RecentReminders => {
  const reminders = new BoundedMap<string, SentReminder>(most);
  const byMessage = new BoundedMap<string, SentReminder>(most);
  const { runExclusive } = createKeyedMutex();
  return {
    runExclusive,
    find: (person, dueAt, wanted, now) => {
      const found = reminders.get(`${person}|${dueAt}`);
      return found !== undefined && (now < found.validUntil || isListedIn(found, wanted)) ? found : undefined;
    },
    keep: (person, dueAt, reminder) => {
      reminders.set(`${person}|${dueAt}`, reminder);
      byMessage.set(`${person}|${reminder.sent.activityId}`, reminder);
    },
    forget: (person, dueAt) => {
      reminders.delete(`${person}|${dueAt}`);
    },
    listedIn: (person, activityId) => {
      const found = byMessage.get(`${person}|${activityId}`);
      return found === undefined ? [] : allIn(found);
    },
  };
};
