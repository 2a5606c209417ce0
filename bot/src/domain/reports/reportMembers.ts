import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { blockerText, isBlocking } from '../answers/validateAnswersAndFindBlockers.ts';
import { sortQuestions } from '../answers/sortQuestions.ts';
import { workingDaysBetween } from '../blockers/workingDaysBetween.ts';
import type { BlockerState } from '../answers/blockerStateFromAnswers.ts';
import { resolvedDays } from '../blockers/blockerDuration.ts';
import type { TimedBlocker } from '../blockers/blockerDuration.ts';
import { instantsFor, isAsked } from '../runs/memberInstantsAndOwedAnswers.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { quietClockOf, quietEnd } from '../runs/delayMessagesForQuietHours.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';

/** Current data of a person in the team. The run's snapshot contains the data as it was at the opening. */
export type MemberFacts = Pick<Member, 'name' | 'thumbnailUrl' | 'timezone' | 'unreachable'> & {
  readonly quietHours?: QuietHours | null | undefined;
};

export interface PeopleSources {
  readonly run: Run;
  readonly answers: readonly Answer[];
  /** Reasons of the members who skip the run; left out if no member does. */
  readonly skips?: ReadonlyMap<MemberId, string> | undefined;
  /** End of each member's snooze; left out if the caller does not need it. */
  readonly snoozes?: ReadonlyMap<MemberId, Instant> | undefined;
  readonly blockers: ReadonlyMap<MemberId, TimedBlocker>;
  readonly facts: ReadonlyMap<MemberId, MemberFacts>;
  /** Members whose prompt was never sent because of a fault of Rollcall. Left out if the caller does not need them. */
  readonly notAsked?: ReadonlySet<MemberId> | undefined;
  /** Schedule whose weekdays determine the age of blockers; left out if the caller does not need the age. */
  readonly schedule?: Schedule | undefined;
  /** Team holidays, which are not counted in the age of blockers. */
  readonly holidays?: readonly LocalDate[] | undefined;
  /** Current time in epoch ms. */
  readonly now: number;
}

export type MemberState = ReportMember['state'];

type Named = Pick<ReportMember, 'memberId' | 'name'>;

/**
 * Returns the state of a person who has not answered. A person who is not in the run's snapshot (`member` is undefined)
 * counts as AWAY.
 */
export const stateWithoutAnswer = (
  run: Pick<Run, 'state' | 'instants' | 'closesAt'>,
  member: SnapshotMember | undefined,
  { hasSkipped, now }: { readonly hasSkipped: boolean; readonly now: number },
): 'AWAY' | 'OPEN' | 'SKIPPED' | 'MISSING' => {
  if (member === undefined || member.away !== null) return 'AWAY';
  if (hasSkipped && (run.state === 'OPEN' || run.state === 'COMPLETED')) return 'SKIPPED';
  switch (run.state) {
    case 'OPEN':
    case 'COMPLETED':
      return now < msOf(instantsFor(run, member)?.closesAt ?? run.closesAt) ? 'OPEN' : 'MISSING';
    // A missed run asked no member, and a cancelled run no longer waits for answers, so no member is MISSING.
    case 'MISSED':
    case 'CANCELLED':
      return 'OPEN';
  }
};

const stateOf = ({ run, skips, now }: PeopleSources, { memberId, answer, member }: Person): MemberState => {
  if (answer !== undefined) return answer.hasBlocker ? 'BLOCKED' : answer.isGoalAchieved ? 'GOAL_ACHIEVED' : 'ANSWERED';
  return stateWithoutAnswer(run, member, { hasSkipped: skips?.has(memberId) === true, now });
};

interface Person {
  readonly memberId: MemberId;
  /** The person's entry in the run's snapshot; undefined for a person who answered without such an entry. */
  readonly member: SnapshotMember | undefined;
  readonly answer: Answer | undefined;
}

/**
 * Returns the members of the run's snapshot and other people who answered. Dropped members who did not answer are left
 * out.
 */
const peopleOf = ({ run, answers }: PeopleSources): Person[] => {
  const byMember = new Map(answers.map((item) => [item.memberId, item]));
  const snapshot = new Set(run.members.map((item) => item.memberId));
  const inSnapshot = run.members
    .map((member): Person => ({ memberId: member.memberId, member, answer: byMember.get(member.memberId) }))
    .filter(({ member, answer }) => answer !== undefined || member?.dropped === false);
  const others = answers
    .filter((item) => !snapshot.has(item.memberId))
    .map((answer): Person => ({ memberId: answer.memberId, member: undefined, answer }));
  return [...inSnapshot, ...others];
};

/** All answers to a question share one format object, so that it is computed only once. */
const sharedFormat = weakMemo(formatOf);

/** Returns the non-empty answers to the questions, in the order of the questions. */
export const answersTo = (questions: readonly Question[], answer: Answer | undefined): ReportMember['answers'] => {
  if (answer === undefined) return [];
  return sortQuestions(questions).flatMap((question) => {
    const value = Object.hasOwn(answer.values, question.id) ? answer.values[question.id] : '';
    return value === undefined || value === ''
      ? []
      : [
          {
            questionId: question.id,
            question: question.text,
            answer: value,
            isBlocking: isBlocking(question, value),
            format: sharedFormat(question),
          },
        ];
  });
};

const ticked = (goals: Answer['goals']): number => goals.filter((goal) => goal.ticked).length;

const ageOf = ({ run, schedule, holidays }: PeopleSources, { since }: BlockerState): number | null =>
  schedule === undefined ? null : workingDaysBetween(schedule, since, run.date, holidays);

/**
 * Returns how long the blocker of this day's answer lasted, as a field of the report. The field is left out if the
 * blocker is still open or its duration is unknown.
 */
const durationOf = (
  { run, schedule, holidays = [] }: PeopleSources,
  answer: Answer | undefined,
  blocker: TimedBlocker | undefined,
): Pick<ReportMember, 'blockerLasted'> => {
  if (answer?.hasBlocker !== true || blocker === undefined || schedule === undefined) return {};
  const blockerLasted = resolvedDays(blocker, { zone: run.timezone, date: run.date }, { week: schedule, holidays });
  return blockerLasted === undefined ? {} : { blockerLasted };
};

/**
 * Returns the reason of a skip or the end of a snooze, for the report. Both fields are left out if the member neither
 * skips nor snoozes.
 */
const choiceOf = (
  { skips, snoozes }: PeopleSources,
  memberId: MemberId,
  state: MemberState,
): Pick<ReportMember, 'skipReason' | 'snoozedUntil'> => {
  const snoozedUntil = snoozes?.get(memberId);
  if (state === 'SKIPPED') return { skipReason: skips?.get(memberId) ?? '' };
  return state === 'OPEN' && snoozedUntil !== undefined ? { snoozedUntil } : {};
};

/**
 * For a member who still owes an answer, returns the end of the quiet hours that contain the member's opening.
 * Otherwise the field is left out. It is also left out after the grace, because the member may have changed the quiet
 * hours since the opening.
 */
const quietOf = (
  { run, facts, now }: PeopleSources,
  memberId: MemberId,
  state: MemberState,
  ownInstants: Instants | undefined,
): Pick<ReportMember, 'quietUntil'> => {
  const isOwed = (state === 'OPEN' && run.state !== 'MISSED' && run.state !== 'CANCELLED') || state === 'MISSING';
  if (!isOwed || ownInstants === undefined || now >= msOf(ownInstants.graceEndsAt)) return {};
  const end = quietEnd(quietClockOf(facts.get(memberId), run.timezone), msOf(ownInstants.opensAt));
  return end === null ? {} : { quietUntil: toInstant(end) };
};

const memberOf = (sources: PeopleSources, person: Person): ReportMember => {
  const { run } = sources;
  const { memberId, member, answer } = person;
  const facts = sources.facts.get(memberId);
  const blocker = sources.blockers.get(memberId);
  // A blocker that began after this day does not belong to the day's report.
  const carried = blocker?.isOpen === true && blocker.since <= run.date ? blocker : undefined;
  const goals = answer?.goals ?? [];
  const state = stateOf(sources, person);
  const ownInstants = member !== undefined && isAsked(member) ? instantsFor(run, member) : undefined;
  return {
    memberId,
    name: member?.name ?? facts?.name ?? '',
    thumbnailUrl: facts?.thumbnailUrl ?? null,
    isHoliday: state === 'AWAY',
    hasBlocker: answer?.hasBlocker ?? false,
    isGoalAchieved: answer?.isGoalAchieved ?? false,
    isCompleted: answer !== undefined,
    answers: answersTo(run.questions, answer),
    state,
    goalsTicked: ticked(goals),
    goalsOffered: goals.length,
    goalsOpen: goals.filter((goal) => !goal.ticked).map((goal) => goal.text),
    answeredAt: answer?.answeredAt ?? null,
    editedAt: answer?.editedAt ?? null,
    isLate: answer?.isLate ?? false,
    timezone: facts?.timezone ?? null,
    opensAt: ownInstants?.opensAt ?? null,
    closesAt: ownInstants?.closesAt ?? null,
    unreachable: facts?.unreachable ?? null,
    wasNotAsked: answer === undefined && sources.notAsked?.has(memberId) === true,
    blockedSince: carried?.since ?? null,
    blockedDays: carried === undefined ? null : ageOf(sources, carried),
    ...durationOf(sources, answer, blocker),
    ...choiceOf(sources, memberId, state),
    ...quietOf(sources, memberId, state, ownInstants),
    blockerText: answer?.hasBlocker === true ? blockerText(run.questions, answer.values) : (carried?.text ?? null),
  };
};

const rank: Readonly<Record<MemberState, number>> = {
  BLOCKED: 0,
  GOAL_ACHIEVED: 1,
  ANSWERED: 1,
  OPEN: 2,
  AWAY: 3,
  SKIPPED: 4,
  MISSING: 5,
};
// The same collation is used for all readers, so that a summary has the same order on every machine and is not posted
// again.
export const byName = new Intl.Collator('en', { numeric: true });
const byNameAndId = (a: Named, b: Named): number =>
  byName.compare(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1);

// Comparing names takes most of the time of sorting a report, so each snapshot is sorted by name only once.
const placesByName = weakMemo(
  (members: Run['members']): ReadonlyMap<MemberId, number> =>
    new Map([...members].sort(byNameAndId).map(({ memberId }, index) => [memberId, index])),
);

const reportOrder = ({ members }: Run): ((a: ReportMember, b: ReportMember) => number) => {
  const places = placesByName(members);
  const compareNames = (a: ReportMember, b: ReportMember): number => {
    const [placeOfA, placeOfB] = [places.get(a.memberId), places.get(b.memberId)];
    return placeOfA === undefined || placeOfB === undefined ? byNameAndId(a, b) : placeOfA - placeOfB;
  };
  return (a, b) => rank[a.state] - rank[b.state] || compareNames(a, b);
};

/**
 * Computes the result of `reportMembers` with one person in each step, because a run may have a thousand people with
 * twenty answers each.
 */
export const reportMemberSteps = function* (sources: PeopleSources): Steps<ReportMember[]> {
  const members: ReportMember[] = [];
  for (const person of peopleOf(sources)) {
    members.push(memberOf(sources, person));
    yield;
  }
  return members.sort(reportOrder(sources.run));
};

/**
 * Returns one entry for each person, sorted by state (blocked, answered, open, away, skipped, missing) and within a
 * state by name.
 */
export const reportMembers = (sources: PeopleSources): ReportMember[] => runToEnd(reportMemberSteps(sources));
