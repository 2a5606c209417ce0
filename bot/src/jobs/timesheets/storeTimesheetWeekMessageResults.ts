import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { weekCards } from '../../store/kinds/timesheets/weekCards.ts';
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
} from '../outboxRows/messageRecordWithSendCounts.ts';

// Stores the results of the messages about one week of a member's timesheet, and how often each unfinished message was
// sent. One outbox row causes messages to several admins and to the member, so each message has its own count, which is
// written before a send begins.

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
  updateOrInsertRow(records, weekCards, key, (stored) =>
    change(stored ?? { monday: key.monday, memberId: key.memberId, told: 0, asked: 0, cards: [] }),
  );

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

const hasSent = (record: WeekRecord, id: MessageId): boolean =>
  id.who === record.memberId
    ? record.told >= id.number
    : record.cards.some((card) => isOf(id)(card) && card.reason === null);

const rulesOf = (place: WeekPlace): MessageRecordRules<WeekRecord> => ({
  records: place.records,
  teamId: place.teamId,
  read: () => readWeekRecord(place),
  change: (change) => changeWeekRecord(place, change),
  find: pendingOf,
  hasSent,
  withPending,
  withResult,
});

/**
 * Counts and results of the messages about a week. For an admin's card, `number` is the number of the submission. For a
 * notice to the owner of the week, it is the number of the state change that the notice reports.
 */
export const weekMessages = (place: WeekPlace): MessageRecord => createMessageRecord(rulesOf(place));

/** Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. */
export const recordAccepted = (deps: Pick<JobDeps, 'store'>, { row }: Claimed): Promise<void> => {
  const { orgId, teamId, date: monday, who } = row;
  const place = { records: inOrg(deps.store, orgId), teamId, memberId: requireMemberRecipient(who), monday };
  return recordAcceptedMessage(rulesOf(place), row.accepted);
};
