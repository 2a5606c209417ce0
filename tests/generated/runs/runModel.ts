import { dateAt, day, hour, instantOf, isLived, minute, addDays } from './zoneClocksAndDateArithmetic.ts';
import { act } from './modelActionsOfPeople.ts';
import { announce, ask, cancel, doDue, duesOf, settle } from './modelDueWorkAndMessages.ts';
import type { Due } from './modelDueWorkAndMessages.ts';
import { defined, instantsFrom, isScheduled, latestLate, scheduledInstants } from './modelSchedule.ts';
import type { Instants } from './modelSchedule.ts';
import type { Scenario } from './runScenarioFormat.ts';
import {
  answersOf,
  isPresent,
  isStillNamed,
  livedOn,
  openingsOn,
  peopleOf,
  planFrom,
  upAt,
  zoneIn,
} from './modelState.ts';
import type { Part, Person, Report, Run, State } from './modelState.ts';

// An independent model of runs: which message each person is owed, and when, by the product rules and plain arithmetic
// alone.

const beginning = (scenario: Scenario): State => {
  const state: State = {
    ...{ people: new Map(), holidays: new Map(), reports: new Map() },
    ...{ owed: [], missed: [], taken: new Map() },
  };
  for (const team of scenario.teams) {
    state.holidays.set(team.id, new Set(team.holidays));
    for (const {
      id,
      timezone: zone,
      vacations,
      unreachable: isRefusing = false,
      isThere = true,
      quietHours = null,
    } of team.members)
      state.people.set(id, {
        ...{ id, teamId: team.id, zone, isThere, isRefusing, isEnabled: true, isMuted: false },
        quiet: isThere ? quietHours : null,
        ...{ unreachableSince: null, vacations: new Set(vacations) },
      });
  }
  for (const meeting of scenario.meetings) {
    const report: Report = {
      ...{ id: meeting.id, teamId: meeting.teamId, definition: defined(meeting), isEnabled: true, isDeleted: false },
      ...{ firstRun: null, plannedFrom: 0, passedOver: new Set(), runs: new Map(), answers: new Map() },
    };
    state.reports.set(meeting.id, report);
    // The report counts as saved a moment before the scenario begins, so that its first opening is planned.
    planFrom(state, report, Date.parse(scenario.start) - 1);
  }
  return state;
};

/** Returns the first opening on the date, in any zone, after the report was last saved; null = none. */
const openingOf = (state: State, report: Report, date: string): number | null => {
  if (report.passedOver.has(date)) return null;
  const openings = openingsOn(state, report, date).filter((ms) => ms > report.plannedFrom);
  return openings.length === 0 ? null : Math.min(...openings);
};

interface Opening {
  readonly at: number;
  readonly report: Report;
  readonly date: string;
}

/** Returns the next run of a report that has not been created yet. */
const nextOpening = (state: State, report: Report, now: number): Opening | undefined => {
  if (!report.isEnabled || report.isDeleted) return undefined;
  let opening: Opening | undefined;
  // No run opens before the last save of the report. The search begins more than a week before `now`, because the
  // opening of a run may have passed during a downtime.
  const first = addDays(dateAt(Math.max(report.plannedFrom, now - 8 * day), report.definition.timezone), -2);
  for (let ahead = 0; ahead < 20; ahead += 1) {
    const date = addDays(first, ahead);
    if (report.runs.has(date) || !isScheduled(report.definition, date, report.firstRun)) continue;
    const at = openingOf(state, report, date);
    if (at !== null && (opening === undefined || at < opening.at)) opening = { at, report, date };
  }
  return opening;
};

const setsOf = (report: Report, date: string, zones: readonly string[]): Map<string, Instants> =>
  new Map(zones.map((zone) => [zone, scheduledInstants(report.definition, zone, date, report.firstRun ?? date)]));

const awayOf = (state: State, report: Report, person: Person, opens: number, date: string): Part['away'] => {
  if (state.holidays.get(report.teamId)?.has(date) === true) return 'HOLIDAY';
  return person.vacations.has(livedOn(report.definition, person, opens)) ? 'VACATION' : null;
};

const partOf = (memberId: string, zone: string, away: Part['away']): Part => ({
  ...{ memberId, zone, away, asked: null, isPassedOver: false, isAwaySince: false, isGone: false },
  ...{ isSkipped: false, snooze: null, moved: new Map(), waits: null, promptMoved: null },
});

const isTooLate = (set: Instants, now: number): boolean => now - set.opens > latestLate || now >= set.closes;

/** Decides at the opening whether a run happens and whom it prompts. */
const judgeOpening = (state: State, report: Report, run: Run, now: number): void => {
  const asked = run.parts.filter((part) => part.away === null);
  const answers = answersOf(report, run.date);
  if (asked.length === 0) {
    run.state = 'COMPLETED';
    run.reason = state.holidays.get(report.teamId)?.has(run.date) === true ? 'HOLIDAY' : 'AWAY';
  } else if (asked.every((part) => answers.has(part.memberId))) settle(state, report, run, now);
  else if ([...run.sets.values()].every((set) => isTooLate(set, now))) {
    run.state = 'MISSED';
    run.reason = 'DOWNTIME';
    if (run.unsure === null)
      state.missed.push({ meetingId: report.id, date: run.date, memberId: null, at: now, why: 'DOWNTIME' });
  } else announce(state, run, now);
};

const begin = (state: State, report: Report, run: Run, now: number): void => {
  report.runs.set(run.date, run);
  report.firstRun ??= run.date;
  judgeOpening(state, report, run, now);
};

const runOf = (
  report: Report,
  date: string,
  fields: Pick<Run, 'isManual' | 'round' | 'sets' | 'parts' | 'unsure'>,
): Run => ({
  ...{ meetingId: report.id, date, definition: report.definition, state: 'OPEN', reason: null },
  ...{ done: new Set(), isSummaryDone: false, isLoose: false, ...fields },
});

/**
 * Creates a scheduled run with its instants and members. With the time basis MEMBER, a member takes part only if the
 * date exists in their zone and the run opens there after the last save.
 */
const scheduledRun = (state: State, report: Report, date: string): Run => {
  const { definition, plannedFrom } = report;
  const isMeant = (zone: string): boolean =>
    !definition.byMember || (isLived(date, zone) && instantOf(date, definition.time, zone) > plannedFrom);
  const people = peopleOf(state, report)
    .map((person) => ({ person, zone: zoneIn(definition, person) }))
    .filter(({ zone }) => isMeant(zone));
  const zones = [...new Set(people.map(({ zone }) => zone))];
  const sets = setsOf(report, date, zones.length === 0 ? [definition.timezone] : zones);
  const parts = people.map(({ person, zone }) =>
    partOf(person.id, zone, awayOf(state, report, person, sets.get(zone)?.opens ?? 0, date)),
  );
  return runOf(report, date, { isManual: false, round: 1, sets, parts, unsure: null });
};

const openScheduled = (state: State, { report, date }: Opening, now: number): void => {
  begin(state, report, scheduledRun(state, report, date), now);
};

/** Starts a run by hand. It has today's date in the report's zone, and the same instants for all members. */
export const startByHand = (state: State, report: Report, now: number): void => {
  if (!report.isEnabled || report.isDeleted) return;
  const { definition } = report;
  const date = dateAt(now, definition.timezone);
  const existing = report.runs.get(date);
  if (existing !== undefined && existing.state !== 'MISSED' && existing.state !== 'CANCELLED') return;
  const opens = Math.floor(now / minute) * minute;
  const set = instantsFrom(definition, definition.timezone, { opens, date, firstRun: report.firstRun ?? date });
  const parts = peopleOf(state, report).map((person) =>
    partOf(person.id, definition.timezone, awayOf(state, report, person, opens, date)),
  );
  const sets = new Map([[definition.timezone, set]]);
  begin(
    state,
    report,
    runOf(report, date, {
      isManual: true,
      round: (existing?.round ?? 0) + 1,
      sets,
      parts,
      unsure: existing?.unsure ?? null,
    }),
    now,
  );
};

/**
 * Cancels the open run: today's run, otherwise the newest earlier one. If no run is open, today's planned run is
 * cancelled.
 */
export const cancelToday = (state: State, report: Report, now: number): void => {
  const date = dateAt(now, report.definition.timezone);
  const open = [...report.runs.values()].filter((run) => run.state === 'OPEN');
  const [underWay] = open.filter((run) => run.date <= date).sort((a, b) => (a.date < b.date ? 1 : -1));
  const next = nextOpening(state, report, now);
  if (underWay !== undefined) cancel(state, report, underWay, 'CANCELLED_TODAY');
  else if (next?.date === date) openScheduledCancelled(state, next);
};

const openScheduledCancelled = (state: State, { report, date }: Opening): void => {
  report.runs.set(date, { ...scheduledRun(state, report, date), state: 'CANCELLED', reason: 'CANCELLED_TODAY' });
  report.firstRun ??= date;
};

/** True if the member may answer this run ahead: it is the member's next planned run and opens within 24 hours. */
const aheadOf = (report: Report, person: Person, date: string, now: number): boolean => {
  const { definition, plannedFrom, runs, firstRun } = report;
  if (!report.isEnabled || report.isDeleted || !isPresent(person) || !definition.members.includes(person.id))
    return false;
  const zone = zoneIn(definition, person);
  const opensOn = (day_: string): number => instantOf(day_, definition.time, zone);
  const isPlanned = (day_: string): boolean =>
    !runs.has(day_) &&
    isScheduled(definition, day_, firstRun) &&
    (!definition.byMember || isLived(day_, zone)) &&
    opensOn(day_) > Math.max(plannedFrom, now);
  const isNext = ![1, 2, 3].map((days) => addDays(date, -days)).some(isPlanned);
  return isNext && isPlanned(date) && opensOn(date) - now <= 24 * hour;
};

/** True if an answer is accepted now; undefined = the rules do not decide. */
const takes = (state: State, report: Report, memberId: string, date: string, now: number): boolean | undefined => {
  const person = state.people.get(memberId);
  if (person?.isThere !== true) return false;
  const run = report.runs.get(date);
  if (run === undefined) return aheadOf(report, person, date, now);
  if (run.unsure !== null) return undefined;
  const part = run.parts.find((item) => item.memberId === memberId);
  if (part === undefined || run.state === 'MISSED' || run.state === 'CANCELLED') return false;
  // The rules do not define an answer of a disabled or removed member.
  if (!isPresent(person) || !isStillNamed(report.definition, memberId)) return undefined;
  const set = run.sets.get(part.zone) ?? [...run.sets.values()][0];
  if (set === undefined || now >= set.graceEnds) return false;
  return run.sets.size === 1 || set.opens - now <= 24 * hour;
};

const answer = (state: State, index: number, scenario: Scenario, now: number): void => {
  const scenarioAnswer = scenario.answers?.[index];
  const report = scenarioAnswer === undefined ? undefined : state.reports.get(scenarioAnswer.meetingId);
  if (scenarioAnswer === undefined || report === undefined) return;
  const { memberId, date } = scenarioAnswer;
  const isTaken = takes(state, report, memberId, date, now);
  state.taken.set(index, isTaken);
  const run = report.runs.get(date);
  if (isTaken === undefined && run !== undefined) run.unsure ??= 'an answer of somebody who is gone';
  if (isTaken !== true) return;
  const answers = answersOf(report, date);
  const part = run?.parts.find((item) => item.memberId === memberId);
  const set =
    run === undefined || part === undefined ? undefined : (run.sets.get(part.zone) ?? [...run.sets.values()][0]);
  // Only the first answer decides whether the member was late; an edit does not.
  if (!answers.has(memberId)) answers.set(memberId, { at: now, isLate: set !== undefined && now >= set.closes });
  if (run !== undefined) settle(state, report, run, now);
};

type Next = { readonly at: number; readonly opening: Opening } | { readonly at: number; readonly due: Due };

const nextDue = (state: State, now: number): Next | undefined => {
  let match: Next | undefined;
  const offer = (next: Next): void => {
    if (match === undefined || next.at < match.at) match = next;
  };
  for (const report of state.reports.values()) {
    const opening = nextOpening(state, report, now);
    if (opening !== undefined) offer({ at: opening.at, opening });
    for (const run of report.runs.values()) for (const due of duesOf(report, run)) offer({ at: due.at, due });
  }
  return match;
};

interface Action {
  readonly at: number;
  readonly do: (now: number) => void;
}

const actionsOf = (scenario: Scenario, state: State): Action[] =>
  [
    ...(scenario.events ?? []).map((event): Action => ({
      at: Date.parse(event.at),
      do: (now) => {
        act(state, event, { now, startByHand, cancelToday, ask });
      },
    })),
    ...(scenario.answers ?? []).map((scenarioAnswer, index): Action => ({
      at: Date.parse(scenarioAnswer.at),
      do: (now) => {
        answer(state, index, scenario, now);
      },
    })),
  ].sort((a, b) => a.at - b.at);

/**
 * Plays a scenario by the rules alone. If due work and actions of people have the same instant, the due work comes
 * first.
 */
export const expected = (scenario: Scenario): State => {
  const state = beginning(scenario);
  const actions = actionsOf(scenario, state);
  const end = Date.parse(scenario.end);
  let now = Date.parse(scenario.start);
  for (;;) {
    const due = nextDue(state, now);
    const dueAt = due === undefined ? Infinity : Math.max(now, upAt(scenario, due.at));
    const [action] = actions;
    const actionAt = action === undefined ? Infinity : Math.max(now, upAt(scenario, action.at));
    const at = Math.min(dueAt, actionAt);
    if (at > end) return state;
    now = at;
    if (due !== undefined && dueAt <= actionAt) {
      if ('opening' in due) openScheduled(state, due.opening, now);
      else doDue(state, due.due, now);
    } else actions.shift()?.do(now);
  }
};
