import { AppError } from '#contracts/core/errors.ts';
import type { ErrorCode } from '#contracts/core/errors.ts';
import type { Instant, OrgId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/meetings/run.ts';
import { doesOrgAllow } from '#contracts/core/orgPause.ts';
import type { Question } from '#contracts/meetings/question.ts';
import { adoptsPlan, usesPlanOf } from '../../domain/answers/answersAhead.ts';
import { acceptsAnswer, instantsFor, memberIn } from '../../domain/runs/owedAnswers.ts';
import { msOf } from '../../domain/core/zonedTime.ts';
import type { Records, ValueOf } from '../../store/records.ts';
import { answer as answerKind } from '../../store/kinds/run.ts';
import { isNearRun, findPlannedRun } from '../runs/upcomingRun.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import { orgPauseOf } from '../tenancy/billingStatus.ts';
import type { PayingDeps } from '../tenancy/billingStatus.ts';
import type { RunCache } from '../runs/runCache.ts';

// The target of an answer: a run with its frozen snapshot, or the next planned run of the current meeting.

export interface AnswerTarget extends MemberRun {
  readonly meetingName: string;
  readonly type: Meeting['type'];
  readonly questions: readonly Question[];
  /** The instants that apply to this member. */
  readonly instants: Instants;
  /** The earliest opening of the run, which is part of the key of its summary row. */
  readonly opensAt: Instant;
  /** Undefined before the run has opened. */
  readonly occurrence: Run | undefined;
  /** Undefined for an answer ahead, and for a person whom the run did not ask. */
  readonly member: SnapshotMember | undefined;
  /** Days off on the date of a run that does not exist yet. For an existing run, `member` holds them. */
  readonly away: SnapshotMember['away'];
  /** The reason why an answer ahead can no longer be changed: its run is not the next planned one. */
  readonly refused: ErrorCode | null;
  /** The organisation does not accept answers at the moment. */
  readonly isPaused?: boolean;
}

export type TargetDeps = PayingDeps & { readonly runs: RunCache };

export type StoredAnswer = ValueOf<typeof answerKind>;

export const targetOf = (run: MemberRun, runRow: Run): AnswerTarget => {
  const member = memberIn(runRow, run.memberId);
  const [first] = runRow.instants;
  const instants = member === undefined ? first : instantsFor(runRow, member);
  if (instants === undefined) throw new Error('An occurrence has at least one set of instants.');
  return {
    orgId: run.orgId,
    teamId: run.teamId,
    meetingId: run.meetingId,
    date: run.date,
    memberId: run.memberId,
    meetingName: runRow.meetingName,
    type: runRow.type,
    questions: runRow.questions,
    instants,
    opensAt: runRow.opensAt,
    occurrence: runRow,
    member,
    away: null,
    refused: null,
  };
};

const plannedTarget = async (records: Records<OrgId>, run: MemberRun, now: number): Promise<AnswerTarget> => {
  const { meeting, instants, opensAt, away } = await findPlannedRun(records, run, now);
  const { name: meetingName, type, questions } = meeting;
  const nothing = { occurrence: undefined, member: undefined, refused: null };
  return { ...run, meetingName, type, questions, instants, opensAt, away, ...nothing };
};

/** An answer ahead stays readable even if its run was never opened. */
const keptTarget = (run: MemberRun, answer: StoredAnswer | undefined, refused: ErrorCode): AnswerTarget | undefined => {
  const givenTo = answer?.givenTo ?? undefined;
  if (givenTo === undefined) return undefined;
  const opensAt = givenTo.instants.opensAt;
  return { ...run, ...givenTo, opensAt, occurrence: undefined, member: undefined, away: null, refused };
};

/**
 * Finds the run to answer, or the run that was answered ahead. AppError if no such run exists and none can be
 * answered ahead.
 */
export const findTarget = async (
  deps: TargetDeps,
  records: Records<OrgId>,
  run: MemberRun,
  now: number,
): Promise<AnswerTarget> => {
  const [stored, pause] = await Promise.all([deps.runs.occurrence(records, run), orgPauseOf(deps, records)]);
  const isPaused = !doesOrgAllow('answerRun', pause);
  if (stored !== undefined) return { ...targetOf(run, stored.value), isPaused };
  try {
    if (!doesOrgAllow('openRun', pause)) throw new AppError('ORG_PAUSED');
    return await plannedTarget(records, run, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The run may have opened while its plan was being read.
    const opened = await deps.runs.occurrence(records, run);
    if (opened !== undefined) return { ...targetOf(run, opened.value), isPaused };
    const kept = keptTarget(run, (await records.get(answerKind, run))?.value, error.code);
    if (kept === undefined) throw error;
    return kept;
  }
};

/** With several zones a run may open in one zone more than a day before the member's own opening. */
const isTooEarly = ({ occurrence: run, instants }: AnswerTarget, now: number): boolean =>
  run !== undefined && run.instants.length > 1 && !isNearRun(msOf(instants.opensAt), now);

/** Returns true if an answer is accepted now. A planned run accepts it, because `findTarget` refuses the others. */
export const isAcceptingAnswers = (target: AnswerTarget, now: number): boolean => {
  if (target.isPaused === true) return false;
  if (target.occurrence === undefined) return target.refused === null;
  return (
    target.member !== undefined && acceptsAnswer(target.occurrence, target.memberId, now) && !isTooEarly(target, now)
  );
};

/** Throws the reason why an answer is not accepted now. */
export const requireAccepting = (target: AnswerTarget, now: number): void => {
  if (isAcceptingAnswers(target, now)) return;
  if (target.isPaused === true) throw new AppError('ORG_PAUSED');
  if (target.refused !== null) throw new AppError(target.refused);
  if (target.occurrence?.state === 'CANCELLED') throw new AppError('RUN_CANCELLED');
  if (target.member === undefined) throw new AppError('NOT_ASKED');
  throw new AppError(isTooEarly(target, now) ? 'RUN_NOT_OPEN' : 'RUN_CLOSED');
};

/** The answer in the form that the run accepts; undefined if none of its questions is asked any more. */
export const acceptedAs = (
  { occurrence: run, questions, refused }: Pick<AnswerTarget, 'occurrence' | 'questions' | 'refused'>,
  answer: StoredAnswer,
): StoredAnswer | undefined => {
  if (answer.givenTo === null) return answer;
  if (run !== undefined) return adoptsPlan(run, answer);
  return refused !== null || usesPlanOf(questions, answer.values) ? answer : undefined;
};

/** After the close that applies to this member. */
export const isLateNow = (target: AnswerTarget, now: number): boolean => now >= msOf(target.instants.closesAt);
export const isAheadNow = (target: AnswerTarget, now: number): boolean => now < msOf(target.instants.opensAt);
