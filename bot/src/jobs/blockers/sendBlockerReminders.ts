import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lifeOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import {
  escalationNumber,
  hasReminders,
  isEscalationDue,
  isReminderDue,
  reminderMoment,
  reminderNumber,
  reminderRuleOf,
  wasRemindedOn,
} from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import type { ReminderMoment } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { dayVacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { blockerTimer } from '../../services/blockers/requestBlockerMessageChecks.ts';
import { listAdminIds } from '../../services/tenancy/listAdminIds.ts';
import { listHolidays } from '../../services/tenancy/listHolidays.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { sendAndRecordPersonalMessage } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import { earliest } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import { blockerMessages, noteNoReminder } from './storeBlockerMessageResults.ts';
import type { ShownReminder } from './storeBlockerMessageResults.ts';
import type { BlockerRecord } from './changeRemindersInBlockerRecord.ts';
import { drawBlockerCard, isAdminOf, memberOf, whyNotInformed } from './blockerMessageContextAndCard.ts';
import type { BlockerUpdate } from './blockerMessageContextAndCard.ts';

// Reminds the needed member or the blocker's owner of an open blocker, and escalates an old blocker to the report's
// creator or an admin.

interface Checked {
  readonly record: BlockerRecord | undefined;
  readonly holidays: readonly LocalDate[];
}

interface Recipient {
  readonly member: TeamMember;
  readonly moment: ReminderMoment;
}

const recipientOf = ({ deps, facts }: BlockerUpdate, member: TeamMember): Recipient => {
  const { meeting } = facts;
  const person = { zone: member.timezone ?? meeting.timezone, quietHours: member.quietHours };
  return { member, moment: reminderMoment(meeting, person, deps.clock.now()) };
};

const neededOf = async (update: BlockerUpdate): Promise<TeamMember | undefined> => {
  const neededId = lifeOf(update.facts.blocker)?.neededId ?? null;
  const member = neededId === null ? undefined : await memberOf(update, neededId);
  return member?.leftOn === null && member.isEnabled ? member : undefined;
};

const shownTo = ({ facts, place }: BlockerUpdate, { memberId }: TeamMember): ShownReminder => {
  const life = lifeOf(facts.blocker);
  return { since: place.since, naming: life?.neededId === memberId ? life.needs : 0, days: facts.days };
};

interface Reminder {
  readonly number: number;
  /** Epoch ms at which the message was due. */
  readonly dueAt: number;
  /** True if the reader is an admin of the organisation, who may use more buttons. */
  readonly isAdmin: boolean;
}

/** Sends a message, or records why it is not sent, so that the decision is made only once. */
const sendOnce = async (
  update: BlockerUpdate,
  { member }: Recipient,
  { number, dueAt, isAdmin }: Reminder,
): Promise<NextCheck> => {
  const { deps, place } = update;
  const reason = isBeforeRestore(dueAt, deps.restoredAt) ? 'RESTORED' : whyNotInformed(update, member);
  if (reason !== null) {
    await noteNoReminder(place, { who: member.memberId, number }, reason, deps.clock.now());
    return undefined;
  }
  const shown = shownTo(update, member);
  const card = { who: member.memberId, number: shown.naming, since: shown.since };
  const draw = (): OutgoingMessage => drawBlockerCard(update, member, { card, isAdmin, isReminder: true });
  return sendAndRecordPersonalMessage({ ...update, record: blockerMessages(place, shown) }, { member, number, draw });
};

const isOnVacation = async ({ records, teamId }: BlockerUpdate, { memberId }: TeamMember, date: LocalDate) =>
  (await records.get(dayVacation, { teamId, date, memberId })) !== undefined;

const remind = async (update: BlockerUpdate, to: Recipient, { record, holidays }: Checked): Promise<NextCheck> => {
  const { meeting, blocker } = update.facts;
  const { member, moment } = to;
  if (moment.today === null) return undefined;
  const { date, dueAt } = moment.today;
  if (!isReminderDue({ meeting, blocker, holidays, date }, reminderRuleOf(meeting).reminderDays)) return undefined;
  const number = reminderNumber(date);
  const ended = (record?.reminders ?? []).filter((sent) => sent.isOver || sent.number !== number);
  if (wasRemindedOn(ended, { who: member.memberId, number })) return undefined;
  if (await isOnVacation(update, member, date)) return undefined;
  return sendOnce(update, to, { number, dueAt, isAdmin: false });
};

const escalate = async (update: BlockerUpdate, to: Recipient, { holidays }: Checked): Promise<NextCheck> => {
  const { facts, place } = update;
  const { meeting, blocker } = facts;
  const { member, moment } = to;
  if (moment.today === null) return undefined;
  const { date, dueAt } = moment.today;
  if (!isEscalationDue({ meeting, blocker, holidays, date }, reminderRuleOf(meeting).escalationDays)) return undefined;
  if (await isOnVacation(update, member, date)) return undefined;
  const number = escalationNumber(place.since);
  return sendOnce(update, to, { number, dueAt, isAdmin: await isAdminOf(update, member) });
};

/**
 * Reasons for which a recipient did not get the escalation and another person gets it instead. After any other reason
 * no one else gets it, because the message may have been sent or would be refused again.
 */
const passedOn: ReadonlySet<string> = new Set<SkipReason>([
  'NOT_ASKED',
  'MUTED',
  'UNREACHABLE',
  'NO_ADDRESS',
  'BLOCKED',
  'GONE',
]);

/**
 * Returns the recipient of the escalation: the report's creator or, if the creator can get no message, the first admin
 * of the organisation in the team who can. Undefined if there is no such person, if escalations are off, if the blocker
 * was already escalated, or if the creator is the blocked member or gets the reminders.
 */
const escalationRecipient = async (
  update: BlockerUpdate,
  reminded: TeamMember,
  record: BlockerRecord | undefined,
): Promise<Recipient | undefined> => {
  const { facts, place } = update;
  const { meeting, owner } = facts;
  if (reminderRuleOf(meeting).escalationDays === 0) return undefined;
  const informed = new Set([owner.memberId, reminded.memberId]);
  if (informed.has(meeting.createdBy)) return undefined;
  const number = escalationNumber(place.since);
  const earlier = (record?.reminders ?? []).filter((sent) => sent.number === number && sent.isOver);
  if (earlier.some(({ reason }) => reason === null || !passedOn.has(reason))) return undefined;
  const mayGet = async (memberId: MemberId): Promise<TeamMember | undefined> => {
    const member = informed.has(memberId) ? undefined : await memberOf(update, memberId);
    return member !== undefined && whyNotInformed(update, member) === null ? member : undefined;
  };
  const creator = await mayGet(meeting.createdBy);
  if (creator !== undefined) return recipientOf(update, creator);
  for (const memberId of await listAdminIds(update.records)) {
    const admin = await mayGet(memberId);
    if (admin !== undefined) return recipientOf(update, admin);
  }
  return undefined;
};

/**
 * Sends the reminder and the escalation that are due, and requests the next check. Returns the epoch ms of the next
 * attempt if a send failed or had to wait; otherwise undefined.
 */
export const sendBlockerReminders = async (
  update: BlockerUpdate,
  record: BlockerRecord | undefined,
): Promise<NextCheck> => {
  const { deps, facts, place, records, teamId } = update;
  const { meeting, blocker, owner } = facts;
  if (!blocker.isOpen || !meeting.isEnabled || !hasReminders(reminderRuleOf(meeting))) return undefined;
  const now = deps.clock.now();
  const needed = await neededOf(update);
  const reminded = recipientOf(update, needed ?? owner);
  const recipient = await escalationRecipient(update, reminded.member, record);
  const next = Math.min(reminded.moment.next, recipient?.moment.next ?? Number.POSITIVE_INFINITY);
  // The next check is requested before a send, so that a crash during the send does not end the reminders.
  await outside(deps.store).transact([blockerTimer(records, place, next)]);
  // The holidays are read up to tomorrow in the report's zone, because a recipient's zone may already have that date.
  const to = addDays(localDateAt(now, meeting.timezone), 1);
  const checked = { record, holidays: await listHolidays(records, teamId, { from: place.since, to }) };
  const again = await remind(update, reminded, checked);
  return earliest([again, recipient === undefined ? undefined : await escalate(update, recipient, checked)]);
};
