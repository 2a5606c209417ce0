import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type {
  Instant,
  LocalDate,
  MeetingId,
  MemberId,
  OrgId,
  TeamId,
  ZoneId,
} from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingWhy, whyMember as whyCall } from '#contracts/reports/whyPromptedOrNot.ts';
import type { SnapshotMember } from '#contracts/runs/runSchema.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatDate } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { askingDates, runInstants } from '../../domain/runs/runOpening.ts';
import { isScheduled } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { localDateAt, minutesAt, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { explainMessageOutcomes } from '../../domain/runs/explainMessageOutcomes.ts';
import { quietClockOf } from '../../domain/runs/delayMessagesForQuietHours.ts';
import type { MessageFate, WhyFacts } from '../../domain/runs/explainMessageOutcomes.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { dayHoliday, dayVacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { deliveryKey, readRun, snoozeIn } from '../runs/readRunAndDayRows.ts';
import type { RunRows } from '../runs/readRunAndDayRows.ts';
import { isAskingMembers } from '../tenancy/payingStateAndOrgPause.ts';

export type WhyDeps = Pick<Deps, 'store' | 'clock' | 'translateFor' | 'isBillingEnabled'>;

interface Question {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly date: LocalDate;
}

interface Plan {
  readonly instants: { readonly opensAt: Instant; readonly closesAt: Instant } | undefined;
  readonly away: SnapshotMember['away'];
}

const noPlan: Plan = { instants: undefined, away: null };

/**
 * Returns the instants that the schedule plans for this member on the date, and the holiday or vacation that prevents
 * the member from being asked.
 */
const planOf = async (
  records: Records<OrgId>,
  { teamId, memberId, date }: Question,
  meeting: Meeting | undefined,
  people: readonly TeamMember[],
): Promise<Plan> => {
  if (meeting === undefined || !isScheduled(meeting, date, meeting.firstRun)) return noPlan;
  const plan = { meeting, date, source: 'SCHEDULE', openMs: null } as const;
  const sets = runInstants(plan, people);
  const member = people.find((person) => person.memberId === memberId);
  const zone = meeting.timeBasis === 'MEMBER' ? (member?.timezone ?? meeting.timezone) : meeting.timezone;
  const instants = sets.find((set) => set.zone === zone) ?? sets[0];
  const day = askingDates(plan, people).get(memberId) ?? date;
  const [holiday, vacation] = await Promise.all([
    records.get(dayHoliday, { teamId, date }),
    records.get(dayVacation, { teamId, date: day, memberId }),
  ]);
  return { instants, away: holiday !== undefined ? 'HOLIDAY' : vacation === undefined ? null : 'VACATION' };
};

const messageKinds = ['prompt', 'snoozedPrompt', 'reminder1', 'reminder2'] as const;

const deliveredOf = (rows: RunRows, memberId: MemberId): WhyFacts['delivered'] => {
  const snoozedUntil = snoozeIn(rows, memberId)?.until;
  return Object.fromEntries(
    messageKinds.flatMap((kind) => {
      const row = rows.deliveries.get(deliveryKey(memberId, kind))?.value;
      // A delivery record of an earlier snooze does not belong to the current snooze, so it is left out.
      const isOther = kind === 'snoozedPrompt' && row?.dueAt !== snoozedUntil;
      return row === undefined || isOther ? [] : [[kind, row]];
    }),
  );
};

/** Returns the member's skip and snooze of the run. After an answer, the skip no longer counts and is left out. */
const choicesOf = (rows: RunRows, memberId: MemberId, hasAnswered: boolean): Choices => {
  const skip = hasAnswered ? undefined : rows.skips.get(memberId)?.value;
  const snoozedUntil = snoozeIn(rows, memberId)?.until;
  return {
    ...(skip === undefined ? {} : { skippedAt: skip.skippedAt, skipReason: skip.reason }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
  };
};

interface Choices {
  readonly skippedAt?: Instant;
  readonly skipReason?: string;
  readonly snoozedUntil?: Instant;
}

const factsOf = async (deps: WhyDeps, records: Records<OrgId>, question: Question) => {
  const { teamId, memberId } = question;
  const [row, rows, members, team, isOrgActive] = await Promise.all([
    records.get(meetingKind, question),
    readRun(records, question),
    listAllMembers(records, teamId),
    records.get(teamKind, { teamId }),
    isAskingMembers(deps, records),
  ]);
  const people = members.map((item) => item.value);
  const member = people.find((person) => person.memberId === memberId);
  const plan = await planOf(records, question, row?.value, people);
  const answer = rows.answers.find((item) => item.value.memberId === memberId);
  const facts = {
    ...{ memberId, date: question.date, now: deps.clock.now(), meeting: row?.value, member },
    run: rows.run?.value,
    delivered: deliveredOf(rows, memberId),
    answeredAt: answer?.value.answeredAt ?? null,
    ...choicesOf(rows, memberId, answer !== undefined),
    quiet: quietClockOf(member, row?.value.timezone ?? rows.run?.value.timezone),
    ...{ planned: plan.instants, away: plan.away, isConnected: team?.value.state === 'CONNECTED', isOrgActive },
  };
  return { facts, member, zone: member?.timezone ?? row?.value.timezone ?? rows.run?.value.timezone };
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const clockIn = (instant: Instant, zone: ZoneId): string => {
  const minutes = minutesAt(msOf(instant), zone);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

interface Wording {
  readonly t: Translate;
  readonly isSelf: boolean;
  readonly name: string;
  readonly date: LocalDate;
  readonly zone: ZoneId;
}

type Kind = MeetingWhy['messages'][number]['kind'];

const sentKey = {
  PROMPT: 'whyAsked.asked',
  SNOOZED_PROMPT: 'whyAsked.askedAgain',
  FIRST_REMINDER: 'whyAsked.reminded',
  SECOND_REMINDER: 'whyAsked.reminded',
} as const;

const promptKey = (reason: MeetingWhy['reason']): MessageKey => {
  if (reason === 'NOT_YET') return 'whyAsked.notYet';
  return reason === 'PENDING' ? 'whyAsked.pending' : 'whyAsked.notAsked';
};

const againKey = (reason: MeetingWhy['reason']): MessageKey =>
  reason === 'NOT_YET' || reason === 'PENDING' ? 'whyAsked.askedAgainLater' : 'whyAsked.notAskedAgain';

const reminderKey = (reason: MeetingWhy['reason']): MessageKey =>
  reason === 'NOT_YET' ? 'whyAsked.reminderLater' : 'whyAsked.notReminded';

const unsentKey = (kind: Kind, reason: MeetingWhy['reason'], isWaiting: boolean): MessageKey => {
  if (isWaiting) return 'whyAsked.waits';
  switch (kind) {
    case 'PROMPT':
      return promptKey(reason);
    case 'SNOOZED_PROMPT':
      return againKey(reason);
    case 'FIRST_REMINDER':
    case 'SECOND_REMINDER':
      return reminderKey(reason);
  }
};

interface Times {
  /**
   * The instant at which a prompt or a snoozed prompt would be due without the member's quiet hours. The sentences
   * about reminders do not show it.
   */
  readonly dueAt: Instant | null;
  readonly quietUntil: Instant | null;
}

const sentence = (
  { t, isSelf, name, date, zone }: Wording,
  kind: Kind,
  { sentAt, isLate, reason }: MessageFate,
  { dueAt, quietUntil }: Times,
): string => {
  const who = { who: isSelf ? 'SELF' : 'OTHER', name, date: formatDate(t, date), kind };
  if (sentAt !== null) return t(sentKey[kind], { ...who, time: clockIn(sentAt, zone), zone, isLate: String(isLate) });
  const isPrompt = kind === 'PROMPT' || kind === 'SNOOZED_PROMPT';
  const waitsUntil = isPrompt && reason === 'QUIET_HOURS' ? quietUntil : null;
  const key = unsentKey(kind, reason, waitsUntil !== null);
  const shownAt = waitsUntil ?? dueAt;
  const because = t(`whyBecause.${reason ?? 'PENDING'}`, who);
  return t(key, { ...who, because, time: shownAt === null ? '' : clockIn(shownAt, zone), zone });
};

const messageOf = (wording: Wording, kind: Kind, fate: MessageFate | null, times: Times): MeetingWhy['messages'] =>
  fate === null ? [] : [{ kind, ...fate, text: sentence(wording, kind, fate, times) }];

const withoutUndefined = ({
  skippedAt,
  skipReason,
  snoozedUntil,
}: Choices): Pick<MeetingWhy, 'skippedAt' | 'skipReason' | 'snoozedUntil'> => ({
  ...(skippedAt === undefined ? {} : { skippedAt, skipReason: skipReason ?? '' }),
  ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
});

/** Returns the sentences about a skipped run; none if the member did not skip it. */
const skippedText = ({ t, isSelf, name, zone }: Wording, { skippedAt, skipReason }: Choices): string[] => {
  if (skippedAt === undefined) return [];
  const who = { who: isSelf ? 'SELF' : 'OTHER', name, time: clockIn(skippedAt, zone), zone };
  const reason =
    skipReason === undefined || skipReason === '' ? [] : [t('whyAsked.skippedWhy', { reason: skipReason })];
  return [t('whyAsked.skippedAt', who), ...reason];
};

/**
 * Explains why the member was asked or not. Throws NOT_FOUND if the person is not in the team and was not in the run,
 * or if there is neither a meeting nor a run.
 */
const answerOf = async (
  deps: WhyDeps,
  records: Records<OrgId>,
  question: Question,
  reader: { readonly locale: string; readonly memberId: MemberId | null },
): Promise<MeetingWhy> => {
  const { facts, member, zone = 'UTC' as ZoneId } = await factsOf(deps, records, question);
  const frozen = facts.run?.members.find((item) => item.memberId === question.memberId);
  if (member === undefined && frozen === undefined) throw new AppError('NOT_FOUND');
  if (facts.meeting === undefined && facts.run === undefined) throw new AppError('NOT_FOUND');
  const fate = explainMessageOutcomes(facts);
  const { meetingId, memberId, date } = question;
  const t = deps.translateFor(reader.locale);
  const isSelf = reader.memberId === memberId;
  const sharedFacts = { t, isSelf, name: member?.name ?? frozen?.name ?? '–', date, zone };
  const { quietUntil } = fate;
  const times = { dueAt: fate.opensAt, quietUntil };
  const messages = [
    ...messageOf(sharedFacts, 'PROMPT', fate.prompt, times),
    ...messageOf(sharedFacts, 'SNOOZED_PROMPT', fate.again, { dueAt: facts.snoozedUntil ?? null, quietUntil }),
    ...messageOf(sharedFacts, 'FIRST_REMINDER', fate.first, times),
    ...messageOf(sharedFacts, 'SECOND_REMINDER', fate.second, times),
  ];
  const { sentAt, reason } = fate.prompt;
  const { answeredAt } = facts;
  const answered =
    answeredAt === null
      ? []
      : [
          t('whyAsked.answeredAt', {
            who: isSelf ? 'SELF' : 'OTHER',
            name: sharedFacts.name,
            time: clockIn(answeredAt, zone),
            zone,
          }),
        ];
  const skipped = skippedText(sharedFacts, facts);
  const again = messages.filter(({ kind }) => kind === 'SNOOZED_PROMPT').map(({ text }) => text);
  // If the cancellation prevented a reminder, the sentence about that reminder already mentions it. Otherwise, a
  // separate sentence mentions it.
  const isCancelUnannounced = sentAt !== null && messages.every((message) => message.reason !== 'CANCELLED');
  const cancelled = facts.run?.state === 'CANCELLED' && isCancelUnannounced ? [t('error.RUN_CANCELLED', {})] : [];
  return {
    ...{ meetingId, memberId, date, isAsked: sentAt !== null, askedAt: sentAt, reason },
    delivery: sentAt === null ? null : 'CHAT',
    ...{ opensAt: fate.opensAt, closesAt: fate.closesAt, answeredAt },
    ...withoutUndefined(facts),
    ...(quietUntil === null ? {} : { quietUntil }),
    text: [messages[0]?.text ?? '', ...again, ...answered, ...skipped, ...cancelled].join(' '),
    messages,
  };
};

/**
 * True if the caller may ask about other members: an admin, or the creator of the meeting. The rule is the same as for
 * deactivating the meeting.
 */
const mayAskOfOthers = (actor: Actor, teamId: TeamId, meeting: Meeting | undefined): boolean =>
  hasPermission('meeting.state', {
    role: actor.role,
    belongsToTeam: actor.teamIds.includes(teamId),
    isOwner: actor.memberId !== null && meeting?.createdBy === actor.memberId,
  });

/**
 * Returns the reason why a meeting asked or did not ask a member on a date. For a deleted meeting, the reason comes
 * from its runs.
 */
export const explainWhyPrompted = async (
  deps: WhyDeps,
  actor: Actor,
  { meetingId, memberId, date }: ParsedOf<typeof whyCall>,
): Promise<MeetingWhy> => {
  const records = inOrg(deps.store, actor.orgId);
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer === undefined) throw new AppError('NOT_FOUND');
  const { teamId } = pointer.value;
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const meeting = await records.get(meetingKind, { teamId, meetingId });
  if (memberId !== actor.memberId && !mayAskOfOthers(actor, teamId, meeting?.value)) throw new AppError('FORBIDDEN');
  const today = localDateAt(deps.clock.now(), meeting?.value.timezone ?? ('UTC' as ZoneId));
  const question = { teamId, meetingId, memberId, date: date ?? today };
  return answerOf(deps, records, question, actor);
};
