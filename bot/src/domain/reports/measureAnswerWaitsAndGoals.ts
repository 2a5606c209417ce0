import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { RunMeasures } from '#contracts/reports/runMeasuresSchema.ts';
import { minuteMs, msOf } from '../core/zonedTimeAndCalendarDates.ts';
import { instantsFor } from '../runs/memberInstantsAndOwedAnswers.ts';
import { goalHitRate } from './goalHitRate.ts';

type MeasuredAnswer = Pick<Answer, 'meetingId' | 'memberId' | 'date' | 'goals' | 'answeredAt'>;

/**
 * Returns the whole minutes from each member's own opening to the first version of the answer, shortest first. Answers
 * before the opening are left out, because no prompt was due yet.
 */
const waitsOf = (run: Pick<Run, 'instants' | 'members' | 'opensAt'>, answers: readonly MeasuredAnswer[]): number[] => {
  const members = new Map(run.members.map((member) => [member.memberId, member]));
  return answers
    .flatMap(({ memberId, answeredAt }) => {
      const member = members.get(memberId);
      const opensAt = (member === undefined ? undefined : instantsFor(run, member)?.opensAt) ?? run.opensAt;
      const ms = msOf(answeredAt) - msOf(opensAt);
      return ms < 0 ? [] : [Math.floor(ms / minuteMs)];
    })
    .sort((a, b) => a - b);
};

/**
 * Returns figures that are stored with the counts of a run. Without them, each trend would have to read all answers of
 * the run.
 */
export const computeRunMeasures = (
  run: Pick<Run, 'instants' | 'members' | 'opensAt'>,
  answers: readonly MeasuredAnswer[],
): Required<RunMeasures> => {
  const { done, settled } = goalHitRate(answers);
  const goalOwners = answers.filter((answer) => goalHitRate([answer]).settled > 0).length;
  return { waits: waitsOf(run, answers), goalsDone: done, goalsSettled: settled, goalOwners };
};
