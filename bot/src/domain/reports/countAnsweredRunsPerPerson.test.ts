import fc from 'fast-check';
import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { SnapshotMember } from '#contracts/runs/runSchema.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import { participationOf } from './countAnsweredRunsPerPerson.ts';
import type { AnsweredRun } from './countAnsweredRunsPerPerson.ts';

const id = (name: string): MemberId => name as MemberId;
const member = (name: string, parts: Partial<SnapshotMember> = {}): SnapshotMember => ({
  memberId: id(name),
  name,
  zone: 'UTC' as SnapshotMember['zone'],
  away: null,
  dropped: false,
  ...parts,
});
const closesAt = '2026-11-20T11:00:00.000Z' as Instant;
const times: Pick<AnsweredRun['run'], 'instants' | 'closesAt'> = { instants: [], closesAt };
const aRun = (
  members: readonly SnapshotMember[],
  answered: readonly string[],
  state: AnsweredRun['run']['state'] = 'COMPLETED',
  skipped: readonly string[] = [],
): AnsweredRun => ({
  run: { ...times, state, members: [...members] },
  answered: new Set(answered.map(id)),
  skipped: new Set(skipped.map(id)),
});

const countsOf = (...runs: readonly AnsweredRun[]): readonly string[] => countsAt('12:00', ...runs);
const countsAt = (time: string, ...runs: readonly AnsweredRun[]): readonly string[] =>
  runToEnd(participationOf(runs, Date.parse(`2026-11-20T${time}:00Z`))).map(
    ({ name, asked, answered, skipped }) =>
      `${name} ${String(answered)}/${String(asked)}${skipped === 0 ? '' : ` skipped ${String(skipped)}`}`,
  );

it('counts for each person the runs they were asked in, and those they answered', () => {
  const both = [member('ann'), member('bob')];
  expect(countsOf(aRun(both, ['ann', 'bob']), aRun(both, ['ann']), aRun(both, []))).toEqual(['ann 2/3', 'bob 1/3']);
});

it('do not count a run as asked for absent members and those who dropped out, unless they answered', () => {
  const away = member('ann', { away: 'VACATION' });
  const gone = member('bob', { dropped: true });
  expect(countsOf(aRun([away, gone], []))).toEqual([]);
  expect(countsOf(aRun([away, gone], ['ann', 'bob']))).toEqual(['ann 1/1', 'bob 1/1']);
});

it('does not count an open run against a member who can still answer', () => {
  const both = [member('ann'), member('bob')];
  expect(countsAt('10:59', aRun(both, ['ann'], 'OPEN'))).toEqual(['ann 1/1']);
});

it('counts a member whose close has passed while the run is open in a later zone', () => {
  const both = [member('ann'), member('bob')];
  expect(countsAt('11:00', aRun(both, ['ann'], 'OPEN'))).toEqual(['ann 1/1', 'bob 0/1']);
});

it.each(['MISSED', 'CANCELLED'] as const)('leaves out a run that is %s, also its answers', (state) => {
  expect(countsOf(aRun([member('ann'), member('bob')], ['ann'], state))).toEqual([]);
});

it('lists people with their newest name, and outside authors with any name', () => {
  expect(countsOf(aRun([member('ann')], ['ann']), aRun([{ ...member('ann'), name: 'Ann Lee' }], []))).toEqual([
    'Ann Lee 1/2',
  ]);
  expect(countsOf(aRun([], ['zoe']))).toEqual([' 1/1']);
});

it('does not count a skipped run as asked, unless an answer replaced the skip', () => {
  const both = [member('ann'), member('bob')];
  expect(countsOf(aRun(both, ['bob'], 'COMPLETED', ['ann', 'bob']))).toEqual(['ann 0/0 skipped 1', 'bob 1/1']);
});

describe('participation of any runs', () => {
  const names = ['ann', 'bob', 'cy'];
  const anySubset = fc.subarray(names);
  const anyRun = fc.record({
    answered: anySubset,
    skipped: anySubset,
    state: fc.constantFrom('OPEN' as const, 'COMPLETED' as const),
  });
  const runOf = ({
    answered,
    skipped,
    state,
  }: {
    answered: string[];
    skipped: string[];
    state: 'OPEN' | 'COMPLETED';
  }) =>
    aRun(
      names.map((name) => member(name)),
      answered,
      state,
      skipped,
    );
  const countsOf = (runs: readonly AnsweredRun[], name: string) => {
    const people = runToEnd(participationOf(runs, Date.parse('2026-11-20T12:00:00Z')));
    const { asked, answered, skipped } = people.find(({ memberId }) => memberId === id(name)) ?? {
      ...{ asked: 0, answered: 0, skipped: 0 },
    };
    return { asked, answered, skipped };
  };

  it('divides the runs of a member into asked and skipped, and an answer replaces a skip', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (runs) => {
        for (const name of names) {
          const { asked, answered, skipped } = countsOf(runs.map(runOf), name);
          expect(asked + skipped).toBe(runs.length);
          expect(answered).toBe(runs.filter((run) => run.answered.includes(name)).length);
          expect(skipped).toBe(runs.filter((run) => run.skipped.includes(name) && !run.answered.includes(name)).length);
        }
      }),
    );
  });

  it('never falls when a member skips a run instead of missing it', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (runs) => {
        const missing = countsOf([...runs.map(runOf), aRun([member('ann')], [])], 'ann');
        const skipping = countsOf([...runs.map(runOf), aRun([member('ann')], [], 'COMPLETED', ['ann'])], 'ann');
        expect(skipping).toEqual({ ...missing, asked: missing.asked - 1, skipped: missing.skipped + 1 });
      }),
    );
  });
});
