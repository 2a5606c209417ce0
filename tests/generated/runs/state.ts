import { addDays, dateAt, instantOf, isLived, minute } from './zoneClocks.ts';
import type { Definition, Instants } from './rules.ts';
import type { Scenario, Span } from './runScenario.ts';

// What the model keeps: people, reports, runs, and what it says is owed.

export type MessageKind = 'prompt' | 'broadcast' | 'reminder1' | 'reminder2' | 'summary';

export interface Owed {
  readonly kind: MessageKind;
  readonly meetingId: string;
  readonly date: string;
  /** Null: to the channel. */
  readonly memberId: string | null;
  /** Epoch ms at which it goes out. */
  readonly at: number;
  /** False: the rules leave it open, or something else may keep it from going out. */
  readonly isMust: boolean;
  /** Later than this it must not go out. */
  readonly notAfter: number;
}

/** A question that is owed and cannot be asked: recorded with its reason. */
export interface Missed {
  readonly meetingId: string;
  readonly date: string;
  /** Null: the whole run. */
  readonly memberId: string | null;
  readonly at: number;
  readonly why: 'DOWNTIME' | 'TOO_LATE' | 'BLOCKED' | 'UNREACHABLE';
}

export interface Person {
  readonly id: string;
  readonly teamId: string;
  zone: string | null;
  isThere: boolean;
  isEnabled: boolean;
  isMuted: boolean;
  /** The chat refuses the bot. */
  isRefusing: boolean;
  /** Since when the product knows that. */
  unreachableSince: number | null;
  readonly vacations: Set<string>;
}

export interface Part {
  readonly memberId: string;
  zone: string;
  away: 'HOLIDAY' | 'VACATION' | null;
  /** When they were asked. */
  asked: number | null;
  /** Too late to ask them. */
  isPassedOver: boolean;
  /** On vacation since they were asked, or since they should have been: not reminded. */
  isAwaySince: boolean;
  /** No longer asked, as of the end of the run. */
  isGone: boolean;
}

export interface Given {
  readonly at: number;
  isLate: boolean;
}

export interface Run {
  readonly meetingId: string;
  readonly date: string;
  readonly isManual: boolean;
  readonly round: number;
  readonly definition: Definition;
  state: 'OPEN' | 'COMPLETED' | 'MISSED' | 'CANCELLED';
  reason: string | null;
  readonly sets: Map<string, Instants>;
  readonly parts: Part[];
  /** What was done of each set: `zone kind`. */
  readonly done: Set<string>;
  isSummaryDone: boolean;
  /** Why nothing exact is said of this run; null = everything is. */
  unsure: string | null;
}

export interface Report {
  readonly id: string;
  readonly teamId: string;
  definition: Definition;
  isEnabled: boolean;
  isDeleted: boolean;
  firstRun: string | null;
  /** Openings up to here are none of this report as it stands. Epoch ms. */
  plannedFrom: number;
  /** Dates whose openings had all passed when the report was saved: a move of a member brings none of them back. */
  readonly passedOver: Set<string>;
  /** By date. */
  readonly runs: Map<string, Run>;
  /** By date, then member: also what was given ahead. */
  readonly answers: Map<string, Map<string, Given>>;
}

export interface State {
  readonly people: Map<string, Person>;
  readonly holidays: Map<string, Set<string>>;
  readonly reports: Map<string, Report>;
  readonly owed: Owed[];
  readonly missed: Missed[];
  /** Whether an answer is taken, in the order of the scenario; undefined: left open. */
  readonly taken: Map<number, boolean | undefined>;
}

const inTime = ({ from, to }: Span, ms: number): boolean => Date.parse(from) <= ms && ms < Date.parse(to);

/** When something that is due then is done: at once, or when the server is back. */
export const upAt = (scenario: Scenario, ms: number): number => {
  const down = (scenario.downtime ?? []).filter((span) => inTime(span, ms));
  if (down.length === 0) return ms;
  return upAt(scenario, Math.max(...down.map((span) => Date.parse(span.to))));
};

export const isPresent = (person: Person | undefined): person is Person =>
  person !== undefined && person.isThere && person.isEnabled;

export const zoneIn = (definition: Definition, person: Person): string =>
  definition.byMember ? (person.zone ?? definition.timezone) : definition.timezone;

/** Whom a report asks now. */
export const peopleOf = (state: State, { definition }: Report): Person[] =>
  definition.members.map((id) => state.people.get(id)).filter(isPresent);

/** When each zone of the people reaches the time of a date. */
export const openingsOn = (state: State, report: Report, date: string): number[] => {
  const { definition } = report;
  const people = peopleOf(state, report);
  const zones =
    definition.byMember && people.length > 0
      ? people.map((person) => zoneIn(definition, person))
      : [definition.timezone];
  return [...new Set(zones)]
    .filter((zone) => !definition.byMember || isLived(date, zone))
    .map((zone) => instantOf(date, definition.time, zone));
};

/** A report is saved: it is planned anew from this moment on. */
export const planFrom = (state: State, report: Report, now: number): void => {
  report.plannedFrom = now;
  report.passedOver.clear();
  for (let ahead = -3; ahead <= 3; ahead += 1) {
    const date = addDays(dateAt(now, report.definition.timezone), ahead);
    const openings = openingsOn(state, report, date);
    if (openings.length > 0 && openings.every((ms) => ms <= now)) report.passedOver.add(date);
  }
};

/** The date a person lives when they are asked, which decides about their vacation. */
export const livedOn = (definition: Definition, person: Person, opens: number): string =>
  dateAt(opens, person.zone ?? definition.timezone);

export const isGoneNow = (state: State, report: Report, memberId: string): boolean =>
  !isPresent(state.people.get(memberId)) || (!report.isDeleted && !report.definition.members.includes(memberId));

export const setOf = (run: Run, part: Part): Instants => {
  const set = run.sets.get(part.zone) ?? [...run.sets.values()][0];
  if (set === undefined) throw new Error('A run has at least one set of instants.');
  return set;
};

export const answersOf = (report: Report, date: string): Map<string, Given> => {
  const existing = report.answers.get(date) ?? new Map<string, Given>();
  report.answers.set(date, existing);
  return existing;
};

export const owing = (state: State, report: Report, run: Run): Part[] => {
  const answers = answersOf(report, run.date);
  return run.parts.filter(
    (part) => part.away === null && !isGoneNow(state, report, part.memberId) && !answers.has(part.memberId),
  );
};

export const closesOf = (run: Run): number => Math.max(...[...run.sets.values()].map((set) => set.closes));

/** The close in the report's own zone, also where nobody lives; not before a window has closed, at the latest with the last. */
export const summaryDue = (run: Run, ownClose: number): number => {
  const firstClose = Math.min(...[...run.sets.values()].map((set) => set.closes));
  return Math.min(Math.max(run.sets.get(run.definition.timezone)?.closes ?? ownClose, firstClose), closesOf(run));
};

export const week = 7 * 24 * 60 * minute;
