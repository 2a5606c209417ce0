import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isReminderNumber } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { sinceOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { maxSends } from '../../domain/runs/sendDecisionsAndSkipReasons.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { SentMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker, blockerCards } from '../../store/kinds/runsAnswersBlockersTimesheetsActivity.ts';
import { teamMember } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../../services/core/optimisticUpdate.ts';
import type { Claimed } from '../delivery/claimLimitAndRescheduleRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { pendingOf, withCountedSend, withPending, withoutPending } from './pendingMessagesAndSendLimit.ts';
import type { MessageId, MessageResult } from './pendingMessagesAndSendLimit.ts';
import type { MessageRecord } from './postMaintenanceMessageToPerson.ts';
import { reminderOf, withoutReminder, withReminder, withSentReminder } from './changeRemindersInBlockerRecord.ts';
import type { BlockerRecord, ReminderCard } from './changeRemindersInBlockerRecord.ts';
import { UnrecordedError } from './rescheduleOrDeleteMaintenanceRow.ts';

// Stores the results of the messages about one member's blockers in a report, and how often each unfinished message was sent.

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

/** Maximum number of cards that are updated. Older cards stay in the chat unchanged, because no one waits for them any more. */
const keptCards = 20;

const keyOf = ({ teamId, meetingId, memberId }: RecordPlace) => ({ teamId, meetingId, memberId });

export const readBlockerRecord = async (place: RecordPlace): Promise<BlockerRecord | undefined> =>
  (await place.records.get(blockerCards, keyOf(place)))?.value;

/** Stores the record that `change` returns. If it returns undefined, nothing is written. */
export const changeBlockerRecord = (
  place: RecordPlace,
  change: (before: BlockerRecord) => BlockerRecord | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const { records } = place;
    const key = keyOf(place);
    const stored = await records.get(blockerCards, key);
    const next = change(stored?.value ?? { memberId: place.memberId, told: 0, cards: [] });
    if (next === undefined) return;
    if (stored === undefined) await records.insert(blockerCards, key, next);
    else await records.replace(blockerCards, key, next, stored.etag);
  });

export const hasCard = (record: BlockerRecord | undefined, { who, number }: MessageId): boolean =>
  record?.cards.some((card) => card.who === who && card.number === number) === true;

export const withBlockerCard = (before: BlockerRecord, card: BlockerCard): BlockerRecord => ({
  ...before,
  cards: [...before.cards.filter(({ who, number }) => who !== card.who || number !== card.number), card].slice(
    -keptCards,
  ),
});

const withResult = (before: BlockerRecord, id: MessageId, result: MessageResult, since: LocalDate): BlockerRecord => {
  const rest = withoutPending(before, id);
  // An owner is never needed for their own blocker, so a message to the owner is always a notice.
  return id.who === before.memberId
    ? { ...rest, told: Math.max(before.told, id.number) }
    : withBlockerCard(rest, { ...id, since, ...result });
};

const withSent = (before: BlockerRecord, id: MessageId, result: MessageResult, place: RecordPlace): BlockerRecord => {
  return isReminderNumber(id.number)
    ? withSentReminder(before, id, result)
    : withResult(before, id, result, place.since);
};

const hasSent = (record: BlockerRecord, id: MessageId): boolean => {
  if (isReminderNumber(id.number)) return reminderOf(record, id)?.isOver === true;
  return id.who === record.memberId
    ? record.told >= id.number
    : record.cards.some((card) => card.who === id.who && card.number === id.number && card.reason === null);
};

/** Writes the record of a sent message, and marks its recipient as reachable. */
const writeSent = async (place: RecordPlace, id: MessageId, sent: SentMessage, digest: string): Promise<void> => {
  const { conversationId, activityId } = sent;
  const result = { conversationId, activityId, digest, reason: null };
  await changeBlockerRecord(place, (before) => (hasSent(before, id) ? undefined : withSent(before, id, result, place)));
  const reached = { conversationId, unreachable: null, unreachableSince: null };
  const key = { teamId: place.teamId, memberId: id.who };
  await updateRow(place.records, teamMember, key, (member) => mergeChanges(member, reached));
};

/**
 * Counts and results of the cards and notices about a blocker. The `number` of a card is the blocker's count of namings
 * (`needs`) for which it was sent. The `number` of a notice to the owner is the count of hand-backs (`backs`).
 */
export const blockerMessages = (place: RecordPlace): MessageRecord => ({
  waitsUntil: async (id) => {
    const pending = pendingOf(await readBlockerRecord(place), id);
    return pending === undefined ? undefined : msOf(pending.notBefore);
  },
  countSend: async (id, now) => {
    let counted: number | undefined;
    await changeBlockerRecord(place, (before) => {
      const next = withCountedSend(before, id, now);
      counted = next?.sends;
      return next?.next;
    });
    return counted;
  },
  postpone: (id, sends, notBefore) =>
    changeBlockerRecord(place, (before) => withPending(before, { ...id, sends, notBefore: toInstant(notBefore) })),
  noteResult: (id, result) => changeBlockerRecord(place, (before) => withResult(before, id, result, place.since)),
  recordSent: async (id, sent, digest) => {
    try {
      await writeSent(place, id, sent, digest);
    } catch (error) {
      throw new UnrecordedError({ ...sent, ...id }, false, error);
    }
  },
});

/** The data that a later redraw of a reminder's card needs. */
export type ShownReminder = Pick<ReminderCard, 'since' | 'naming' | 'days'>;

/** Counts the sends of a blocker's reminders and escalations like those of its cards, but in the field `reminders` of the record. */
export const reminderMessages = (place: RecordPlace, shown: ShownReminder): MessageRecord => ({
  ...blockerMessages(place),
  waitsUntil: async (id) => {
    const stored = reminderOf(await readBlockerRecord(place), id);
    return stored === undefined ? undefined : msOf(stored.notBefore);
  },
  countSend: async (id, now) => {
    let counted: number | undefined;
    await changeBlockerRecord(place, (before) => {
      const sends = (reminderOf(before, id)?.sends ?? 0) + 1;
      counted = sends > maxSends ? undefined : sends;
      const card = { ...shown, conversationId: null, activityId: null, digest: '' };
      const sent = { ...id, sends, notBefore: toInstant(now), isOver: false, reason: null, card };
      return counted === undefined ? undefined : withReminder(before, sent);
    });
    return counted;
  },
  noteResult: (id, { reason }) => changeBlockerRecord(place, (before) => withoutReminder(before, id, reason, 0)),
  postpone: (id, sends, notBefore) =>
    changeBlockerRecord(place, (before) => {
      const { card = null } = reminderOf(before, id) ?? {};
      const postponed = { ...id, sends, notBefore: toInstant(notBefore), isOver: false, reason: null, card };
      return withReminder(before, postponed);
    }),
});

/** Stores the reason why a reminder is not sent, or not sent again. */
export const noteNoReminder = (place: RecordPlace, id: MessageId, reason: string, now: number): Promise<void> =>
  changeBlockerRecord(place, (before) => withoutReminder(before, id, reason, now));

/**
 * Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. The empty
 * digest causes an update of the card at the next check.
 */
export const recordAccepted = async (deps: Pick<JobDeps, 'store'>, { row }: Claimed): Promise<void> => {
  const { accepted, orgId, teamId, meetingId } = row;
  if (accepted?.who == null || accepted.number == null) return;
  const records = inOrg(deps.store, orgId);
  const key = { teamId, meetingId, memberId: row.who as MemberId };
  const current = await records.get(blocker, key);
  if (current === undefined) return;
  const place = { records, ...key, since: sinceOf(current.value) };
  // Each send is counted in the record before it begins. If the record is missing, it was therefore deleted later, with its team or its
  // owner.
  if ((await readBlockerRecord(place)) === undefined) return;
  await writeSent(place, { who: accepted.who, number: accepted.number }, accepted, '');
};
