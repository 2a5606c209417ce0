import type { LocalDate } from '#contracts/core/ids.ts';
import { lifeOf } from '../../domain/blockers/blockerLife.ts';
import {
  escalationNumber,
  hasReminders,
  isEscalationDue,
  isReminderDue,
  reminderMoment,
  reminderNumber,
  reminderRuleOf,
  wasRemindedOn,
} from '../../domain/blockers/blockerReminders.ts';
import type { ReminderMoment } from '../../domain/blockers/blockerReminders.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTime.ts';
import { isBeforeRestore, whyNotNotified } from '../../domain/runs/sendDecisions.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { outside } from '../../store/records.ts';
import { addressOfMember } from '../../store/kinds/chatAddresses.ts';
import { dayVacation } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { blockerTimer } from '../../services/blockers/blockerCardOutbox.ts';
import { listHolidays } from '../../services/tenancy/listHolidays.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { noteNoReminder, reminderMessages } from './blockerCardRecord.ts';
import type { ShownReminder } from './blockerCardRecord.ts';
import type { BlockerRecord } from './reminderRecord.ts';
import { drawBlockerCard, isAdminOf, memberOf } from './blockerMessageCheck.ts';
import type { BlockerUpdate } from './blockerMessageCheck.ts';
import { deliver } from './personalPosting.ts';
import { earliest } from './rescheduleMaintenanceRow.ts';
import type { NextCheck } from './rescheduleMaintenanceRow.ts';

// Reminds the needed member or the blocker's owner of an open blocker, and escalates an old blocker to the report's creator.

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
  /** True if the reader is an admin of the organisation, who may use more buttons. */
  readonly isAdmin: boolean;
}

/** Sends a message, or records why it is not sent, so that the decision is made only once. */
const sendOnce = async (
  update: BlockerUpdate,
  { member }: Recipient,
  { number, isAdmin }: Reminder,
): Promise<NextCheck> => {
  const { deps, place } = update;
  const now = deps.clock.now();
  const reason = isBeforeRestore(now, deps.restoredAt)
    ? 'RESTORED'
    : whyNotNotified(member, addressOfMember(member), now);
  if (reason !== null) {
    await noteNoReminder(place, { who: member.memberId, number }, reason, now);
    return undefined;
  }
  const shown = shownTo(update, member);
  const card = { who: member.memberId, number: shown.naming, since: shown.since };
  const draw = (): OutgoingMessage => drawBlockerCard(update, member, { card, isAdmin, isReminder: true });
  return deliver({ ...update, record: reminderMessages(place, shown) }, { member, number, draw });
};

const isOver = (record: BlockerRecord | undefined, who: string, number: number): boolean =>
  record?.reminders?.some((sent) => sent.who === who && sent.number === number && sent.isOver) === true;

const remind = async (update: BlockerUpdate, to: Recipient, { record, holidays }: Checked): Promise<NextCheck> => {
  const { facts, records, teamId } = update;
  const { meeting, blocker } = facts;
  const { member, moment } = to;
  const { date } = moment;
  if (date === null) return undefined;
  const { memberId } = member;
  if (!isReminderDue({ meeting, blocker, holidays, date }, reminderRuleOf(meeting).reminderDays)) return undefined;
  const number = reminderNumber(date);
  const ended = (record?.reminders ?? []).filter((sent) => sent.isOver || sent.number !== number);
  if (wasRemindedOn(ended, { who: memberId, number })) return undefined;
  const vacation = await records.get(dayVacation, { teamId, date, memberId });
  return vacation === undefined ? sendOnce(update, to, { number, isAdmin: false }) : undefined;
};

const escalate = async (update: BlockerUpdate, to: Recipient, { record, holidays }: Checked): Promise<NextCheck> => {
  const { facts, records, teamId, place } = update;
  const { meeting, blocker } = facts;
  const { member, moment } = to;
  const { date } = moment;
  const number = escalationNumber(place.since);
  if (date === null || isOver(record, member.memberId, number)) return undefined;
  if (!isEscalationDue({ meeting, blocker, holidays, date }, reminderRuleOf(meeting).escalationDays)) return undefined;
  const vacation = await records.get(dayVacation, { teamId, date, memberId: member.memberId });
  if (vacation !== undefined) return undefined;
  return sendOnce(update, to, { number, isAdmin: await isAdminOf(update, member) });
};

/**
 * Returns the recipient of the escalation: the report's creator. Undefined if the creator has left, is the blocked member, or gets the
 * reminders anyway.
 */
const escalationRecipient = async (update: BlockerUpdate, reminded: TeamMember): Promise<Recipient | undefined> => {
  const { meeting, owner } = update.facts;
  if (meeting.createdBy === owner.memberId || meeting.createdBy === reminded.memberId) return undefined;
  const member = await memberOf(update, meeting.createdBy);
  return member?.leftOn === null ? recipientOf(update, member) : undefined;
};

/**
 * Sends the reminder and the escalation that are due, and requests the next check. Returns the epoch ms of the retry after a failed send.
 */
export const sendReminders = async (update: BlockerUpdate, record: BlockerRecord | undefined): Promise<NextCheck> => {
  const { deps, facts, place, records, teamId } = update;
  const { meeting, blocker, owner } = facts;
  if (!blocker.isOpen || !meeting.isEnabled || !hasReminders(reminderRuleOf(meeting))) return undefined;
  const now = deps.clock.now();
  const needed = await neededOf(update);
  const reminded = recipientOf(update, needed ?? owner);
  const told = await escalationRecipient(update, reminded.member);
  const next = Math.min(reminded.moment.next, told?.moment.next ?? Number.POSITIVE_INFINITY);
  // The next check is requested before a send, so that a crash during the send does not end the reminders.
  await outside(deps.store).transact([blockerTimer(records, place, next)]);
  // In some zones it is already the day after the report's day.
  const to = addDays(localDateAt(now, meeting.timezone), 1);
  const checked = { record, holidays: await listHolidays(records, teamId, { from: place.since, to }) };
  const again = await remind(update, reminded, checked);
  return earliest([again, told === undefined ? undefined : await escalate(update, told, checked)]);
};
