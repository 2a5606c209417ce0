import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { dateFrom, isDeleted, now, reports } from './writeTrendWorld.ts';
import type { TrendWorld } from './writeTrendWorld.ts';

// Computes the figures of trends from raw rows, without any function of the product. A fault of the product therefore
// changes only one of the two results that the test compares.

interface Query {
  readonly meetingId: string | undefined;
  readonly weeks: number;
  /** Weekday on which weeks start; 0 is Sunday. */
  readonly weekStart: number;
}

type Values = Readonly<Record<string, unknown>>;

const round = (value: number): number => Number(value.toFixed(6));
const average = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);

const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
const dateInBerlin = (at: string): string => berlin.format(new Date(at));

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Counts the days from Monday to Friday after `since` up to and including `end`, without holidays. */
const workingDays = (since: string, end: string, holidays: readonly string[]): number => {
  let days = 0;
  for (let date = dateFrom(since, 1); date <= end; date = dateFrom(date, 1))
    if (weekdayOf(date) >= 1 && weekdayOf(date) <= 5 && !holidays.includes(date)) days += 1;
  return days;
};

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return (low + high) / 2;
};

/** The smallest value that is at least as large as nine tenths of all values. */
const ninetieth = (values: readonly number[]): number =>
  [...values]
    .sort((a, b) => a - b)
    .find((value) => values.filter((other) => other <= value).length * 10 >= values.length * 9) ?? 0;

interface CountedRun {
  readonly run: TrendWorld['runs'][number];
  readonly answers: readonly Answer[];
  readonly asked: number;
  readonly skipped: number;
}

const countedRuns = (world: TrendWorld, { meetingId }: Query): CountedRun[] =>
  world.runs.flatMap((run) => {
    const isHere = (row: { readonly meetingId: string; readonly date: string }): boolean =>
      row.meetingId === run.meetingId && row.date === run.date;
    if (run.state !== 'COMPLETED' || (meetingId !== undefined && run.meetingId !== meetingId)) return [];
    const answers = world.answers.filter(isHere);
    const hasAnswered = (id: string): boolean => answers.some(({ memberId }) => memberId === id);
    const silent = run.members.filter((item) => item.away === null && !item.dropped && !hasAnswered(item.memberId));
    const skips = world.skips.filter(isHere);
    const skipped = silent.filter((item) => skips.some(({ memberId }) => memberId === item.memberId)).length;
    const asked = answers.length + silent.length - skipped;
    return asked + skipped === 0 ? [] : [{ run, answers, asked, skipped }];
  });

const waitsIn = ({ run, answers }: CountedRun): number[] =>
  answers.flatMap(({ memberId, answeredAt }) => {
    const zone = run.members.find((member) => member.memberId === memberId)?.zone;
    const opensAt = run.instants.find((instant) => instant.zone === zone)?.opensAt ?? run.opensAt;
    const minutes = (Date.parse(answeredAt) - Date.parse(opensAt)) / 60_000;
    return minutes < 0 ? [] : [Math.floor(minutes)];
  });

const goalsIn = ({ answers }: CountedRun): boolean[] =>
  answers.flatMap(({ goals }) => goals.flatMap(({ state, ticked }) => (state === 'CARRIED' ? [] : [ticked])));

const settledBy = (answer: Answer): number => answer.goals.filter(({ state }) => state !== 'CARRIED').length;

/** Returns the goals of each report in the weeks in which at least three members settled goals in one run. */
const shownGoals = (runs: readonly CountedRun[], first: string): boolean[] => {
  const weekOf = ({ run }: CountedRun): string =>
    `${run.meetingId} ${Math.floor((Date.parse(run.date) - Date.parse(first)) / (7 * 86_400_000))}`;
  const isShared = ({ answers }: CountedRun): boolean => answers.filter((answer) => settledBy(answer) > 0).length >= 3;
  const shared = new Set(runs.filter(isShared).map(weekOf));
  return runs.filter((run) => shared.has(weekOf(run))).flatMap(goalsIn);
};

interface Ended {
  readonly since: string;
  readonly end: string | null;
  readonly days: number | null;
}

const blockersOf = (world: TrendWorld, query: Query, first: string): Ended[] => {
  const counted = new Set(countedRuns(world, query).map(({ run }) => `${run.meetingId} ${run.date}`));
  return world.blockers.flatMap(({ meetingId, since, endedAt }) => {
    if (query.meetingId !== undefined && query.meetingId !== meetingId) return [];
    if (since >= first && !counted.has(`${meetingId} ${since}`)) return [];
    const end = endedAt === null ? null : dateInBerlin(endedAt) < since ? since : dateInBerlin(endedAt);
    const isKnown = reports.some((report) => report.id === meetingId && !isDeleted(report));
    return [{ since, end, days: end === null || !isKnown ? null : workingDays(since, end, world.holidays) }];
  });
};

const minutesIn = (world: TrendWorld, { meetingId }: Query, from: string, to: string): number =>
  world.sheets
    .filter(({ date }) => from <= date && date <= to)
    .reduce((sum, sheet) => sum + (meetingId === undefined ? sheet.minutes : (sheet.byMeeting[meetingId] ?? 0)), 0);

const periodOf = (world: TrendWorld, query: Query, [from, to, first]: readonly [string, string, string]): Values => {
  const runs = countedRuns(world, query).filter(({ run }) => from <= run.date && run.date <= to);
  const waits = runs.flatMap(waitsIn);
  const goals = shownGoals(runs, first);
  const blockers = blockersOf(world, query, first);
  const resolved = blockers.filter(({ end }) => end !== null && from <= end && end <= to);
  const count = (of: (run: CountedRun) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  return {
    ...{ runs: runs.length, asked: count(({ asked }) => asked), skipped: count(({ skipped }) => skipped) },
    answered: count(({ answers }) => answers.length),
    late: count(({ answers }) => answers.filter(({ isLate }) => isLate).length),
    waits: waits.length === 0 ? null : { answers: waits.length, median: middle(waits), p90: ninetieth(waits) },
    ...{ goalsDone: goals.filter(Boolean).length, goalsSettled: goals.length },
    blockers: {
      opened: blockers.filter(({ since }) => from <= since && since <= to).length,
      resolved: resolved.length,
      daysOpen: average(resolved.flatMap(({ days }) => (days === null ? [] : [days]))),
    },
    minutes: minutesIn(world, query, from, to),
  };
};

/** Returns the first days of `weeks` past weeks and of the week of `now`, oldest first. */
const weekStarts = ({ weeks, weekStart }: Query): string[] => {
  let start = now.slice(0, 10);
  while (weekdayOf(start) !== weekStart) start = dateFrom(start, -1);
  return Array.from({ length: weeks + 1 }, (_, index) => dateFrom(start, (index - weeks) * 7));
};

const scales: Readonly<Record<string, readonly string[]>> = {
  mood: ['1', '2', '3', '4', '5'],
  ways: ['Email', 'Phone', 'Visit'],
};

const questionPeriod = (
  world: TrendWorld,
  meetingId: string,
  id: string,
  [from, to]: readonly [string, string],
): Values => {
  const query = { meetingId, weeks: 0, weekStart: 0 };
  const counted = countedRuns(world, query)
    .filter(({ run }) => from <= run.date && run.date <= to)
    .filter(
      ({ run }) => id !== 'ways' || run.questions.some((item) => item.id === 'ways' && item.options.includes('Phone')),
    );
  const values = counted.flatMap(({ answers }) =>
    answers.flatMap((answer): string | never[] => answer.values[id as never] ?? []),
  );
  const days = counted.flatMap(({ run, answers }) => {
    const due = answers.flatMap((answer): string | never[] =>
      id === 'due' ? (answer.values['due' as never] ?? []) : [],
    );
    return due.map((date) => (Date.parse(date) - Date.parse(run.date)) / 86_400_000);
  });
  const sorted = values.toSorted();
  const choices = id === 'blocked' ? ['No', 'Yes'] : (scales[id] ?? []);
  return {
    answers: values.length,
    ...(days.length === 0 ? {} : { dates: { median: middle(days), earliest: sorted[0], latest: sorted.at(-1) } }),
    average: id === 'mood' || id === 'calls' ? average(values.map(Number)) : null,
    counts: choices.map((value) => ({
      value,
      count: values.filter((item) => item.split('\n').includes(value)).length,
    })),
  };
};

/** Returns the figures that `getWeeklyTrends` must return, except the claims. */
export const recomputeTrends = (world: TrendWorld, query: Query) => {
  const starts = weekStarts(query);
  const [first = ''] = starts;
  const over = dateFrom(starts.at(-1) ?? '', -1);
  const inScope = reports.filter(({ id }) => query.meetingId === undefined || id === query.meetingId);
  const hasRun = inScope.filter(({ id }) =>
    world.runs.some(
      (run) => run.meetingId === id && run.date >= first && (run.state === 'COMPLETED' || run.state === 'OPEN'),
    ),
  );
  const questions = hasRun.flatMap(({ id: meetingId }) =>
    ['mood', 'calls', 'ways', 'blocked', 'due'].map((id) => ({
      ...{ meetingId, questionId: id },
      ...questionPeriod(world, meetingId, id, [first, over]),
      weeks: starts.map((from) => questionPeriod(world, meetingId, id, [from, dateFrom(from, 6)])),
    })),
  );
  const ids = query.meetingId === undefined ? [...reports.map(({ id }) => id), null] : [query.meetingId];
  const ownMinutes = (id: string | null, from: string, to: string): number =>
    id !== null
      ? minutesIn(world, { ...query, meetingId: id }, from, to)
      : minutesIn(world, query, from, to) -
        reports.reduce((sum, report) => sum + minutesIn(world, { ...query, meetingId: report.id }, from, to), 0);
  return {
    ...{ from: first, to: over },
    weeks: starts.map((from, index) => ({
      ...{ from, to: dateFrom(from, 6), isRunning: index === query.weeks },
      ...periodOf(world, query, [from, dateFrom(from, 6), first]),
    })),
    total: periodOf(world, query, [first, over, first]),
    questions,
    hours: ids.flatMap((meetingId) => {
      const weeks = starts.map((from) => ownMinutes(meetingId, from, dateFrom(from, 6)));
      const minutes = weeks.slice(0, -1).reduce((sum, week) => sum + week, 0);
      return weeks.every((week) => week === 0) ? [] : [{ meetingId, minutes, weeks }];
    }),
  };
};
