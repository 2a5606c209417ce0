import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import { before } from './rollupGroupModelAndOrder.ts';
import type { RollupGroupModel } from './rollupGroupModelAndOrder.ts';
import { countRuns, rollupGroups, rollupTotal } from './rollupGroupsAndTotals.ts';
import type { RollupHours, RollupMember, RollupRun, RollupSet } from './rollupRowTypes.ts';

const id = (name: string): MemberId => name as MemberId;
const date = (day: number): LocalDate => `2026-11-${String(day).padStart(2, '0')}` as LocalDate;

const done = { id: 'done', sequence: 1, text: 'Done?', type: 'TEXT' };
const plan = { ...done, id: 'plan', sequence: 2, text: 'Plan?', isTimesheetQuestion: true };
const blocked = { ...done, id: 'blocked', sequence: 3, text: 'Blocked?', isBlocker: true };
const mood = { id: 'mood', sequence: 4, text: 'Mood?', type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' };
const energy = { ...mood, id: 'energy', sequence: 5, text: 'Energy?' };

/** Returns a member with one answer for each entry; without entries, a member whose answer is missing. */
const member = (name: string, values: Readonly<Record<string, string>> = {}, shown = name): RollupMember => {
  const answers = Object.entries(values).map(([questionId, answer]) => ({ questionId, answer }));
  const isCompleted = answers.length > 0;
  return {
    goals: [],
    member: {
      ...{ memberId: id(name), name: shown, state: isCompleted ? 'ANSWERED' : 'MISSING', isCompleted, answers },
      ...{ isLate: false, isGoalAchieved: false, hasBlocker: values['blocked'] === 'Yes', goalsTicked: 1 },
      ...{ goalsOffered: 2, wasNotAsked: false, unreachable: null },
    },
  } as unknown as RollupMember;
};

interface Given {
  readonly meeting?: string;
  readonly name?: string;
  readonly state?: string;
  readonly questions?: readonly object[];
}
const run = (day: number, members: readonly RollupMember[], given: Given = {}): RollupRun => {
  const { meeting = 'daily', name = meeting, state = 'COMPLETED', questions = [done] } = given;
  return {
    teamId: 'team',
    run: { meetingId: meeting, meetingName: name, date: date(day), state, questions: questions as readonly Question[] },
    members,
  } as unknown as RollupRun;
};

const set = (runs: readonly RollupRun[], change: Partial<RollupSet> = {}): RollupSet => ({
  ...{ runs, hours: [], blockers: [], people: new Map(), reader: null },
  ...change,
});
const groupsOf = (by: RollupGrouping, ...args: Parameters<typeof set>): RollupGroupModel[] =>
  runToEnd(rollupGroups(set(...args), { by, byText: (a, b) => a.localeCompare(b, 'en') }));
const linesOf = ({ lines }: RollupGroupModel): string[] =>
  lines.map(({ of, member: { memberId } }) => `${of.run.date.slice(8)} ${of.run.meetingName} ${memberId}`);

const hours = (name: string, day: number, minutes: number, meeting: string | null = 'daily'): RollupHours => ({
  ...{ memberId: id(name), date: date(day), meetingId: meeting as MeetingId | null, minutes },
});
const opened = (name: string, day: number, meeting = 'daily') => ({
  ...{ kind: 'OPENED' as const, date: date(day), memberId: id(name), meetingId: meeting as MeetingId },
});

it('texts are compared by their characters', () => {
  expect([before('a', 'b'), before('b', 'a'), before('a', 'a')]).toEqual([-1, 1, 0]);
});

describe('groups by person', () => {
  const runs = [
    run(19, [member('ann', { done: 'a' }), member('bob')]),
    run(20, [member('bob'), member('ann', { done: 'b' })], { meeting: 'm2', name: 'Retro' }),
    run(20, [member('ann', { done: 'c' })], { meeting: 'm3', name: 'Demo' }),
  ];
  const people = new Map([
    [id('ann'), { name: 'Zoe', thumbnailUrl: 'ann.png', hasLeft: false }],
    [id('bob'), { name: 'Bob', thumbnailUrl: null, hasLeft: true }],
  ]);

  it('are in the order of the names, each with its lines, the newest first', () => {
    const groups = groupsOf('PERSON', runs, { people });
    expect(groups.map(({ key }) => key)).toEqual(['bob', 'ann']);
    expect(groups.map(linesOf)).toEqual([
      ['20 Retro bob', '19 daily bob'],
      ['20 Demo ann', '20 Retro ann', '19 daily ann'],
    ]);
    expect(groups[1]?.head).toEqual({ by: 'PERSON', memberId: 'ann', ...people.get(id('ann')) });
  });

  it('with the same name are in the order of their ids', () => {
    const twins = new Map(
      ['ann', 'bob'].map((name) => [id(name), { name: 'Kim', thumbnailUrl: null, hasLeft: false }]),
    );
    expect(
      groupsOf('PERSON', [run(20, [member('bob'), member('ann')])], { people: twins }).map(({ key }) => key),
    ).toEqual([...['ann', 'bob']]);
  });

  it('of a person who is in no team any more have the newest name of the runs', () => {
    const old = [
      run(18, [member('ann', {}, 'Ann Old')]),
      run(19, [member('ann', {}, 'Ann New')]),
      run(20, [member('ann', {}, '')]),
    ];
    expect(groupsOf('PERSON', old)[0]?.head).toMatchObject({ name: 'Ann New', thumbnailUrl: null, hasLeft: true });
    expect(groupsOf('PERSON', [], { hours: [hours('ann', 20, 5)] })[0]?.head).toMatchObject({
      name: '',
      hasLeft: true,
    });
  });

  it('have the hours and blockers of the person, also without a run', () => {
    const rows = { hours: [hours('ann', 1, 30), hours('cy', 2, 20)], blockers: [opened('ann', 1), opened('ann', 2)] };
    const figures = groupsOf('PERSON', runs, { people, ...rows }).map(
      (group) => [group.key, runToEnd(group.figures())] as const,
    );
    expect(figures.map(([key, { minutes, blockers }]) => [key, minutes, blockers?.opened])).toEqual([
      ...[
        ['cy', 20, 0],
        ['bob', 0, 0],
        ['ann', 30, 2],
      ],
    ]);
    expect(figures[2]?.[1].participation).toMatchObject({ asked: 3, answered: 3 });
  });
});

describe('groups by day', () => {
  it('are newest first; their lines are in the order of the reports, and of the members of each report', () => {
    const groups = groupsOf('DAY', [
      run(19, [member('ann')]),
      run(20, [member('bob'), member('ann')], { meeting: 'm2', name: 'Retro' }),
      run(20, [member('bob'), member('ann')], { meeting: 'm3', name: 'Demo' }),
    ]);
    expect(groups.map(({ head }) => head)).toEqual([date(20), date(19)].map((day) => ({ by: 'DAY', date: day })));
    expect(groups.map(linesOf)).toEqual([
      ['20 Demo bob', '20 Demo ann', '20 Retro bob', '20 Retro ann'],
      ['19 daily ann'],
    ]);
  });

  it('have the hours and blockers of the day', () => {
    const rows = { hours: [hours('ann', 19, 30)], blockers: [opened('ann', 20), opened('bob', 20)] };
    const figures = groupsOf('DAY', [run(20, [member('ann')])], rows).map((group) => runToEnd(group.figures()));
    expect(figures.map(({ minutes, blockers }) => [minutes, blockers?.opened])).toEqual([
      [0, 2],
      [30, 0],
    ]);
  });
});

describe('groups by question', () => {
  const keysOf = (...args: Parameters<typeof set>): string[] => groupsOf('QUESTION', ...args).map(({ key }) => key);

  it('are in the order of the reports, then of the newest form, then those that only older runs ask', () => {
    const runs = [
      run(18, [], { questions: [mood, blocked, done] }),
      run(19, [], { meeting: 'm2', name: 'Alpha' }),
      run(20, [], { questions: [blocked, { ...done, sequence: 9 }] }),
    ];
    expect(keysOf(runs)).toEqual(['m2.done', 'daily.blocked', 'daily.done', 'daily.mood']);
  });

  it('have the newest form of the question and only its answers, the newest first', () => {
    const renamed = { ...done, text: 'What got done?' };
    const runs = [
      run(19, [member('ann', { done: 'old', plan: 'p' })], { questions: [done, plan] }),
      run(20, [member('ann', { plan: 'q' }), member('bob', { done: 'new', plan: 'r' })], {
        questions: [renamed, plan],
      }),
    ];
    const [group] = groupsOf('QUESTION', runs);
    expect(group?.head).toMatchObject({
      ...{ by: 'QUESTION', of: runs[1], questionId: 'done', question: 'What got done?', format: { type: 'TEXT' } },
      ...{ answers: 2, average: null, counts: [] },
    });
    expect(group === undefined ? [] : linesOf(group)).toEqual(['20 daily bob', '19 daily ann']);
    expect(group?.lines.map((line) => line.member.answers)).toEqual([
      [{ questionId: 'done', answer: 'new' }],
      [{ questionId: 'done', answer: 'old' }],
    ]);
  });

  it('have the average and the distribution of the counted runs that ask in the same form', () => {
    const runs = [
      run(17, [member('ann', { mood: '1' })], { questions: [{ ...mood, type: 'NUMBER', unit: '' }] }),
      run(18, [member('ann', { mood: '2' })], { questions: [mood] }),
      run(19, [member('ann', { mood: '1' })], { questions: [mood], state: 'MISSED' }),
      run(20, [member('ann', { mood: '5' }), member('bob', { mood: '4' })], { questions: [mood] }),
    ];
    const [group] = groupsOf('QUESTION', runs);
    expect(group?.head).toMatchObject({ answers: 3, average: 3.666667 });
    expect(group?.lines).toHaveLength(5);
  });

  it('count the answers to a text in open and completed runs', () => {
    const given = [member('ann', { done: 'x' }), member('bob')];
    const runs = [run(19, given, { state: 'CANCELLED' }), run(20, given, { state: 'OPEN' })];
    expect(groupsOf('QUESTION', runs)[0]?.head).toMatchObject({ answers: 1 });
  });

  it('have only the figures that belong to the question', () => {
    const values = { done: 'x', plan: 'y', blocked: 'Yes', mood: '4', energy: '2' };
    const runs = [run(20, [member('ann', values), member('bob')], { questions: [done, plan, blocked, mood, energy] })];
    const rows = { hours: [hours('ann', 20, 30), hours('ann', 20, 7, 'm2'), hours('ann', 20, 5, null)] };
    const blockers = [opened('ann', 20), opened('ann', 20, 'm2')];
    const figures = groupsOf('QUESTION', runs, { ...rows, blockers }).map((group) => runToEnd(group.figures()));
    const none = { goals: null, minutes: null, blockers: null, mood: null };
    const goals = { met: 2, offered: 4, hitRate: null };
    expect(
      figures.map(({ participation: { asked, answered }, ...others }) => ({ asked, answered, ...others })),
    ).toEqual([
      { asked: 2, answered: 1, ...none },
      { asked: 2, answered: 1, ...none, goals, minutes: 30 },
      { asked: 2, answered: 1, ...none, blockers: { reported: 1, opened: 1, resolved: 0 } },
      { asked: 2, answered: 1, ...none, mood: { answers: 1, average: 4 } },
      { asked: 2, answered: 1, ...none, mood: { answers: 1, average: 2 } },
    ]);
  });
});

describe('the whole set', () => {
  const states = ['OPEN', 'COMPLETED', 'COMPLETED', 'MISSED', 'CANCELLED', 'CANCELLED', 'CANCELLED'];
  const runs = states.map((state, index) => run(index + 1, [member('ann', { done: 'x' })], { state }));

  it('has the figures of all groups together', () => {
    const rows = { hours: [hours('ann', 1, 30), hours('bob', 2, 20)], blockers: [opened('ann', 1)] };
    expect(runToEnd(rollupTotal(set(runs, rows)))).toMatchObject({
      ...{ participation: { asked: 3, answered: 3 }, minutes: 50, blockers: { opened: 1 } },
    });
  });

  it('counts its runs by what the figures do with them', () => {
    expect(countRuns(runs)).toEqual({ counted: 3, missed: 1, cancelled: 3 });
  });
});
