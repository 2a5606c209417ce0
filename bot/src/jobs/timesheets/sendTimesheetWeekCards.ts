import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { formatDay, formatDuration } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import { whyNotNotified } from '../../domain/runs/reachableMembers.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { addressOfMember, addressOfSent } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { weekLink } from '../../services/core/webLinks.ts';
import { listAllMembers } from '../../services/tenancy/listMembers.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { isAskingMembers } from '../../services/tenancy/payingStateAndOrgPause.ts';
import type { NoticeLine, Reader } from '../../services/core/cardPresenterPort.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import { timesheetZoneOf } from '../../services/timesheets/timesheetFilterAndZone.ts';
import { readWeekFacts, weekStateOf, weekSum } from '../../services/timesheets/weekViewAndWaitingWeeks.ts';
import type { WeekFacts } from '../../services/timesheets/weekViewAndWaitingWeeks.ts';
import { approversOf, weekModel } from '../../services/timesheets/weekCardModelAndApprovers.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { earliest, rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { ClaimedMaintenance, NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { chatName } from '../delivery/rateLimitsPerTenantAndChat.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { contentDigest } from '../outboxRows/contentDigest.ts';
import {
  afterPersonalFault,
  sendAndRecordPersonalMessage,
  giveUp,
  sendInTurn,
  noteUnreachable,
} from '../outboxRows/sendAndRecordPersonalMessage.ts';
import type { PersonalUpdate } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import {
  changeWeekRecord,
  readWeekRecord,
  recordAccepted,
  weekMessages,
  withCard,
} from './storeTimesheetWeekMessageResults.ts';
import type { Card, WeekPlace, WeekRecord } from './storeTimesheetWeekMessageResults.ts';

// Handles the `weekCards` row of a member's week: asks each admin once for each submission, updates the cards after a
// decision, and notifies the owner of the decision.

/** The data for one check of a `weekCards` row, the outbox row that keeps the messages about a week up to date. */
interface WeekUpdate extends PersonalUpdate {
  readonly facts: WeekFacts;
  readonly teamName: string;
  readonly language: Language;
  readonly people: ReadonlyMap<MemberId, TeamMember>;
}

const placeOf = ({ facts }: Pick<WeekUpdate, 'facts'>): WeekPlace => ({
  ...{ records: facts.records, teamId: facts.owner.teamId, memberId: facts.owner.memberId, monday: facts.week.monday },
});

const readerOf = ({ language }: WeekUpdate, member: TeamMember): Reader => ({
  locale: supportedLocaleOr(member.locale, language),
  timezone: timesheetZoneOf(member),
});

const submissionOf = ({ week }: WeekFacts): number => week.stored?.value.submission ?? 0;

const cardFor = (update: WeekUpdate, member: TeamMember, submission: number): OutgoingMessage => {
  const { deps, facts, teamName } = update;
  const isOld = submission !== submissionOf(facts);
  return deps.presenter.week(weekModel(deps, facts, { teamName, isOld }), readerOf(update, member));
};

const askAdmin = async (update: WeekUpdate, member: TeamMember): Promise<NextCheck> => {
  const number = submissionOf(update.facts);
  const reason = whyNotNotified(member, addressOfMember(member), update.deps.clock.now());
  if (reason === null)
    return sendAndRecordPersonalMessage(update, { member, number, draw: () => cardFor(update, member, number) });
  await giveUp(update, { who: member.memberId, number }, reason);
  return undefined;
};

const refresh = async (update: WeekUpdate, card: Card): Promise<NextCheck> => {
  const { deps, state, people, claimed } = update;
  const member = people.get(card.who);
  if (member === undefined || card.reason !== null) return undefined;
  const address = addressOfSent(member, card);
  const message = cardFor(update, member, card.submission);
  if (address === null || contentDigest(update.deps, message) === card.digest) return undefined;
  return sendInTurn(update, 1, async () => {
    const note = (next: Card): Promise<void> => changeWeekRecord(placeOf(update), (before) => withCard(before, next));
    try {
      await state.buckets.takeConversation(chatName(claimed.row.orgId, card.who));
      await deps.messenger.update(address, message, deadlineOf(deps));
      await note({ ...card, digest: contentDigest(update.deps, message) });
      return undefined;
    } catch (error) {
      // Updates are not counted as sends, because repeating an update shows the same card.
      const fault = afterPersonalFault(update, error, 0);
      if (fault.is === 'LATER') return fault.notBefore;
      await note({ ...card, reason: fault.reason });
      // The fault GONE may only mean that the member deleted the card. Only the fault BLOCKED proves that the bot
      // cannot reach the member.
      if (fault.unreachable === 'BLOCKED') await noteUnreachable(update, card.who, 'BLOCKED');
      return undefined;
    }
  });
};

const titles: Readonly<Record<'APPROVED' | 'SENT_BACK' | 'OPEN', MessageKey>> = {
  APPROVED: 'card.weekToldApproved',
  SENT_BACK: 'card.weekToldSentBack',
  OPEN: 'card.weekToldReopened',
};

/**
 * Returns the notice about the decision to the owner of the week; undefined while the week is waiting for a decision.
 * If an admin sent back or reopened the week without a note, the notice does not name the admin.
 */
const notice = (update: WeekUpdate): OutgoingMessage | undefined => {
  const { deps, facts } = update;
  const { week, member, decidedBy, owner } = facts;
  const state = weekStateOf(week);
  if (state === 'SUBMITTED') return undefined;
  const reader = readerOf(update, member);
  const t = deps.translateFor(reader.locale);
  const admin = decidedBy ?? t('card.weekSomebody');
  const why = week.stored?.value.note ?? null;
  const time = formatDuration(t, weekSum(facts).minutes);
  const lines: NoticeLine[] =
    state === 'APPROVED'
      ? [{ key: 'card.weekToldBy', values: { admin, time } }]
      : [
          ...(why === null ? [] : [{ key: 'card.weekToldLine', values: { admin, note: why } } as const]),
          { key: 'card.weekToldEdit' },
        ];
  const url = weekLink(deps.publicUrl, { ...owner, monday: week.monday });
  return deps.presenter.notice(
    {
      title: { key: titles[state], values: { day: formatDay(t, week.monday) } },
      lines,
      buttons: [{ kind: 'LINK', title: 'card.weekOpen', url }],
    },
    reader,
  );
};

/**
 * Sends the owner a notice of the last decision, unless an earlier notice reported it. No notice is sent if the owner
 * made the decision, or may not or cannot be notified; the record then counts the decision as reported.
 */
const notifyOwner = async (update: WeekUpdate, before: WeekRecord | undefined): Promise<NextCheck> => {
  const { deps, facts } = update;
  const { week, member, owner } = facts;
  const moves = week.stored?.value.moves ?? 0;
  const message = notice(update);
  if (message === undefined || moves <= (before?.told ?? 0)) return undefined;
  const isOwn = week.stored?.value.decidedBy === owner.memberId;
  if (!isOwn && whyNotNotified(member, addressOfMember(member), deps.clock.now()) === null)
    return sendAndRecordPersonalMessage(update, { member, number: moves, draw: () => message });
  await changeWeekRecord(placeOf(update), (record) => ({ ...record, told: moves }));
  return undefined;
};

/**
 * Asks the admins who have no card for this submission yet. A person who becomes an admin later finds the week in the
 * web app.
 */
const askAdmins = async (update: WeekUpdate, before: WeekRecord | undefined): Promise<NextCheck> => {
  const { records, owner, week } = update.facts;
  const submission = submissionOf(update.facts);
  if (weekStateOf(week) !== 'SUBMITTED' || before?.asked === submission) return undefined;
  const asked = new Set(before?.cards.filter((card) => card.submission === submission).map(({ who }) => who));
  const checks: NextCheck[] = [];
  for (const member of await approversOf(records, owner.teamId, owner.memberId))
    if (!asked.has(member.memberId)) checks.push(await askAdmin(update, member));
  const nextCheck = earliest(checks);
  if (nextCheck === undefined) await changeWeekRecord(placeOf(update), (record) => ({ ...record, asked: submission }));
  return nextCheck;
};

const updateMessages = async (update: WeekUpdate): Promise<NextCheck> => {
  const { week } = update.facts;
  const before = await readWeekRecord(placeOf(update));
  const checks: NextCheck[] = [];
  for (const card of before?.cards ?? []) checks.push(await refresh(update, card));
  const { value: stored } = week.stored ?? {};
  if (stored !== undefined && isBeforeRestore(msOf(stored.changedAt), update.deps.restoredAt)) {
    const over = { asked: submissionOf(update.facts), told: stored.moves ?? 0 };
    await changeWeekRecord(placeOf(update), (record) => ({ ...record, ...over }));
    return earliest(checks);
  }
  checks.push(await askAdmins(update, before), await notifyOwner(update, before));
  return earliest(checks);
};

/** Returns the data of this check; undefined if no message about the week may be sent any more. */
const readUpdate = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
): Promise<WeekUpdate | undefined> => {
  const { orgId, teamId, date: monday, who } = claimed.row;
  const records = inOrg(deps.store, orgId);
  const [team, mayAsk] = await Promise.all([records.get(teamKind, { teamId }), isAskingMembers(deps, records)]);
  if (team?.value.state !== 'CONNECTED' || !mayAsk) return undefined;
  try {
    const facts = await readWeekFacts(deps, records, { teamId, memberId: requireMemberRecipient(who), monday });
    const people = new Map((await listAllMembers(records, teamId)).map(({ value }) => [value.memberId, value]));
    const record = weekMessages(placeOf({ facts }));
    const about = { facts, people, teamName: team.value.name, language: teamLanguage(team.value) };
    return { deps, state, claimed, records, teamId, record, ...about };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

export const sendTimesheetWeekCards = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
): Promise<void> => {
  await recordAccepted(deps, claimed);
  const update = await readUpdate(deps, state, claimed);
  const nextCheck = update === undefined ? undefined : await updateMessages(update);
  // The record of the week counts the sends of each message, so the row does not count them.
  return rescheduleOrDelete(deps, claimed, { nextCheck, sends: 0, accepted: null });
};
