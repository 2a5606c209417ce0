import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { SentMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { weekCards } from '../../store/kinds/runsAnswersBlockersTimesheetsActivity.ts';
import { teamMember } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../../services/core/optimisticUpdate.ts';
import type { Claimed } from '../delivery/claimLimitAndRescheduleRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { UnrecordedError } from './rescheduleOrDeleteMaintenanceRow.ts';
import { pendingOf, withCountedSend, withPending, withoutPending } from './pendingMessagesAndSendLimit.ts';
import type { MessageId, MessageResult } from './pendingMessagesAndSendLimit.ts';
import type { MessageRecord } from './postMaintenanceMessageToPerson.ts';

// Stores the results of the messages about one week of a member's timesheet, and how often each unfinished message was sent. One outbox
// row causes messages to several admins and to the member, so each message has its own count, which is written before a send begins.

export type WeekRecord = ValueOf<typeof weekCards>;
export type Card = WeekRecord['cards'][number];

export interface WeekPlace {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  readonly monday: LocalDate;
}

export const readWeekRecord = async ({ records, ...key }: WeekPlace): Promise<WeekRecord | undefined> =>
  (await records.get(weekCards, key))?.value;

/**
 * Stores the record that `change` returns; writes nothing if `change` returns undefined. Only the instance that has
 * claimed the outbox row writes the record, so conflicts are rare.
 */
export const changeWeekRecord = (
  { records, ...key }: WeekPlace,
  change: (before: WeekRecord) => WeekRecord | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const stored = await records.get(weekCards, key);
    const { monday, memberId } = key;
    const next = change(stored?.value ?? { monday, memberId, told: 0, asked: 0, cards: [] });
    if (next === undefined) return;
    if (stored === undefined) await records.insert(weekCards, key, next);
    else await records.replace(weekCards, key, next, stored.etag);
  });

const isOf =
  ({ who, number }: MessageId) =>
  (card: Card): boolean =>
    card.who === who && card.submission === number;

export const withCard = (before: WeekRecord, card: Card): WeekRecord => {
  const isSame = isOf({ who: card.who, number: card.submission });
  return { ...before, cards: [...before.cards.filter((other) => !isSame(other)), card] };
};

const withResult = (before: WeekRecord, id: MessageId, result: MessageResult): WeekRecord => {
  const rest = withoutPending(before, id);
  // An owner cannot approve their own week, so a message to the owner is always a notice.
  if (id.who === before.memberId) return { ...rest, told: Math.max(before.told, id.number) };
  return withCard(rest, { who: id.who, submission: id.number, ...result });
};

/**
 * Counts a send before it begins, so that the count is right even after a crash. Returns how many sends the chat service may then have
 * accepted, including this one. Undefined if there were already three sends, so that no further send may begin.
 */
const countSend = async (place: WeekPlace, id: MessageId, now: number): Promise<number | undefined> => {
  let counted: number | undefined;
  await changeWeekRecord(place, (before) => {
    const next = withCountedSend(before, id, now);
    counted = next?.sends;
    return next?.next;
  });
  return counted;
};

/**
 * Stores the instant of the next attempt and the number of sends that the chat service may have accepted. If the last
 * send certainly failed, this number does not include it.
 */
const postpone = (place: WeekPlace, id: MessageId, sends: number, notBefore: number): Promise<void> =>
  changeWeekRecord(place, (before) => withPending(before, { ...id, sends, notBefore: toInstant(notBefore) }));

const noteResult = (place: WeekPlace, id: MessageId, result: MessageResult): Promise<void> =>
  changeWeekRecord(place, (before) => withResult(before, id, result));

const hasSent = (record: WeekRecord, id: MessageId): boolean =>
  id.who === record.memberId
    ? record.told >= id.number
    : record.cards.some((card) => isOf(id)(card) && card.reason === null);

/** Writes the record of a sent message, and marks its recipient as reachable. */
const writeSent = async (place: WeekPlace, id: MessageId, sent: SentMessage, digest: string): Promise<void> => {
  const { records, teamId } = place;
  const { conversationId, activityId } = sent;
  const result = { conversationId, activityId, digest, reason: null };
  await changeWeekRecord(place, (before) => (hasSent(before, id) ? undefined : withResult(before, id, result)));
  const reached = { conversationId, unreachable: null, unreachableSince: null };
  await updateRow(records, teamMember, { teamId, memberId: id.who }, (member) => mergeChanges(member, reached));
};

/** Records a sent message. Throws UnrecordedError if the record cannot be written, because this failure must not cause another send. */
const recordSent = async (place: WeekPlace, id: MessageId, sent: SentMessage, digest: string): Promise<void> => {
  try {
    await writeSent(place, id, sent, digest);
  } catch (error) {
    throw new UnrecordedError({ ...sent, ...id }, false, error);
  }
};

/**
 * Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. The empty
 * digest causes an update of the card at the next check.
 */
export const recordAccepted = async (deps: Pick<JobDeps, 'store'>, { row }: Claimed): Promise<void> => {
  const { accepted, orgId, teamId, date: monday } = row;
  if (accepted?.who == null || accepted.number == null) return;
  const place = { records: inOrg(deps.store, orgId), teamId, memberId: row.who as MemberId, monday };
  // Each send is counted in the record before it begins. If the record is missing, it was therefore deleted later, with its team or its
  // owner.
  if ((await readWeekRecord(place)) === undefined) return;
  await writeSent(place, { who: accepted.who, number: accepted.number }, accepted, '');
};

/**
 * Counts and results of the messages about a week. For an admin's card, `number` is the number of the submission. For a
 * notice to the owner of the week, it is the number of the state change that the notice reports.
 */
export const weekMessages = (place: WeekPlace): MessageRecord => ({
  waitsUntil: async (id) => {
    const pending = pendingOf(await readWeekRecord(place), id);
    return pending === undefined ? undefined : msOf(pending.notBefore);
  },
  countSend: (id, now) => countSend(place, id, now),
  postpone: (id, sends, notBefore) => postpone(place, id, sends, notBefore),
  noteResult: (id, result) => noteResult(place, id, result),
  recordSent: (id, sent, digest) => recordSent(place, id, sent, digest),
});
