import { answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { answerTombstone, runWithoutMember, sheetTombstone, withoutNames } from './anonymiseRowsOfErasedPerson.ts';

const id = '01M7W9GCBFJGH6WYKPTKM30JZ6';
const given = answer.parse({
  ...{ meetingId: id, memberId: id, date: '2026-11-20', values: { done: 'The secret' }, hasBlocker: true },
  ...{ isGoalAchieved: false, answeredAt: '2026-11-20T09:00:00.000Z', editedAt: null, isLate: true, isAhead: false },
  goals: [
    { id: 'a'.repeat(16), text: 'The secret goal', ticked: true },
    { id: 'b'.repeat(16), text: 'Another', ticked: false },
  ],
});

it('an erased answer keeps its counts and loses its text', () => {
  const empty = answerTombstone(given);
  expect(JSON.stringify(empty)).not.toMatch(/secret|Another|aaaa|bbbb/);
  expect(empty.goals.map((goal) => goal.ticked)).toEqual([true, false]);
  expect(empty.goals.map((goal) => goal.text)).toEqual(['', '']);
  expect(new Set(empty.goals.map((goal) => goal.id)).size).toBe(2);
  expect({ ...empty, values: given.values, goals: given.goals }).toEqual(given);
  // The schema must still accept the erased answer, and erasing it again must change nothing.
  expect(answer.parse(empty)).toEqual(empty);
  expect(answerTombstone(empty)).toEqual(empty);
});

it('a sheet keeps its minutes by meeting', () => {
  const task = { id: '20261120-1', meetingId: null, task: 'The secret', minutes: 90, lineId: 'l' };
  const sheet = sheetTombstone({ tasks: [{ ...task, source: 'ANSWER', editedByPerson: false }], moved: {} });
  expect(sheet.tasks).toEqual([{ ...task, task: '', lineId: null, source: 'ANSWER', editedByPerson: false }]);
});

it.each([
  ['Ann', 'Former member'],
  ['Ann, Bob', 'Former member, Bob'],
  ['Bob, Ann', 'Bob, Former member'],
  // A name inside another name or inside other text stays.
  ['Annabel', 'Annabel'],
  ['Ask Ann', 'Ask Ann'],
  ['', ''],
  // A name may contain a comma and may occur twice.
  ['Bob, Lee, Ann, PhD, Cy', 'Bob, Former member, Cy'],
  ['Ann, Ann, Ann', 'Former member, Former member, Former member'],
])('%j without a name is %j', (value, expected) => {
  expect(withoutNames(value, ['Ann', '', 'ann@example.test', 'Lee, Ann, PhD'], 'Former member')).toBe(expected);
});

it('a run keeps all members, with a replaced name for the erased one', () => {
  const member = (memberId: string, name: string) => ({ memberId, name, away: null, dropped: false });
  const run = { date: '2026-11-20', members: [member('ann', 'Ann'), member('bob', 'Bob')] } as unknown as Run;
  expect(runWithoutMember(run, 'ann' as MemberId, 'Former member')).toEqual({
    ...run,
    members: [member('ann', 'Former member'), member('bob', 'Bob')],
  });
});
