import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { computeRunMeasures } from './measureAnswerWaitsAndGoals.ts';

type Measured = Parameters<typeof computeRunMeasures>[1][number];
const opensAt = '2026-11-20T09:00:00.000Z';
const run = {
  opensAt,
  instants: [
    { zone: 'Europe/Berlin', opensAt },
    { zone: 'America/New_York', opensAt: '2026-11-20T15:00:00.000Z' },
  ],
  members: [
    { memberId: 'ann', zone: 'Europe/Berlin' },
    { memberId: 'bob', zone: 'America/New_York' },
  ],
} as unknown as Run;

const answer = (memberId: string, time: string, goals: Answer['goals'] = []): Measured =>
  ({ meetingId: 'm', memberId, date: '2026-11-20', answeredAt: `2026-11-20T${time}Z`, goals }) as unknown as Measured;

const goal = (state: 'DONE' | 'CARRIED' | 'DROPPED' | undefined, ticked: boolean): Answer['goals'][number] => ({
  ...{ id: 'a'.repeat(16), text: 'Goal', ticked },
  ...(state === undefined ? {} : { state }),
});

describe('the measures of a run', () => {
  it('have the whole minutes from each member’s own opening, shortest first', () => {
    const answers = [answer('ann', '09:10:59.999'), answer('bob', '15:01:00.000'), answer('guest', '09:02:00.000')];
    expect(computeRunMeasures(run, answers).waits).toEqual([1, 2, 10]);
  });

  it('have zero for an answer at the member’s own opening', () => {
    expect(computeRunMeasures(run, [answer('bob', '15:00:00.000')]).waits).toEqual([0]);
  });

  it('count from the opening of the report for a member in a zone without an opening', () => {
    const elsewhere = { ...run, members: [{ memberId: 'ann', zone: 'Asia/Tokyo' }] } as unknown as Run;
    expect(computeRunMeasures(elsewhere, [answer('ann', '09:07:00.000')]).waits).toEqual([7]);
  });

  it('leave out answers before the member’s own opening', () => {
    expect(computeRunMeasures(run, [answer('ann', '08:59:59.999'), answer('bob', '14:00:00.000')]).waits).toEqual([]);
  });

  it('count settled goals as the hit rate of a person does', () => {
    const goals = [goal('DONE', true), goal('CARRIED', false), goal('DROPPED', false), goal(undefined, true)];
    expect(computeRunMeasures(run, [answer('ann', '09:00:00.000', goals)])).toMatchObject({
      goalsDone: 2,
      goalsSettled: 3,
    });
  });

  it('count the members with settled goals', () => {
    const carried = answer('cy', '09:00:00.000', [goal('CARRIED', false)]);
    const open = answer('dee', '09:00:00.000', [goal(undefined, false), goal('DONE', true)]);
    const answers = [answer('ann', '09:00:00.000', [goal('DROPPED', false)]), answer('bob', '15:00:00.000'), carried];
    expect(computeRunMeasures(run, answers).goalOwners).toBe(1);
    expect(computeRunMeasures(run, [...answers, open]).goalOwners).toBe(2);
  });
});
