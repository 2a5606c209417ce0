import type { Answer } from '#contracts/answer.ts';
import type { MemberId } from '#contracts/ids.ts';
import type { Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import type { Question } from '#contracts/question.ts';
import type { ReportMember } from '#contracts/report.ts';
import type { Member } from '#contracts/team.ts';
import { blockerText, inOrder, isBlocking } from './answering.ts';
import { workingDaysBetween } from './blockers.ts';
import type { BlockerState } from './blockers.ts';
import { instantsFor, isAsked } from './owing.ts';
import type { Schedule } from './schedule.ts';
import { msOf } from './time.ts';

/** What a team knows of a person today, beside what was frozen at the opening. */
export type MemberFacts = Pick<Member, 'name' | 'thumbnailUrl' | 'timezone' | 'unreachable'>;

/** Where the people of a report come from. */
export interface PeopleSources {
  readonly occurrence: Occurrence;
  /** All answers to it. */
  readonly answers: readonly Answer[];
  readonly blockers: ReadonlyMap<MemberId, BlockerState>;
  readonly facts: ReadonlyMap<MemberId, MemberFacts>;
  /** By whose working days blockers age; left out where nobody asks for their age. */
  readonly schedule?: Schedule | undefined;
  /** Epoch ms. */
  readonly now: number;
}

export type State = ReportMember['state'];

const stateOf = (occurrence: Occurrence, person: Person, now: number): State => {
  const { answer, member } = person;
  if (answer !== undefined) return answer.hasBlocker ? 'BLOCKED' : answer.isGoalAchieved ? 'GOAL_ACHIEVED' : 'ANSWERED';
  if (member === undefined || member.away !== null) return 'AWAY';
  switch (occurrence.state) {
    case 'OPEN':
    case 'COMPLETED':
      return now < msOf(instantsFor(occurrence, member)?.closesAt ?? occurrence.closesAt) ? 'OPEN' : 'MISSING';
    // Nobody is missing in a run that never asked, or that was called off.
    case 'MISSED':
    case 'CANCELLED':
      return 'OPEN';
  }
};

interface Person {
  readonly memberId: MemberId;
  /** Undefined: not in the snapshot, but answered. */
  readonly member: SnapshotMember | undefined;
  readonly answer: Answer | undefined;
}

/** Everybody asked or away, and whoever else answered; leavers without an answer are no part of the report. */
const peopleOf = ({ occurrence, answers }: PeopleSources): Person[] => {
  const byMember = new Map(answers.map((one) => [one.memberId, one]));
  const snapshot = new Set(occurrence.members.map((one) => one.memberId));
  const inSnapshot = occurrence.members
    .map((member): Person => ({ memberId: member.memberId, member, answer: byMember.get(member.memberId) }))
    .filter(({ member, answer }) => answer !== undefined || member?.dropped === false);
  const others = answers
    .filter((one) => !snapshot.has(one.memberId))
    .map((answer): Person => ({ memberId: answer.memberId, member: undefined, answer }));
  return [...inSnapshot, ...others];
};

/** What was written to each of these questions, in their order. */
export const answersTo = (questions: readonly Question[], answer: Answer | undefined): ReportMember['answers'] => {
  if (answer === undefined) return [];
  return inOrder(questions).flatMap((question) => {
    const value = Object.hasOwn(answer.values, question.id) ? answer.values[question.id] : '';
    return value === undefined || value === ''
      ? []
      : [
          {
            questionId: question.id,
            question: question.text,
            answer: value,
            isBlocking: isBlocking(question, value),
          },
        ];
  });
};

const ticked = (goals: Answer['goals']): number => goals.filter((goal) => goal.ticked).length;

const ageOf = ({ occurrence, schedule }: PeopleSources, { since }: BlockerState): number | null =>
  schedule === undefined ? null : workingDaysBetween(schedule, since, occurrence.date);

const memberOf = (sources: PeopleSources, person: Person): ReportMember => {
  const { occurrence } = sources;
  const { memberId, member, answer } = person;
  const facts = sources.facts.get(memberId);
  const blocker = sources.blockers.get(memberId);
  // A blocker that began on a later day is no part of this day's report.
  const carried = blocker?.isOpen === true && blocker.since <= occurrence.date ? blocker : undefined;
  const goals = answer?.goals ?? [];
  const state = stateOf(occurrence, person, sources.now);
  return {
    memberId,
    name: member?.name ?? facts?.name ?? '',
    thumbnailUrl: facts?.thumbnailUrl ?? null,
    isHoliday: state === 'AWAY',
    hasBlocker: answer?.hasBlocker ?? false,
    isGoalAchieved: answer?.isGoalAchieved ?? false,
    isCompleted: answer !== undefined,
    answers: answersTo(occurrence.questions, answer),
    state,
    goalsTicked: ticked(goals),
    goalsOffered: goals.length,
    goalsOpen: goals.filter((goal) => !goal.ticked).map((goal) => goal.text),
    answeredAt: answer?.answeredAt ?? null,
    editedAt: answer?.editedAt ?? null,
    isLate: answer?.isLate ?? false,
    timezone: facts?.timezone ?? null,
    closesAt: member !== undefined && isAsked(member) ? (instantsFor(occurrence, member)?.closesAt ?? null) : null,
    unreachable: facts?.unreachable ?? null,
    blockedSince: carried?.since ?? null,
    blockedDays: carried === undefined ? null : ageOf(sources, carried),
    blockerText:
      answer?.hasBlocker === true ? blockerText(occurrence.questions, answer.values) : (carried?.text ?? null),
  };
};

const rank: Readonly<Record<State, number>> = {
  BLOCKED: 0,
  GOAL_ACHIEVED: 1,
  ANSWERED: 1,
  OPEN: 2,
  AWAY: 3,
  MISSING: 4,
};
// One collation for everybody, so that the order is the same on every machine and in every digest.
export const byName = new Intl.Collator('en', { numeric: true });
const inReportOrder = (a: ReportMember, b: ReportMember): number =>
  rank[a.state] - rank[b.state] || byName.compare(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1);

/** One entry a person, in the order of the report: blocked, answered, open, away, missing, then by name. */
export const reportMembers = (sources: PeopleSources): ReportMember[] =>
  peopleOf(sources)
    .map((person) => memberOf(sources, person))
    .sort(inReportOrder);
