import type { z } from 'zod';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import type { Kind } from '../recordKindsAndAccess.ts';
import { accountWork } from '../kinds/emails/accountOutboxWork.ts';
import { profile } from '../kinds/identity/accountProfileAndPassword.ts';
import { invoice, invoicePage } from '../kinds/billing/invoicesAndNumbers.ts';
import { memberOrg, tenantOrg } from '../kinds/organisations/organisationLookups.ts';
import { orgIndex } from '../kinds/organisations/organisationIndex.ts';
import { kindFromStored, recipientFromStored } from '../kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, OutboxKind } from '../kinds/messages/messageKindsAndRecipients.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { channel, orgTeam, team } from '../kinds/organisations/teamAndChannel.ts';
import { orgMember, orgUser } from '../kinds/organisations/organisationUserAndMember.ts';
import { memberTeam, teamMemberPointer } from '../kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { meeting, meetingPointer } from '../kinds/meetings/meetingWithNameAndPointer.ts';
import { dayHoliday, dayVacation, holiday, vacation } from '../kinds/daysOff/vacationsAndHolidays.ts';
import { charge, chargeDue } from '../kinds/billing/charges.ts';
import { runKind } from '../kinds/runs/run.ts';
import { answer, history } from '../kinds/answers/answerAndHistory.ts';
import { delivery } from '../kinds/runs/delivery.ts';
import { daySummary } from '../kinds/runs/daySummary.ts';
import { blocker } from '../kinds/blockers/blocker.ts';
import { blockerCards } from '../kinds/blockers/blockerCards.ts';
import { sheet, week } from '../kinds/timesheets/sheetAndWeek.ts';
import { weekCards } from '../kinds/timesheets/weekCards.ts';
import { tokenFamily } from '../kinds/identity/refreshTokenFamily.ts';
import { teamMember } from '../kinds/people/teamMember.ts';
import { answerDraft } from '../kinds/answers/answerDraft.ts';
import { skip, snooze } from '../kinds/answers/skipAndSnooze.ts';
import { digest, digestSending } from '../kinds/digests/digestAndSending.ts';
import { organisationPlace } from '../placement/organisationPlaceKinds.ts';
import { template } from '../kinds/meetings/meetingTemplate.ts';
import { generatedSummary } from '../kinds/generatedSummaries/generatedSummary.ts';
import { asked as askedKind, taskMark, usage } from '../kinds/billing/usageLedger.ts';
import { due } from '../kinds/due/dueRow.ts';
import { outbox } from '../kinds/outbox/outboxRow.ts';
import type { Key, Table } from '../tableStorePort.ts';
import type { AnyFormat } from './kindOfRow.ts';

// Checks that keys have a valid form, and that each row has the key that its fields require.

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';
const part = new RegExp(
  `^(?:${[
    ulid,
    String.raw`\d{4}-\d\d-\d\d`,
    '[0-9a-f]{32}',
    '[0-9a-f]{64}',
    // The id of an email that is queued at most once: an optional word, the id of the record that the email is about,
    // then one or two of: the hash of an address, a month, a number.
    String.raw`(?:[a-z]{1,12}-)?${ulid}(?:-(?:[0-9a-f]{16}|\d{1,9})){1,2}`,
    // The id of a request for consent: the hash of the address, and the number of the request.
    String.raw`[0-9a-f]{32}-\d{1,9}`,
    String.raw`\d{1,15}`,
    '[A-Za-z]{1,9}[12]?',
    String.raw`(?:prompt|snz|r1|r2|bcast|fall|mail|osum|omail|sum)\.\d+`,
    '![HV]',
    '!ch',
    '!ml[0-9a-f]{32}',
    '-',
    String.raw`(?:due|ob|org|lim-\d{8})-\d\d`,
    String.raw`run-[\dA-Z-]+`,
    // Ids of the payment provider, for a customer or an event.
    String.raw`(?:cus|evt)_\w+`,
  ].join('|')})$`,
);

/**
 * True if a key consists only of ids, dates, hashes and fixed names of the data model. In Sys only the partition is
 * checked, because row keys of this table may contain the name of an instance.
 */
export const isWellFormed = (table: Table, { pk, rk }: Key): boolean =>
  table === 'Sys'
    ? /^(?:lease|probe|saga|charge-\d\d|format|restored|backup|places|place-\d\d)$/.test(pk)
    : [...pk.split(/[|:]/), ...rk.split('|')].every((text) => part.test(text));

type Parts = readonly string[];
/** Returns the key that the fields of a row require. Parts that no field contains are taken from the row's own key. */
type KeyFor = (value: unknown, pk: Parts, rk: Parts) => Key;

const keyed = <Scope extends OrgId | null, K, S extends z.ZodObject>(
  of: Kind<Scope, K, S>,
  from: (value: z.output<S>, pk: Parts, rk: Parts) => readonly [Scope, K],
): readonly [AnyFormat, KeyFor] => [of, (value, pk, rk) => of.at(...from(value as z.output<S>, pk, rk))];

const orgOf = (pk: Parts): OrgId => (pk[0] ?? '') as OrgId;
const teamOf = (pk: Parts): TeamId => (pk[1] ?? '') as TeamId;
const at = (parts: Parts, index: number): string => parts[index] ?? '';
const runKey = (pk: Parts, rk: Parts) => ({
  teamId: teamOf(pk),
  date: at(rk, 1) as LocalDate,
  meetingId: at(rk, 2) as MeetingId,
});

const keys: ReadonlyMap<AnyFormat, KeyFor> = new Map([
  keyed(tenantOrg, (value) => [null, value]),
  keyed(memberOrg, (value) => [null, value]),
  keyed(orgIndex, (value) => [null, value]),
  keyed(organisationPlace, (value) => [null, value]),
  keyed(profile, (value) => [null, value]),
  keyed(tokenFamily, (value) => [null, value]),
  keyed(org, (value) => [value.orgId, undefined]),
  keyed(orgTeam, (value, pk) => [orgOf(pk), value]),
  keyed(orgUser, (value, pk) => [orgOf(pk), value]),
  keyed(orgMember, (value, pk) => [orgOf(pk), value]),
  keyed(memberTeam, (value, pk, rk) => [orgOf(pk), { ...value, memberId: at(rk, 1) as MemberId }]),
  keyed(teamMemberPointer, (value, pk, rk) => [orgOf(pk), { ...value, teamId: at(rk, 1) as TeamId }]),
  keyed(meetingPointer, (value, pk) => [orgOf(pk), value]),
  keyed(vacation, (value, pk) => [orgOf(pk), value]),
  keyed(template, (value, pk) => [orgOf(pk), value]),
  keyed(digest, (value, pk) => [orgOf(pk), value]),
  keyed(digestSending, (value, pk) => [orgOf(pk), value]),
  keyed(team, (value, pk) => [orgOf(pk), value]),
  keyed(teamMember, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(channel, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(meeting, (value, pk) => [orgOf(pk), { teamId: value.teamId, meetingId: value.id }]),
  keyed(holiday, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(dayHoliday, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(dayVacation, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(runKind, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(answer, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(delivery, (_value, pk, rk) => [
    orgOf(pk),
    { ...runKey(pk, rk), who: recipientFromStored(at(rk, 4)), kind: kindFromStored(at(rk, 5)) as DeliveryKind },
  ]),
  keyed(skip, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(snooze, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(daySummary, (value, pk, rk) => [
    orgOf(pk),
    { ...value, teamId: teamOf(pk), meetingId: at(rk, 1) as MeetingId },
  ]),
  keyed(blocker, (value, pk, rk) => [orgOf(pk), { ...value, teamId: teamOf(pk), meetingId: at(rk, 1) as MeetingId }]),
  keyed(answerDraft, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(blockerCards, (value, pk, rk) => [
    orgOf(pk),
    { ...value, teamId: teamOf(pk), meetingId: at(rk, 1) as MeetingId },
  ]),
  keyed(history, (value, pk, rk) => [orgOf(pk), { ...value, teamId: teamOf(pk), memberId: at(rk, 1) as MemberId }]),
  keyed(sheet, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(week, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(weekCards, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(generatedSummary, (value, pk) => [orgOf(pk), { ...value, teamId: teamOf(pk) }]),
  keyed(usage, (value, pk) => [orgOf(pk), { ...value, month: at(pk, 1) }]),
  keyed(taskMark, (value, pk, rk) => [orgOf(pk), { ...value, teamId: teamOf(pk), month: at(rk, 1) }]),
  keyed(askedKind, (value, pk) => [orgOf(pk), { ...value, month: at(pk, 1) }]),
  keyed(charge, (value, pk) => [orgOf(pk), value]),
  keyed(chargeDue, (value) => [null, { ...value, shard: shardOf(value.orgId) }]),
  keyed(invoice, (value, pk) => [orgOf(pk), value]),
  keyed(invoicePage, (value, pk) => [orgOf(pk), value]),
  keyed(due, (value) => [null, value]),
  keyed(outbox, (value) => [null, { ...value, kind: value.kind as OutboxKind }]),
  keyed(accountWork, (value) => [null, value]),
]);

/**
 * True if the row's key is the key that its fields require, and for every row of a kind that `keys` does not contain.
 */
export const isAtItsKey = (kind: AnyFormat, key: Key, value: unknown): boolean => {
  const keyFor = keys.get(kind);
  if (keyFor === undefined) return true;
  const asked = keyFor(value, key.pk.split('|'), key.rk.split('|'));
  return asked.pk === key.pk && asked.rk === key.rk;
};

export const keyPart = (rk: string, index: number): string => at(rk.split('|'), index);
