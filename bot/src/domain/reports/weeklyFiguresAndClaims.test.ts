import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import { trendWeeksUpTo } from './trendWeeks.ts';
import { inHalves, isCounted, perDay, weeklyClaims, weeklyFigures } from './weeklyFiguresAndClaims.ts';
import type { CountedBlocker, WeeklyRun, WeeklySources } from './weeklyFiguresAndClaims.ts';

const today = '2026-11-25' as LocalDate;
const id = (name: string): MeetingId => name as MeetingId;

const aRun = (date: LocalDate, change: Partial<WeeklyRun> = {}): WeeklyRun => ({
  ...{ date, state: 'COMPLETED', asked: 10, answered: 9, skipped: 0, late: 0, measures: undefined, figures: [] },
  ...change,
});
const measured = (waits: number[], goalsDone = 0, goalsSettled = 0) => ({
  measures: { waits, goalsDone, goalsSettled },
});
const report = (runs: readonly WeeklyRun[], name = 'daily', asksForBlockers = true) => ({
  ...{ meetingId: id(name), asksForBlockers, runs },
});
const blocker = (since: LocalDate, change: Partial<CountedBlocker> = {}): CountedBlocker => ({
  ...{ meetingId: id('daily'), since, endedOn: null, days: null },
  ...change,
});
const sources = (count: number, change: Partial<WeeklySources> = {}): WeeklySources => ({
  ...{ weeks: trendWeeksUpTo(today, count, 'monday'), reports: [], blockers: [], blockersFrom: null, minutes: [] },
  ...change,
});

describe('a run', () => {
  it.each([
    ['counts if it is over and asked someone', {}, true],
    ['counts if it is over and someone answered who was not asked', { asked: 0, answered: 1 }, true],
    ['counts if it is over and everyone skipped it', { asked: 0, answered: 0, skipped: 1 }, true],
    ['does not count if no one was asked', { asked: 0, answered: 0 }, false],
    ['does not count while it is open', { state: 'OPEN' }, false],
    ['does not count if it was missed', { state: 'MISSED' }, false],
    ['does not count if it was cancelled', { state: 'CANCELLED' }, false],
  ] as const)('%s', (_, change, counts) => {
    expect(isCounted(aRun(today, change))).toBe(counts);
  });
});

/** First day of the tested range: four weeks from 26 October on, and the running week from 23 November on. */
const monday = '2026-10-26' as LocalDate;
const day = (index: number): LocalDate => addDays(monday, index);
const figures = (change: Partial<WeeklySources>) => runToEnd(weeklyFigures(sources(4, change)));

describe('the figures of a week', () => {
  it('are the sums of the counted runs of all reports in it, and the total those of the weeks that are over', () => {
    const runs = [
      ...[aRun(day(-1)), aRun(day(0), { late: 1 }), aRun(day(6), { skipped: 2, asked: 8, answered: 4 })],
      ...[aRun(day(7)), aRun(day(8), { state: 'OPEN' }), aRun(day(28)), aRun(day(35))],
    ];
    const { weeks, total } = figures({ reports: [report(runs), report([aRun(day(2))], 'retro')] });
    const counts = weeks.map((week) => [week.from, week.runs, week.asked, week.answered, week.skipped, week.late]);
    expect(counts).toEqual([
      ...[
        ['2026-10-26', 3, 28, 22, 2, 1],
        ['2026-11-02', 1, 10, 9, 0, 0],
        ['2026-11-09', 0, 0, 0, 0, 0],
      ],
      ...[
        ['2026-11-16', 0, 0, 0, 0, 0],
        ['2026-11-23', 1, 10, 9, 0, 0],
      ],
    ]);
    expect(total).toMatchObject({ runs: 4, asked: 38, answered: 31, skipped: 2, late: 1 });
    expect(weeks.map(({ isRunning }) => isRunning)).toEqual([false, false, false, false, true]);
  });

  it('have the median and the ninetieth percentile of all times to answer', () => {
    const runs = [
      ...[aRun(day(0), measured([10, 30], 1, 2)), aRun(day(1), measured([20, 5], 2, 2)), aRun(day(2))],
      ...[aRun(day(7), measured([1])), aRun(day(28), measured([99], 5, 5))],
    ];
    const { weeks, total } = figures({ reports: [report(runs)] });
    expect(weeks[0]).toMatchObject({ waits: { answers: 4, median: 15, p90: 30 }, goalsDone: 3, goalsSettled: 4 });
    expect(weeks[2]).toMatchObject({ waits: null, goalsDone: 0, goalsSettled: 0 });
    expect(total).toMatchObject({ waits: { answers: 5, median: 10, p90: 30 }, goalsDone: 3, goalsSettled: 4 });
  });

  it('have the blockers that began and ended in it, and the average days of those whose days are known', () => {
    const blockers = [
      blocker(day(0), { endedOn: day(7), days: 5 }),
      blocker(day(1), { endedOn: day(8), days: 1 }),
      blocker(day(1), { endedOn: day(8), days: 1 }),
      blocker(day(2), { endedOn: day(9) }),
      blocker(day(3)),
      blocker(day(28)),
    ];
    const runs = [0, 1, 2, 3, 28].map((index) => aRun(day(index)));
    const { weeks, total } = figures({ reports: [report(runs)], blockers });
    expect(weeks.map((week) => week.blockers)).toEqual([
      ...[
        { opened: 5, resolved: 0, daysOpen: null },
        { opened: 0, resolved: 4, daysOpen: 2.333333 },
      ],
      ...[
        { opened: 0, resolved: 0, daysOpen: null },
        { opened: 0, resolved: 0, daysOpen: null },
      ],
      { opened: 1, resolved: 0, daysOpen: null },
    ]);
    expect(total.blockers).toEqual({ opened: 5, resolved: 4, daysOpen: 2.333333 });
  });

  it('leave out a blocker that began on a day without a counted run of its report', () => {
    const reports = [report([aRun(day(0)), aRun(day(1), { state: 'CANCELLED' })]), report([aRun(day(2))], 'retro')];
    const blockers = [day(0), day(1), day(2)].map((since) => blocker(since, { endedOn: day(4), days: 1 }));
    expect(figures({ reports, blockers }).total.blockers).toEqual({ opened: 1, resolved: 1, daysOpen: 1 });
    expect(figures({ blockers }).total.blockers).toEqual({ opened: 0, resolved: 0, daysOpen: null });
  });

  it('have the end of a blocker that began before the weeks, whatever its runs were', () => {
    const blockers = [blocker(day(-1), { endedOn: day(0), days: 3 }), blocker(day(-9), { endedOn: day(-2), days: 1 })];
    expect(figures({ blockers }).total.blockers).toEqual({ opened: 0, resolved: 1, daysOpen: 3 });
  });

  it('have no blockers before the first day from which all are known, and the total has none then', () => {
    const known = (blockersFrom: LocalDate) => {
      const { weeks, total } = figures({ blockersFrom });
      return [weeks.filter(({ blockers }) => blockers !== null).length, total.blockers !== null];
    };
    expect([known(day(0)), known(day(1)), known(day(7)), known(day(28))]).toEqual([
      ...[
        [5, true],
        [4, false],
        [4, false],
        [1, false],
      ],
    ]);
  });

  it('have the minutes of the timesheets', () => {
    const minutes = [-1, 0, 6, 7, 28].map((index) => ({ date: day(index), meetingId: null, minutes: 60 + index }));
    const { weeks, total } = figures({ minutes });
    expect([...weeks.map((week) => week.minutes), total.minutes]).toEqual([126, 67, 0, 0, 88, 193]);
  });
});

it('the two halves have the same number of whole weeks, without the running one', () => {
  const { weeks } = sources(4);
  const items = [-1, 0, 13, 14, 27, 28].map((index) => ({ date: day(index) }));
  const { before, after } = inHalves(weeks, items);
  expect([before, after].map((half) => half.map(({ date }) => date))).toEqual([
    [day(0), day(13)],
    [day(14), day(27)],
  ]);
});

it('the ratios of one day are added', () => {
  const ratios = [
    [0, 1, 2],
    [1, 5, 6],
    [0, 3, 4],
  ].map(([index = 0, part = 0, whole = 0]) => ({ date: day(index), part, whole }));
  expect(perDay(ratios)).toEqual([
    { date: day(0), part: 4, whole: 6 },
    { date: day(1), part: 5, whole: 6 },
  ]);
});

/** First day of the twelve weeks. */
const first = '2026-08-31' as LocalDate;
const dayOf = (index: number): LocalDate => addDays(first, index);
const eachDay = <T>(of: (date: LocalDate, isLater: boolean) => T): T[] =>
  Array.from({ length: 84 }, (_, index) => of(dayOf(index), index >= 42));
const claims = (change: Partial<WeeklySources>) => runToEnd(weeklyClaims(sources(12, change)));

describe('the claims of twelve weeks', () => {
  it('compare the participation, the times to answer and the goals of the halves', () => {
    const runs = eachDay((date, isLater) =>
      aRun(date, { answered: isLater ? 5 : 9, ...measured([isLater ? 50 : 5], isLater ? 1 : 2, 2) }),
    );
    const open = eachDay((date) => aRun(date, { state: 'OPEN', answered: 0, ...measured([7], 0, 9) }));
    expect(claims({ reports: [report([...runs, ...open])] })).toMatchObject({
      participation: { is: 'CHANGED', before: 90, after: 50 },
      waits: { is: 'CHANGED', before: 5, after: 50 },
      goals: { is: 'CHANGED', before: 100, after: 50 },
    });
  });

  it('take a day with runs of several reports as one day of the sample', () => {
    const runs = [0, 1, 2, 3, 42, 43, 44, 45].map((index) => aRun(dayOf(index), measured([1, 2, 3, 4], 9, 9)));
    const few = { is: 'TOO_FEW', unit: 'DAYS', have: 4, needed: 5 };
    const { participation, waits, goals } = claims({ reports: [report(runs), report(runs, 'retro')] });
    expect([participation, waits, goals]).toEqual([few, few, few]);
  });

  it('need members who were asked', () => {
    const runs = [0, 1, 2, 3, 4, 42, 43, 44, 45, 46].map((index) => aRun(dayOf(index), { asked: 3 }));
    expect(claims({ reports: [report(runs)] }).participation).toEqual({
      ...{ is: 'TOO_FEW', unit: 'ASKED', have: 15, needed: 20 },
    });
  });

  it('have too few goals and times to answer without stored measures', () => {
    const { waits, goals } = claims({ reports: [report(eachDay((date) => aRun(date)))] });
    expect([waits, goals]).toMatchObject([
      { is: 'TOO_FEW', have: 0 },
      { is: 'TOO_FEW', unit: 'GOALS', have: 0 },
    ]);
  });

  it('count new blockers for each 100 answers to the reports that ask about blockers', () => {
    const runs = eachDay((date) => aRun(date, { answered: 10 }));
    const reports = [report(runs), report(runs, 'retro', false)];
    const blockers = [
      ...eachDay((date, isLater) => blocker(date, { meetingId: id(isLater ? 'daily' : 'retro') })),
      ...eachDay((date) => blocker(date, { meetingId: id('other') })),
    ];
    const open = report(
      eachDay((date) => aRun(date, { state: 'OPEN' })),
      'open',
    );
    expect(claims({ reports: [...reports, open], blockers }).blockers).toEqual({ is: 'CHANGED', before: 0, after: 10 });
  });

  it('compare the working days of the resolved blockers whose days are known', () => {
    const reports = [report(eachDay((date) => aRun(date)))];
    const blockers = [
      ...eachDay((date, isLater) => blocker(date, { endedOn: date, days: isLater ? 1 : 4 })),
      ...eachDay((date) => blocker(date, { endedOn: date })),
      ...eachDay((date) => blocker(date, { days: 90 })),
    ];
    expect(claims({ reports, blockers }).daysOpen).toEqual({ is: 'CHANGED', before: 4, after: 1 });
  });

  it('claim nothing about blockers before all of them are known', () => {
    const from = (index: number) => claims({ blockersFrom: dayOf(index) });
    const few = (have: number) => ({ is: 'TOO_FEW', unit: 'WEEKS', have, needed: 12 });
    expect([from(1).blockers, from(1).daysOpen, from(77).blockers]).toEqual([few(11), few(11), few(1)]);
    expect([from(0).blockers, from(0).daysOpen]).toMatchObject([{ unit: 'ANSWERS' }, { unit: 'BLOCKERS' }]);
  });

  it('compare the hours of a week, without the weeks before the first entry', () => {
    const minutes = eachDay((date, isLater) => ({ date, meetingId: null, minutes: isLater ? 60 : 120 }));
    expect(claims({ minutes }).hours).toEqual({ is: 'CHANGED', before: 14, after: 7 });
    expect(claims({ minutes: minutes.slice(7) }).hours).toEqual({ is: 'CHANGED', before: 14, after: 7 });
    const few = (have: number) => ({ is: 'TOO_FEW', unit: 'WEEKS', have, needed: 5 });
    expect([claims({ minutes: minutes.slice(14) }).hours, claims({}).hours]).toEqual([few(4), few(0)]);
  });
});
