import { during } from './toleratedDelayPeriods.ts';
import type { Disturbance } from './toleratedDelayPeriods.ts';
import type { Played } from './playRunsOnProduct.ts';
import type { Scenario } from './runScenarioFormat.ts';
import { answersOf, isPresent, setOf } from './modelState.ts';
import type { Part, Report, Run, State } from './modelState.ts';

// Compares the product's daily reports, summaries and rejected answers with those of the model.

const minuteOfUpdate = 2 * 60_000;

/** Returns one line for each member and run of which the product rejected more or fewer answers than the model. */
export const wrongAnswers = (scenario: Scenario, state: State, { notes }: Played): string[] => {
  const name = (memberId: string, meetingId: string, date: string): string =>
    `The answer of ${memberId} to ${meetingId} for ${date} is refused`;
  const counted = new Map<string, { refused: number; isOpen: boolean }>();
  for (const [index, taken] of state.taken) {
    const scenarioAnswer = scenario.answers?.[index];
    if (scenarioAnswer === undefined) continue;
    const key = name(scenarioAnswer.memberId, scenarioAnswer.meetingId, scenarioAnswer.date);
    const count = counted.get(key) ?? { refused: 0, isOpen: false };
    counted.set(key, {
      refused: count.refused + (taken === false ? 1 : 0),
      isOpen: count.isOpen || taken === undefined,
    });
  }
  return [...counted].flatMap(([key, { refused, isOpen }]) => {
    const matches = notes.filter((note) => note.startsWith(`${key}:`));
    if (isOpen || matches.length === refused) return [];
    return [`${key} ${matches.length} times, by the rules ${refused} times (${matches[0] ?? ''})`];
  });
};

const stateOf = (report: Report, run: Run, part: Part, end: number): string => {
  if (answersOf(report, run.date).has(part.memberId)) return 'ANSWERED';
  if (part.away !== null) return 'AWAY';
  if (run.state === 'MISSED' || run.state === 'CANCELLED') return 'OPEN';
  if (part.isSkipped) return 'SKIPPED';
  return end < setOf(run, part).closes ? 'OPEN' : 'MISSING';
};

interface Line {
  readonly memberId: string;
  readonly state: string;
  readonly isLate: boolean;
}

/** Returns the members that the report of a run must contain, with their states. */
const membersOf = (state: State, report: Report, run: Run, end: number): Line[] => {
  const answers = answersOf(report, run.date);
  const isGone = (part: Part): boolean =>
    run.state === 'OPEN' ? !isPresent(state.people.get(part.memberId)) : part.isGone;
  const known = new Set(run.parts.map((part) => part.memberId));
  // An answer that was given before the opening stays in the report even if its member leaves before the opening.
  const left = [...answers]
    .filter(([memberId]) => !known.has(memberId))
    .map(([memberId, { isLate }]) => ({ memberId, state: 'ANSWERED', isLate }));
  const existing = run.parts
    .filter((part) => answers.has(part.memberId) || !isGone(part))
    .map((part) => ({
      memberId: part.memberId,
      state: stateOf(report, run, part, end),
      isLate: answers.get(part.memberId)?.isLate ?? false,
    }));
  return [...existing, ...left];
};

const described = (members: readonly Line[]): string =>
  members
    .map(({ memberId, state, isLate }) => `${memberId} ${state}${isLate ? ' late' : ''}`)
    .sort()
    .join(', ');

const isNearEnd = (run: Run, end: number): boolean =>
  [...run.sets.values()].some(
    (set) => Math.abs(set.closes - end) < minuteOfUpdate || Math.abs(set.opens - end) < minuteOfUpdate,
  );

const wrongSummary = (played: Played, run: Run, counts: { answered: number; asked: number }): string[] => {
  const last = played.lines.findLast(
    ({ kind, meetingId, date, memberId }) =>
      // The product does not update the summaries of observers, so only summaries in channels are compared.
      kind.startsWith('summary') && memberId === undefined && meetingId === run.meetingId && date === run.date,
  )?.shows;
  if (last === undefined || (last.answered === counts.answered && last.asked === counts.asked)) return [];
  return [
    `the summary of ${run.meetingId} ${run.date} shows ${last.answered} of ${last.asked}, by the rules ${counts.answered} of ${counts.asked}`,
  ];
};

const wrongRun = (state: State, report: Report, run: Run, end: number, played: Played): string[] => {
  const name = `${run.meetingId} ${run.date}`;
  const shown = played.reports.find(
    (printedReport) => printedReport.meetingId === run.meetingId && printedReport.date === run.date,
  );
  if (shown === undefined) return [`there is no report of ${name}, by the rules ${run.state} ${run.reason ?? ''}`];
  const members = membersOf(state, report, run, end);
  const counts = {
    answered: members.filter((member) => member.state === 'ANSWERED').length,
    asked: members.filter((member) => member.state !== 'AWAY' && member.state !== 'SKIPPED').length,
  };
  const wrong: string[] = [];
  const differ = (subject: string, match: string, rule: string): void => {
    if (match !== rule) wrong.push(`the report of ${name} says ${subject} ${match}, by the rules ${rule}`);
  };
  differ('state', `${shown.state} ${shown.reason ?? ''}`, `${run.state} ${run.reason ?? ''}`);
  differ('members', described(shown.members), described(members));
  differ('counts', `${shown.membersAnswered} of ${shown.totalMembers}`, `${counts.answered} of ${counts.asked}`);
  const isOver = run.state === 'COMPLETED' && (run.reason === 'WINDOW_OVER' || run.reason === 'ALL_ANSWERED');
  return [...wrong, ...(isOver && !report.isDeleted ? wrongSummary(played, run, counts) : [])];
};

/**
 * Returns the faults of the daily reports. Each run of the model must have a report that equals it, unless the rules
 * leave the run open or the scenario ends close to an opening or close of the run or during a fault. No report may be
 * without a run.
 */
export const wrongReports = (
  scenario: Scenario,
  state: State,
  spans: readonly Disturbance[],
  played: Played,
): string[] => {
  const end = Date.parse(scenario.end);
  const isJudged = (run: Run): boolean =>
    run.unsure === null &&
    !isNearEnd(run, end) &&
    [...run.sets.values()].every((set) => during(spans, end).length === 0 && set.opens < end);
  const runs = [...state.reports.values()].flatMap((report) =>
    [...report.runs.values()].map((run) => ({ report, run })),
  );
  const known = new Set(runs.map(({ run }) => `${run.meetingId} ${run.date}`));
  return [
    ...runs.filter(({ run }) => isJudged(run)).flatMap(({ report, run }) => wrongRun(state, report, run, end, played)),
    ...played.reports
      .filter(({ meetingId, date }) => !known.has(`${meetingId} ${date}`))
      .map(
        ({ meetingId, date, state: found }) =>
          `a report of ${meetingId} ${date} (${found}) that the rules know nothing of`,
      ),
  ];
};
