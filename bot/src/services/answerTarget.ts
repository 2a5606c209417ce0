import { AppError } from '#contracts/errors.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { Instant, OrgId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import type { Question } from '#contracts/question.ts';
import { adoptedBy, livesOn } from '../domain/ahead.ts';
import { acceptsAnswer, instantsFor, memberIn } from '../domain/owing.ts';
import { msOf } from '../domain/time.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { answer as answerKind } from '../store/kinds/run.ts';
import { isNear, plannedFor } from './answerAhead.ts';
import type { MemberRun } from './memberRun.ts';
import type { RunCache } from './runCache.ts';

// What an answer is about: a run as it was frozen, or the next planned one from the meeting as it stands.

export interface Target extends MemberRun {
  readonly meetingName: string;
  readonly type: Meeting['type'];
  readonly questions: readonly Question[];
  /** The instants that apply to this member. */
  readonly instants: Instants;
  /** Key of the run's summary row: its opening. */
  readonly opensAt: Instant;
  /** Undefined before the opening. */
  readonly occurrence: Occurrence | undefined;
  /** Undefined: answered ahead, or asked by nobody. */
  readonly member: SnapshotMember | undefined;
  /** Of a run that is not there: away on its date. Of one that is, `member` says it. */
  readonly away: SnapshotMember['away'];
  /** Why an answer that was given ahead can no longer be changed: what it was given to is not the next planned run. */
  readonly refused: ErrorCode | null;
}

export type StoredAnswer = ValueOf<typeof answerKind>;

export const targetOf = (run: MemberRun, occurrence: Occurrence): Target => {
  const member = memberIn(occurrence, run.memberId);
  const [first] = occurrence.instants;
  const instants = member === undefined ? first : instantsFor(occurrence, member);
  if (instants === undefined) throw new Error('An occurrence has at least one set of instants.');
  return {
    orgId: run.orgId,
    teamId: run.teamId,
    meetingId: run.meetingId,
    date: run.date,
    memberId: run.memberId,
    meetingName: occurrence.meetingName,
    type: occurrence.type,
    questions: occurrence.questions,
    instants,
    opensAt: occurrence.opensAt,
    occurrence,
    member,
    away: null,
    refused: null,
  };
};

const plannedTarget = async (records: Records<OrgId>, run: MemberRun, now: number): Promise<Target> => {
  const { meeting, instants, opensAt, away } = await plannedFor(records, run, now);
  const { name: meetingName, type, questions } = meeting;
  const nothing = { occurrence: undefined, member: undefined, refused: null };
  return { ...run, meetingName, type, questions, instants, opensAt, away, ...nothing };
};

/** What was answered ahead stays to be read, whatever became of its date. */
const keptTarget = (run: MemberRun, answer: StoredAnswer | undefined, refused: ErrorCode): Target | undefined => {
  const given = answer?.givenTo ?? undefined;
  if (given === undefined) return undefined;
  const opensAt = given.instants.opensAt;
  return { ...run, ...given, opensAt, occurrence: undefined, member: undefined, away: null, refused };
};

/**
 * What there is to answer, or was answered ahead. AppError when there is no such run and none that may be answered
 * ahead.
 */
export const findTarget = async (
  deps: { readonly runs: RunCache },
  records: Records<OrgId>,
  run: MemberRun,
  now: number,
): Promise<Target> => {
  const stored = await deps.runs.occurrence(records, run);
  if (stored !== undefined) return targetOf(run, stored.value);
  try {
    return await plannedTarget(records, run, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It may have opened while its plan was looked at.
    const opened = await deps.runs.occurrence(records, run);
    if (opened !== undefined) return targetOf(run, opened.value);
    const kept = keptTarget(run, (await records.get(answerKind, run))?.value, error.code);
    if (kept === undefined) throw error;
    return kept;
  }
};

/** With several zones a run may be open more than a day before the member's own opening. */
const isTooEarly = ({ occurrence, instants }: Target, now: number): boolean =>
  occurrence !== undefined && occurrence.instants.length > 1 && !isNear(msOf(instants.opensAt), now);

/** Whether an answer is taken now; of a planned run it is, or `findTarget` would have refused. */
export const isTaken = (target: Target, now: number): boolean => {
  if (target.occurrence === undefined) return target.refused === null;
  return (
    target.member !== undefined && acceptsAnswer(target.occurrence, target.memberId, now) && !isTooEarly(target, now)
  );
};

/** Throws what stands against an answer. */
export const requireTaken = (target: Target, now: number): void => {
  if (isTaken(target, now)) return;
  if (target.refused !== null) throw new AppError(target.refused);
  if (target.occurrence?.state === 'CANCELLED') throw new AppError('RUN_CANCELLED');
  if (target.member === undefined) throw new AppError('NOT_ASKED');
  throw new AppError(isTooEarly(target, now) ? 'RUN_NOT_OPEN' : 'RUN_CLOSED');
};

/** The answer as the run takes it; undefined when none of what it says is asked any more. */
export const takenAs = (
  { occurrence, questions, refused }: Pick<Target, 'occurrence' | 'questions' | 'refused'>,
  answer: StoredAnswer,
): StoredAnswer | undefined => {
  if (answer.givenTo === null) return answer;
  if (occurrence !== undefined) return adoptedBy(occurrence, answer);
  return refused !== null || livesOn(questions, answer.values) ? answer : undefined;
};

/** After the close that applies to this member. */
export const isLateNow = (target: Target, now: number): boolean => now >= msOf(target.instants.closesAt);
export const isAheadNow = (target: Target, now: number): boolean => now < msOf(target.instants.opensAt);
