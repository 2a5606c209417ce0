import fc from 'fast-check';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { goalId } from '../core/hashesAndDerivedIds.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import {
  countGoalsLeftOut,
  nextPlan,
  offeredGoals,
  planLines,
  plannedGoals,
  sentGoalsOf,
  settleGoals,
} from './planLinesAndGoals.ts';

const day = (date: string): LocalDate => date as LocalDate;
const plan = (text: string): [string, number][] => planLines(text).map((line) => [line.text, line.minutes]);

describe('a line of a plan', () => {
  it.each([
    ['Fix login 2h', 'Fix login', 120],
    ['Fix login 2H', 'Fix login', 120],
    ['Fix login 1h30', 'Fix login', 90],
    ['Fix login 1h30m', 'Fix login', 90],
    ['Fix login 1h 30m', 'Fix login', 90],
    ['Fix login 1h 5m', 'Fix login', 65],
    ['Fix login 45m', 'Fix login', 45],
    ['Fix login 45min', 'Fix login', 45],
    ['Fix login 1.5h', 'Fix login', 90],
    ['Fix login 1,5h', 'Fix login', 90],
    ['Fix login .25h', 'Fix login', 15],
    ['Fix login 1:30', 'Fix login', 90],
    ['Fix login 0:45', 'Fix login', 45],
    ['Fix login (2h)', 'Fix login', 120],
    ['Fix login(2h)', 'Fix login', 120],
    ['Fix login [1h 30m].', 'Fix login', 90],
    ['Fix login - 2h', 'Fix login', 120],
    ['Fix login -2h', 'Fix login', 120],
    ['Fix login – 45m', 'Fix login', 45],
    ['Fix login—45m', 'Fix login', 45],
    ['Fix login: 45m;', 'Fix login', 45],
    ['Release 4 2h', 'Release 4', 120],
    ['Watch 23h59', 'Watch', 1439],
    ['Thirds 0.33h', 'Thirds', 20],
    ['Ünïcode 🚀 10m', 'Ünïcode 🚀', 10],
  ])('%j is %j and %i minutes', (line, task, minutes) => {
    expect(plan(line)).toEqual([[task, minutes]]);
  });

  it.each([
    'Fix login',
    'Fix v2h',
    'Upgrade to 12',
    'Call at 9:30',
    'Call @9:30',
    'Train 10:30',
    'Workshop 8:00-9:30',
    'Workshop 8:00 – 9:30',
    'Look 2h back in the logs',
    'Keep it up for 24h',
    'Rest 100h',
    'Odd 1h75',
    'Odd 1:75',
    'Wait (for Bob, 2h)',
  ])('%j names no duration', (line) => {
    expect(plan(line)).toEqual([[line, 0]]);
  });

  it.each([
    ['- Fix login', 'Fix login'],
    ['-Fix login', 'Fix login'],
    ['* Fix login', 'Fix login'],
    ['•Fix login', 'Fix login'],
    ['• \t Fix   login', 'Fix login'],
    ['1. Fix login', 'Fix login'],
    ['12) Fix login', 'Fix login'],
    ['- 1. Fix login', 'Fix login'],
    ['*Fix* login', '*Fix* login'],
    ['1.5 is the version', '1.5 is the version'],
    ['-5 degrees', '-5 degrees'],
    ['2026. A year', '2026. A year'],
  ])('%j is the task %j', (line, task) => {
    expect(plan(line)).toEqual([[task, 0]]);
  });

  it('keeps its text when it is only a duration', () => {
    expect(plan('2h\n- (45m)')).toEqual([
      ['2h', 120],
      ['(45m)', 45],
    ]);
  });

  it('ignores bullet, blanks and duration in its id', () => {
    const ids = planLines('- Fix  login 2h').concat(planLines('1. Fix login (30m)'), planLines('Fix login'));
    expect(new Set(ids.map((line) => line.id))).toEqual(new Set([goalId('Fix login')]));
  });
});

describe('a plan', () => {
  it('leaves out empty lines and lone bullets', () => {
    expect(plan('\n  \n-\n*\n1.\r\nOne\r\n\u2028Two')).toEqual([
      ['One', 0],
      ['Two', 0],
    ]);
  });

  it('has at most 20 tasks', () => {
    const lines = planLines(Array.from({ length: 30 }, (_, index) => `\nTask ${index}`).join('\n'));
    expect(lines.map((line) => line.text)).toEqual(Array.from({ length: 20 }, (_, index) => `Task ${index}`));
  });

  it('gives equal lines distinct, stable ids', () => {
    const ids = planLines('Support 1h\nSupport 2h\nSupport').map((line) => line.id);
    expect(new Set(ids).size).toBe(3);
    expect(planLines('Support\nSupport\nOther\nSupport').map((line) => line.id)).toEqual(expect.arrayContaining(ids));
  });

  it('a plan never fails and never loses text', () => {
    const piece = fc.constantFrom(
      '1h',
      '30',
      'm',
      '2:30',
      '(',
      ')',
      '-',
      '–',
      '* ',
      '1. ',
      ' ',
      '\n',
      'Fix',
      'ü',
      '.',
      ',',
      'h',
    );
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((items) => items.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = planLines(text);
        expect(lines.length).toBeLessThanOrEqual(20);
        expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
        for (const line of lines) {
          expect(line.id).toMatch(/^[0-9a-f]{16}$/);
          expect(line.text.trim()).not.toBe('');
          expect(text.replace(/\s+/g, ' ')).toContain(line.text);
          expect(Number.isInteger(line.minutes) && line.minutes >= 0 && line.minutes < 1440).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  const size = 100_000;
  it.each([
    ['letters', 'a'.repeat(size) + '!'],
    ['durations', '1h'.repeat(size / 2)],
    ['spaced durations', '1h '.repeat(size / 3)],
    ['addresses', 'a@'.repeat(size / 2)],
    ['accents', '\u0300'.repeat(size)],
    ['blanks', `a${' '.repeat(size)}b`],
    ['dashes', `${'-'.repeat(size)}x 2h`],
    ['trailing dashes', `x ${'-'.repeat(size)} 2h`],
    ['dots', `${'.'.repeat(size)}x`],
    ['parentheses', '('.repeat(size)],
    ['digits', '1'.repeat(size)],
    ['lines', '\n'.repeat(size)],
    ['bullets', '- '.repeat(size / 2)],
  ])('a plan of 100 kB %s is read within 20 ms of processor time', (_, text) => {
    // Takes the shortest of up to 40 measurements, because other programs on the machine make some of them longer.
    let shortest = Infinity;
    for (let run = 0; run < 40 && shortest >= 20; run += 1) {
      const start = process.cpuUsage();
      planLines(text);
      const { user, system } = process.cpuUsage(start);
      shortest = Math.min(shortest, (user + system) / 1000);
    }
    expect(shortest).toBeLessThan(20);
  });
});

describe('goals', () => {
  const lastPlan = { date: day('2026-11-06'), lines: planLines('Fix login 2h\nWrite docs'), previous: null };

  it('are the lines of the last plan, not ticked', () => {
    expect(offeredGoals(lastPlan, day('2026-11-07'))).toEqual([
      { id: goalId('Fix login'), text: 'Fix login', ticked: false },
      { id: goalId('Write docs'), text: 'Write docs', ticked: false },
    ]);
  });

  it.each([
    ['2026-11-05', 0],
    ['2026-11-06', 0],
    ['2026-11-07', 2],
    ['2026-11-20', 2],
    ['2026-11-21', 0],
  ])('the goals on %s are %i of the plan of 6 November', (date, count) => {
    expect(offeredGoals(lastPlan, day(date))).toHaveLength(count);
  });

  it('are none without a plan', () => {
    expect(offeredGoals(undefined, day('2026-11-07'))).toEqual([]);
  });

  it('are ticked by name, whatever their earlier state', () => {
    const offered = [
      { id: 'a', text: 'A', ticked: true },
      { id: 'b', text: 'B', ticked: false },
    ];
    expect(settleGoals(offered, { goals: ['b', 'unknown'] }).map((goal) => goal.ticked)).toEqual([false, true]);
  });
});

describe('the tasks of a plan beyond the limit', () => {
  it('are left out, and an empty line or bullet is no task', () => {
    const lines = Array.from({ length: 23 }, (_, index) => `- Task ${String(index)} 1h\n\n - `).join('\n');
    expect(planLines(lines)).toHaveLength(20);
    expect(planLines(lines).at(-1)?.text).toBe('Task 19');
  });
});

describe('the stored plan', () => {
  const line = (text: string) => ({ id: goalId(text), text });
  const monday = { date: day('2026-11-16'), lines: [line('Ship')] };
  const tuesday = { date: day('2026-11-17'), lines: [line('Test')] };

  it('is the first one, and keeps the one before it when a later day is answered', () => {
    expect(nextPlan(undefined, monday)).toEqual({ ...monday, previous: null });
    const last = nextPlan({ ...monday, previous: null }, tuesday);
    expect(last).toEqual({ ...tuesday, previous: monday });
  });

  it('is replaced by another answer of the same day; the earlier plan remains', () => {
    const other = { ...tuesday, lines: [line('Rest')] };
    expect(nextPlan({ ...tuesday, previous: monday }, other)).toEqual({ ...other, previous: monday });
  });

  it('is not replaced by the answer of an earlier day', () => {
    expect(nextPlan({ ...tuesday, previous: null }, monday)).toBeUndefined();
  });

  it('the stored plan of a day answered ahead keeps the earlier plan for that day', () => {
    const last = { ...tuesday, previous: monday };
    expect(offeredGoals(last, tuesday.date).map(({ text }) => text)).toEqual(['Ship']);
    expect(offeredGoals(last, day('2026-11-18')).map(({ text }) => text)).toEqual(['Test']);
    expect(offeredGoals({ ...tuesday, previous: null }, tuesday.date)).toEqual([]);
    expect(offeredGoals(last, monday.date)).toEqual([]);
  });
});

describe('the states of goals', () => {
  const offered = [
    { id: 'a', text: 'A', ticked: false },
    { id: 'b', text: 'B', ticked: true, state: 'DONE' as const, day: 3 },
    { id: 'c', text: 'C', ticked: false },
  ];

  it('count more than the ticks, and belong to offered goals only', () => {
    const goalStates = { a: 'DONE', b: 'CARRIED', other: 'DROPPED', __proto__: 'DONE' } as const;
    expect(settleGoals(offered, { goals: ['b', 'c'], goalStates })).toEqual([
      { id: 'a', text: 'A', ticked: true, state: 'DONE' },
      { id: 'b', text: 'B', ticked: false, state: 'CARRIED', day: 3 },
      { id: 'c', text: 'C', ticked: true },
    ]);
  });

  it('are missing if the client sends only ticks', () => {
    expect(settleGoals(offered, { goals: ['a'] })).toEqual([
      { id: 'a', text: 'A', ticked: true },
      { id: 'b', text: 'B', ticked: false, day: 3 },
      { id: 'c', text: 'C', ticked: false },
    ]);
  });

  it('are the same after they were read back and settled again', () => {
    const sent = fc.record({
      goals: fc.subarray(['a', 'b', 'c']),
      goalStates: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('DONE', 'CARRIED', 'DROPPED')),
    });
    fc.assert(
      fc.property(sent, (given) => {
        const settled = settleGoals(offered, given);
        expect(settleGoals(offered, sentGoalsOf(settled))).toEqual(settled);
      }),
    );
  });
});

describe('goals that are carried over', () => {
  const states = fc.array(fc.constantFrom('DONE', 'CARRIED', 'DROPPED', undefined), { minLength: 20, maxLength: 20 });
  const typed = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G 1h', 'H', 'I', 'J'), { maxLength: 25 });
  const aRun = fc.record({ states, typed });

  it('keep their age in runs, whatever the days between, until they are done, dropped or left open', () => {
    fc.assert(
      fc.property(fc.array(aRun, { maxLength: 12 }), fc.integer({ min: 1, max: 14 }), (runs, gap) => {
        let last: ReturnType<typeof nextPlan>;
        let date = day('2026-01-05');
        /** Number of consecutive runs that offered the goal, by goal id. */
        let ages = new Map<string, number>();
        for (const run of runs) {
          const offered = offeredGoals(last, date);
          expect(offered.map((goal) => [goal.id, goal.day ?? 1])).toEqual(
            offered.map((goal) => [goal.id, ages.get(goal.id) ?? 1]),
          );
          const goalStates = Object.fromEntries(
            offered.flatMap((goal, index) => {
              const state = run.states[index];
              return state === undefined ? [] : [[goal.id, state]];
            }),
          );
          const settled = settleGoals(offered, { goals: [], goalStates });
          const lines = planLines(run.typed.join('\n'));
          const planned = plannedGoals(settled, lines);
          const carried = settled.filter((goal) => goal.state === 'CARRIED');
          expect(planned.slice(0, carried.length).map(({ id }) => id)).toEqual(carried.map(({ id }) => id));
          expect(planned.length).toBeLessThanOrEqual(20);
          expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length);
          const all = new Set([...carried, ...lines].map(({ id }) => id)).size;
          expect(countGoalsLeftOut(settled, lines)).toBe(all - planned.length);
          ages = new Map(carried.map(({ id }) => [id, (ages.get(id) ?? 1) + 1]));
          last = nextPlan(last, { date, lines: planned });
          date = addDays(date, gap);
        }
      }),
    );
  });

  it('are one goal with their age if the member types them again', () => {
    const settled = [{ id: goalId('Ship it'), text: 'Ship it', ticked: false, state: 'CARRIED' as const, day: 2 }];
    expect(plannedGoals(settled, planLines('Ship it 2h\nTest it'))).toEqual([
      { id: goalId('Ship it'), text: 'Ship it', day: 3 },
      { id: goalId('Test it'), text: 'Test it' },
    ]);
  });
});
