import type { MemberId } from '#contracts/ids.ts';
import type { SnapshotMember } from '#contracts/occurrence.ts';
import { participation } from './trends.ts';
import type { AnsweredRun } from './trends.ts';

const id = (name: string): MemberId => name as MemberId;
const member = (name: string, parts: Partial<SnapshotMember> = {}): SnapshotMember => ({
  memberId: id(name),
  name,
  zone: 'UTC' as SnapshotMember['zone'],
  away: null,
  dropped: false,
  ...parts,
});
const aRun = (
  members: readonly SnapshotMember[],
  answered: readonly string[],
  state: AnsweredRun['run']['state'] = 'COMPLETED',
): AnsweredRun => ({ run: { state, members: [...members] }, answered: new Set(answered.map(id)) });

const told = (...runs: readonly AnsweredRun[]): readonly string[] =>
  participation(runs).map(({ name, asked, answered }) => `${name} ${String(answered)}/${String(asked)}`);

it('counts for each person the runs they were asked in, and those they answered', () => {
  const both = [member('ann'), member('bob')];
  expect(told(aRun(both, ['ann', 'bob']), aRun(both, ['ann']), aRun(both, []))).toEqual(['ann 2/3', 'bob 1/3']);
});

it('asks nothing of who was away, or dropped out, unless they answered all the same', () => {
  const away = member('ann', { away: 'VACATION' });
  const gone = member('bob', { dropped: true });
  expect(told(aRun([away, gone], []))).toEqual([]);
  expect(told(aRun([away, gone], ['ann', 'bob']))).toEqual(['ann 1/1', 'bob 1/1']);
});

it('does not hold a run against who may still answer it', () => {
  const both = [member('ann'), member('bob')];
  expect(told(aRun(both, ['ann'], 'OPEN'))).toEqual(['ann 1/1']);
});

it('knows people by their newest name, and who answered from outside by any', () => {
  expect(told(aRun([member('ann')], ['ann']), aRun([{ ...member('ann'), name: 'Ann Lee' }], []))).toEqual([
    'Ann Lee 1/2',
  ]);
  expect(told(aRun([], ['zoe']))).toEqual([' 1/1']);
});
