import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isReminderNumber } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { sinceOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../store/kinds/blockers/blockerCards.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { updateOrInsertRow } from '../../services/core/optimisticUpdate.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import {
  createMessageRecord,
  pendingOf,
  recordAcceptedMessage,
  withoutPending,
  withPending,
} from '../outboxRows/messageRecordWithSendCounts.ts';
import type {
  MessageId,
  MessageRecord,
  MessageRecordRules,
  MessageResult,
  Pending,
} from '../outboxRows/messageRecordWithSendCounts.ts';
import { reminderOf, withoutReminder, withReminder, withSentReminder } from './changeRemindersInBlockerRecord.ts';
import type { BlockerRecord, ReminderCard } from './changeRemindersInBlockerRecord.ts';

// Stores the results of the messages about one member's blockers in a report, and how often each unfinished message was
// sent.

export type BlockerCard = BlockerRecord['cards'][number];

export interface RecordPlace {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  /**
   * Date on which the current blocker began. New messages are about this blocker; older cards may be about earlier
   * blockers.
   */
  readonly since: LocalDate;
}

/**
 * Maximum number of cards that are updated. Older cards stay in the chat unchanged, because no one waits for them any
 * more.
 */
const keptCards = 20;

const keyOf = ({ teamId, meetingId, memberId }: RecordPlace) => ({ teamId, meetingId, memberId });

export const readBlockerRecord = async (place: RecordPlace): Promise<BlockerRecord | undefined> =>
  (await place.records.get(blockerCards, keyOf(place)))?.value;

/** Stores the record that `change` returns. If it returns undefined, nothing is written. */
export const changeBlockerRecord = (
  place: RecordPlace,
  change: (before: BlockerRecord) => BlockerRecord | undefined,
): Promise<void> =>
  updateOrInsertRow(place.records, blockerCards, keyOf(place), (stored) =>
    change(stored ?? { memberId: place.memberId, told: 0, cards: [] }),
  );

export const hasCard = (record: BlockerRecord | undefined, { who, number }: MessageId): boolean =>
  record?.cards.some((card) => card.who === who && card.number === number) === true;

export const withBlockerCard = (before: BlockerRecord, card: BlockerCard): BlockerRecord => ({
  ...before,
  cards: [...before.cards.filter(({ who, number }) => who !== card.who || number !== card.number), card].slice(
    -keptCards,
  ),
});

const withCardResult = (
  before: BlockerRecord,
  id: MessageId,
  result: MessageResult,
  since: LocalDate,
): BlockerRecord => {
  const rest = withoutPending(before, id);
  // An owner is never needed for their own blocker, so a message to the owner is always a notice.
  return id.who === before.memberId
    ? { ...rest, told: Math.max(before.told, id.number) }
    : withBlockerCard(rest, { ...id, since, ...result });
};

const withReminderResult = (before: BlockerRecord, id: MessageId, result: MessageResult): BlockerRecord =>
  result.reason === null ? withSentReminder(before, id, result) : withoutReminder(before, id, result.reason, 0);

const hasSent = (record: BlockerRecord, id: MessageId): boolean => {
  if (isReminderNumber(id.number)) return reminderOf(record, id)?.isOver === true;
  return id.who === record.memberId
    ? record.told >= id.number
    : record.cards.some((card) => card.who === id.who && card.number === id.number && card.reason === null);
};

/** The data that a later redraw of a reminder's card needs. */
export type ShownReminder = Pick<ReminderCard, 'since' | 'naming' | 'days'>;

const withPendingReminder = (before: BlockerRecord, message: Pending, shown: ShownReminder | null): BlockerRecord => {
  const card = shown === null ? null : { ...shown, ...noSentIds, digest: '' };
  return withReminder(before, { ...message, isOver: false, reason: null, card });
};

/** Reminders and escalations have negative numbers, and the record contains them in the field `reminders`. */
const rulesOf = (place: RecordPlace, shown: ShownReminder | null = null): MessageRecordRules<BlockerRecord> => ({
  records: place.records,
  teamId: place.teamId,
  read: () => readBlockerRecord(place),
  change: (change) => changeBlockerRecord(place, change),
  find: (record, id) => (isReminderNumber(id.number) ? reminderOf(record, id) : pendingOf(record, id)),
  hasSent,
  withPending: (before, message) =>
    isReminderNumber(message.number) ? withPendingReminder(before, message, shown) : withPending(before, message),
  withResult: (before, id, result) =>
    isReminderNumber(id.number)
      ? withReminderResult(before, id, result)
      : withCardResult(before, id, result, place.since),
});

/**
 * Counts and results of the messages about a blocker. The `number` of a card is the blocker's count of namings
 * (`needs`) for which it was sent. The `number` of a notice to the owner is the count of hand-backs (`backs`). `shown`:
 * the content of a reminder's card.
 */
export const blockerMessages = (place: RecordPlace, shown?: ShownReminder): MessageRecord =>
  createMessageRecord(rulesOf(place, shown));

/** Stores the reason why a reminder is not sent, or not sent again. */
export const noteNoReminder = (place: RecordPlace, id: MessageId, reason: string, now: number): Promise<void> =>
  changeBlockerRecord(place, (before) => withoutReminder(before, id, reason, now));

/** Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. */
export const recordAccepted = async (deps: Pick<JobDeps, 'store'>, { row }: Claimed): Promise<void> => {
  const { accepted, orgId, teamId, meetingId } = row;
  if (accepted == null) return;
  const records = inOrg(deps.store, orgId);
  const key = { teamId, meetingId, memberId: requireMemberRecipient(row.who) };
  const current = await records.get(blocker, key);
  if (current === undefined) return;
  await recordAcceptedMessage(rulesOf({ records, ...key, since: sinceOf(current.value) }), accepted);
};
