import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { answerAdoptedByRun, asksAnyQuestionOf } from '../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { acceptsAnswer, instantsFor, memberIn } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { isNearRun, findPlannedRun } from '../runs/findPlannedRun.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import { orgRulesOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';

// Finds the target of an answer: an existing run, whose questions and members were copied at its opening, or the next
// planned run of the meeting.

export interface AnswerTarget extends MemberRun {
  readonly meetingName: string;
  readonly type: Meeting['type'];
  readonly questions: readonly Question[];
  readonly instants: Instants;
  /** The earliest opening of the run in any zone. The key of the run's summary row contains it. */
  readonly opensAt: Instant;
  /** The stored run. Undefined for an answer ahead, and for a planned run that was never opened. */
  readonly run: Run | undefined;
  /**
   * The member as copied into the run at its opening. Undefined for an answer ahead, and for a person whom the run did
   * not ask.
   */
  readonly member: SnapshotMember | undefined;
  /**
   * The member's day off on the date of a run that does not exist yet; null if there is none. For an existing run,
   * `member` contains the day off.
   */
  readonly away: SnapshotMember['away'];
  /**
   * The reason why an answer ahead can no longer be changed, for example because its run is not the next planned run;
   * null = it can be changed.
   */
  readonly refused: ErrorCode | null;
  /** True if the organisation does not accept answers at the moment, for example because it is deactivated. */
  readonly isPaused?: boolean;
  /** False if the organisation does not let members skip runs. */
  readonly maySkip?: boolean;
}

export type TargetDeps = PayingDeps & { readonly runs: RunCache };

export type StoredAnswer = ValueOf<typeof answerKind>;

export const targetOf = (memberRun: MemberRun, runRow: Run): AnswerTarget => {
  const member = memberIn(runRow, memberRun.memberId);
  const [first] = runRow.instants;
  const instants = member === undefined ? first : instantsFor(runRow, member);
  if (instants === undefined) throw new Error('A run has at least one set of instants.');
  return {
    orgId: memberRun.orgId,
    teamId: memberRun.teamId,
    meetingId: memberRun.meetingId,
    date: memberRun.date,
    memberId: memberRun.memberId,
    meetingName: runRow.meetingName,
    type: runRow.type,
    questions: runRow.questions,
    instants,
    opensAt: runRow.opensAt,
    run: runRow,
    member,
    away: null,
    refused: null,
  };
};

const plannedTarget = async (records: Records<OrgId>, memberRun: MemberRun, now: number): Promise<AnswerTarget> => {
  const { meeting, instants, opensAt, away } = await findPlannedRun(records, memberRun, now);
  const { name: meetingName, type, questions } = meeting;
  const nothing = { run: undefined, member: undefined, refused: null };
  return { ...memberRun, meetingName, type, questions, instants, opensAt, away, ...nothing };
};

/**
 * Returns a read-only target from a stored answer ahead (`givenTo` is its copy of the planned run), so that the answer
 * stays readable even if its run was never opened. Undefined for every other answer.
 */
const keptTarget = (
  memberRun: MemberRun,
  answer: StoredAnswer | undefined,
  refused: ErrorCode,
): AnswerTarget | undefined => {
  const givenTo = answer?.givenTo ?? undefined;
  if (givenTo === undefined) return undefined;
  const opensAt = givenTo.instants.opensAt;
  return { ...memberRun, ...givenTo, opensAt, run: undefined, member: undefined, away: null, refused };
};

/**
 * Finds the run that an answer belongs to: an existing run, or a planned run that may be answered before its opening.
 * If there is neither, a stored answer ahead gives a target that can only be read; without such an answer, throws an
 * AppError.
 */
export const findTarget = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  memberRun: MemberRun,
  now: number,
): Promise<AnswerTarget> => {
  const [stored, { pause, maySkip }] = await Promise.all([
    deps.runs.run(records, memberRun),
    orgRulesOf(deps, records),
  ]);
  const isPaused = !doesOrgAllow('answerRun', pause);
  if (stored !== undefined) return { ...targetOf(memberRun, stored.value), isPaused, maySkip };
  try {
    if (!doesOrgAllow('openRun', pause)) throw new AppError('ORG_PAUSED');
    return await plannedTarget(records, memberRun, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // If another instance opened the run since the first read, the run is no longer planned, but it still accepts the
    // answer.
    const opened = await deps.runs.run(records, memberRun);
    if (opened !== undefined) return { ...targetOf(memberRun, opened.value), isPaused, maySkip };
    const kept = keptTarget(memberRun, (await records.get(answerKind, memberRun))?.value, error.code);
    if (kept === undefined) throw error;
    return kept;
  }
};

/**
 * True if the run opens for this member more than 24 hours from now. A stored run can be too early only if it has
 * already opened in another zone, so that it has several sets of instants.
 */
const isTooEarly = ({ run, instants }: AnswerTarget, now: number): boolean =>
  run !== undefined && run.instants.length > 1 && !isNearRun(msOf(instants.opensAt), now);

/**
 * True if the target accepts an answer now. A target without a stored run accepts an answer unless `refused` is set,
 * because `findTarget` throws for every other run that is not stored.
 */
export const isAcceptingAnswers = (target: AnswerTarget, now: number): boolean => {
  if (target.isPaused === true) return false;
  if (target.run === undefined) return target.refused === null;
  return target.member !== undefined && acceptsAnswer(target.run, target.memberId, now) && !isTooEarly(target, now);
};

/** Throws the AppError that explains why the target accepts no answer at `now`. */
export const requireAccepting = (target: AnswerTarget, now: number): void => {
  if (isAcceptingAnswers(target, now)) return;
  if (target.isPaused === true) throw new AppError('ORG_PAUSED');
  if (target.refused !== null) throw new AppError(target.refused);
  if (target.run?.state === 'CANCELLED') throw new AppError('RUN_CANCELLED');
  if (target.member === undefined) throw new AppError('NOT_ASKED');
  throw new AppError(isTooEarly(target, now) ? 'RUN_NOT_OPEN' : 'RUN_CLOSED');
};

/**
 * Returns an answer ahead as the opened run accepts it, and every other answer unchanged. Undefined if the run asks
 * none of the answered questions any more.
 */
export const acceptedAs = (
  { run, questions, refused }: Pick<AnswerTarget, 'run' | 'questions' | 'refused'>,
  answer: StoredAnswer,
): StoredAnswer | undefined => {
  if (answer.givenTo === null) return answer;
  if (run !== undefined) return answerAdoptedByRun(run, answer);
  return refused !== null || asksAnyQuestionOf(questions, answer.values) ? answer : undefined;
};

export const isLateNow = (target: AnswerTarget, now: number): boolean => now >= msOf(target.instants.closesAt);
export const isAheadNow = (target: AnswerTarget, now: number): boolean => now < msOf(target.instants.opensAt);
