import type { AdaptiveCardJson, Answer, AnswerInput, getCard } from '#contracts/answer.ts';
import type { OutputOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import { times } from '#contracts/limits.ts';
import { may } from '#contracts/permissions.ts';
import { offeredGoals, planLines } from '../domain/goals.ts';
import { dateOfRev } from '../domain/ids.ts';
import { hourMs, msOf } from '../domain/time.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { answer as answerKind, plan } from '../store/kinds/run.ts';
import { meeting as meetingKind, teamMember, teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import { answeredCard, askCard, closedCard } from './answerCards.ts';
import type { CardDeps, Logged } from './answerCards.ts';
import { readSheet, sheetDateOf } from './answerSheet.ts';
import { findTarget, isTaken, requireTaken, zonedPeople } from './answerTarget.ts';
import type { MemberRun, Target } from './answerTarget.ts';
import { writeAnswer } from './answerWrite.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { plannedRun, zonesOf } from './planning.ts';
import type { Reader } from './presenter.ts';
import type { RunCache } from './runCache.ts';

export type AnswerDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'words'> & CardDeps & { readonly runs: RunCache };

type CardState = OutputOf<typeof getCard>['state'];

/** A member's part in a run, and the language to speak of it. */
export interface Answering {
  readonly run: MemberRun;
  readonly member: TeamMember;
  readonly locale: string;
  /** Activity id of the chat card that speaks for them; null = the web. */
  readonly sentFrom: string | null;
}

/** The caller as a member of the meeting's team. Foreign and missing look the same. */
const placeOf = async (
  deps: Pick<AnswerDeps, 'store' | 'runs'>,
  actor: Actor,
  meetingId: MeetingId,
): Promise<{ teamId: TeamId; memberId: MemberId; member: TeamMember }> => {
  const records = inOrg(deps.store, actor.orgId);
  const teamId = await deps.runs.teamOf(records, meetingId);
  if (teamId === undefined || !actor.teamIds.includes(teamId)) throw new AppError('NOT_FOUND');
  if (!may('answer.write', { role: actor.role, belongsToTeam: true, isOwner: true })) throw new AppError('FORBIDDEN');
  if (actor.memberId === null) throw new AppError('NOT_ASKED');
  const row = await records.get(teamMember, { teamId, memberId: actor.memberId });
  if (row === undefined) throw new AppError('NOT_ASKED');
  return { teamId, memberId: actor.memberId, member: row.value };
};

type Zoned = Pick<TeamMember, 'timezone'>;

/** For whom a card is drawn. */
interface Showing {
  readonly member: Zoned;
  readonly locale: string;
}

const zoneOf = (target: Target, member: Zoned): ZoneId => member.timezone ?? target.instants.zone;

export const readerOf = (target: Target, { member, locale }: Showing): Reader => ({
  locale,
  timezone: zoneOf(target, member),
});

/** What stands in the timesheet of an answer that was given. */
const loggedOf = async (records: Records<OrgId>, target: Target, member: Zoned, answer: Answer): Promise<Logged> => {
  const question = target.questions.find((one) => one.isTimesheetQuestion);
  const text = question === undefined ? '' : (answer.values[question.id] ?? '');
  if (text === '') return { logged: [], hoursRefused: false };
  const zone = zoneOf(target, member);
  const date = sheetDateOf({ askedAt: msOf(target.instants.opensAt), answeredAt: msOf(answer.answeredAt), zone });
  return readSheet(records, { target, date, lines: planLines(text), newId: () => '' });
};

interface Shown {
  readonly message: OutgoingMessage;
  readonly state: CardState;
}

const stateOf = (target: Target, isOpen: boolean): CardState => {
  if (!isOpen) return target.member === undefined ? 'NOT_ASKED' : 'CLOSED';
  if (target.occurrence === undefined) return 'AHEAD';
  return target.member?.away === null ? 'OPEN' : 'AWAY';
};

/** The card that now stands for a member's part in a run. */
export const showCard = async (
  deps: Pick<AnswerDeps, 'store' | 'clock'> & CardDeps,
  { target, who, edit }: { readonly target: Target; readonly who: Showing; readonly edit: boolean },
): Promise<Shown> => {
  const reader = readerOf(target, who);
  const records = inOrg(deps.store, target.orgId);
  const now = deps.clock.now();
  const isOpen = isTaken(target, now);
  const stored = await records.get(answerKind, target);
  if (stored !== undefined) {
    const answer = stored.value;
    if (edit && isOpen) {
      const filled = { values: answer.values, goals: answer.goals, isEdit: true };
      return { message: askCard(deps, target, filled, reader, now), state: 'ANSWERED' };
    }
    const logged = await loggedOf(records, target, who.member, answer);
    const message = answeredCard(deps, target, { answer, ...logged }, reader, now);
    return { message, state: isOpen ? 'ANSWERED' : 'CLOSED' };
  }
  const state = stateOf(target, isOpen);
  if (!isOpen) return { message: closedCard(deps, target, reader), state };
  const last = await records.get(plan, target);
  const goals = offeredGoals(last?.value, target.date);
  return { message: askCard(deps, target, { values: {}, goals, isEdit: false }, reader, now), state };
};

const newestRuns = 1;

/** The run a member means who names no date: the newest one while it takes answers, else the next one ahead. */
const defaultDate = async (
  deps: AnswerDeps,
  records: Records<OrgId>,
  run: Omit<MemberRun, 'date'>,
): Promise<LocalDate> => {
  const prefix = `R|${run.meetingId}|`;
  const partition = teamPartition(records.scope, run.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: newestRuns, keysOnly: true });
  const newest = page.rows[0] === undefined ? undefined : dateOfRev(page.rows[0].rk.slice(prefix.length));
  const now = deps.clock.now();
  if (newest !== undefined) {
    const target = await findTarget(deps, records, { ...run, date: newest }, now);
    if (isTaken(target, now)) return newest;
  }
  const row = await records.get(meetingKind, run);
  if (row === undefined) throw new AppError('NOT_FOUND');
  const people = await zonedPeople(records, row.value);
  const next = plannedRun(row.value, zonesOf(row.value, people), now);
  const isAnswerable = next !== undefined && next.at - now <= times.aheadHours * hourMs;
  if (isAnswerable && row.value.members.includes(run.memberId)) return next.date;
  if (newest !== undefined) return newest;
  throw new AppError(row.value.isEnabled ? 'RUN_NOT_OPEN' : 'MEETING_DISABLED');
};

/** GET /api/meeting/card: the same card as in chat. */
export const cardFor = async (
  deps: AnswerDeps,
  actor: Actor,
  input: { readonly meetingId: MeetingId; readonly date?: LocalDate | undefined; readonly edit: 'true' | 'false' },
): Promise<OutputOf<typeof getCard>> => {
  const { teamId, memberId, member } = await placeOf(deps, actor, input.meetingId);
  const records = inOrg(deps.store, actor.orgId);
  const run = { orgId: actor.orgId, teamId, meetingId: input.meetingId, memberId };
  const date = input.date ?? (await defaultDate(deps, records, run));
  const target = await findTarget(deps, records, { ...run, date }, deps.clock.now());
  const who = { member, locale: actor.locale };
  const { message, state } = await showCard(deps, { target, who, edit: input.edit === 'true' });
  const { occurrence, instants } = target;
  return { card: message.card, state, date, closesAt: instants.closesAt, occurrenceState: occurrence?.state ?? null };
};

/** Stores or replaces a member's answer, and draws the card that now stands for it. */
export const answerAs = async (
  deps: AnswerDeps,
  who: Answering,
  input: Pick<AnswerInput, 'values' | 'goals'>,
): Promise<{ answer: Answer; message: OutgoingMessage }> => {
  const { run, member } = who;
  const target = await findTarget(deps, inOrg(deps.store, run.orgId), run, deps.clock.now());
  requireTaken(target, deps.clock.now());
  const given = {
    target,
    values: input.values,
    ticked: input.goals,
    zone: zoneOf(target, member),
    memberName: member.name,
    sentFrom: who.sentFrom,
  };
  const saved = await writeAnswer(deps, given);
  return { answer: saved.answer, message: answeredCard(deps, target, saved, readerOf(target, who), deps.clock.now()) };
};

/** POST /api/meeting/answer: the caller's own answer. */
export const saveAnswer = async (
  deps: AnswerDeps,
  actor: Actor,
  input: AnswerInput,
): Promise<{ answer: Answer; card: AdaptiveCardJson }> => {
  const { teamId, memberId, member } = await placeOf(deps, actor, input.meetingId);
  const run = { orgId: actor.orgId, teamId, meetingId: input.meetingId, date: input.date, memberId };
  const { answer, message } = await answerAs(deps, { run, member, locale: actor.locale, sentFrom: null }, input);
  return { answer, card: message.card };
};
