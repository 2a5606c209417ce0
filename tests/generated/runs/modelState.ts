import { addDays, dateAt, instantOf, isLived, minute } from './zoneClocksAndDateArithmetic.ts';
import type { Definition, Instants } from './modelSchedule.ts';
import type { Scenario, Span } from './runScenarioFormat.ts';

// State of the model: people, reports, runs and the messages that are owed.

export type MessageKind = 'prompt' | 'prompt-again' | 'broadcast' | 'reminder1' | 'reminder2' | 'summary';

export interface Owed {
  readonly kind: MessageKind;
  readonly meetingId: string;
  readonly date: string;
  /** Recipient; null = the message goes to the channel. */
  readonly memberId: string | null;
  /** Epoch ms at which the message is due. */
  readonly at: number;
  /** True if the message must be sent. False if the rules leave that open, or if a fault may prevent it. */
  readonly isMust: boolean;
  /** Epoch ms after which the message must not be sent. */
  readonly notAfter: number;
  /** Milliseconds by which the message may be sent later without a fault. */
  readonly slack?: number;
}

/** A prompt that is owed but cannot be sent; the product records the reason. */
export interface Missed {
  readonly meetingId: string;
  readonly date: string;
  /** Null if all openings of the run are too long ago after a downtime, so that no member is prompted. */
  readonly memberId: string | null;
  readonly at: number;
  readonly why: 'DOWNTIME' | 'TOO_LATE' | 'BLOCKED' | 'UNREACHABLE';
}

/** Quiet hours of a person, in minutes since midnight. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

export interface Person {
  readonly id: string;
  readonly teamId: string;
  zone: string | null;
  isThere: boolean;
  isEnabled: boolean;
  isMuted: boolean;
  quiet: Hours | null;
  /** True while the chat rejects the bot. */
  isRefusing: boolean;
  /** Epoch ms at which the product found that the chat rejects the bot; null if the product has found no rejection. */
  unreachableSince: number | null;
  readonly vacations: Set<string>;
}

export interface Part {
  readonly memberId: string;
  zone: string;
  away: 'HOLIDAY' | 'VACATION' | null;
  /** Epoch ms of the prompt; null = the member was not prompted. */
  asked: number | null;
  isSkipped: boolean;
  /**
   * The prompt that waits for the end of quiet hours; null if no prompt waits. `isWoken`: a change of the hours or the
   * zone ended the quiet hours.
   */
  waits: { readonly at: number; readonly kind: 'prompt' | 'prompt-again'; readonly isWoken: boolean } | null;
  /** Epoch ms to which quiet hours moved the prompt that was sent; null if they did not move it. */
  promptMoved: number | null;
  /** The member's last snooze. `isDone`: the snoozed prompt was sent, or will never be sent. */
  snooze: { readonly length: string; readonly at: number; readonly until: number; isDone: boolean } | null;
  /** Reminders that the snooze moved, with the instants at which they are due. */
  readonly moved: Map<'first' | 'second', number>;
  /** True if the prompt was too late and therefore was not sent. */
  isPassedOver: boolean;
  /**
   * True if the member has been on vacation since the prompt, or since the time at which the prompt was due. The
   * reminders of this member are then skipped.
   */
  isAwaySince: boolean;
  /** True if the member was removed before the end of the run. */
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
  /** Steps of the run that the model has already played, as `zone kind`, such as "Europe/Berlin prompt". */
  readonly done: Set<string>;
  isSummaryDone: boolean;
  /** Reason why the rules do not decide about this run, so that it is not compared; null = the model is certain. */
  unsure: string | null;
  /** True if the rules leave open which reminders are sent. */
  isLoose: boolean;
}

export interface Report {
  readonly id: string;
  readonly teamId: string;
  definition: Definition;
  isEnabled: boolean;
  isDeleted: boolean;
  firstRun: string | null;
  /**
   * Epoch ms. An opening at or before this instant opens no run, because a later save or move of a member changed the
   * plan.
   */
  plannedFrom: number;
  /**
   * Dates whose openings had all passed when the report was saved. A member's move to another zone does not reopen
   * them.
   */
  readonly passedOver: Set<string>;
  /** The runs of the report by date. */
  readonly runs: Map<string, Run>;
  /** The answers to the report by date and member, including answers that were given before the opening. */
  readonly answers: Map<string, Map<string, Given>>;
}

export interface State {
  readonly people: Map<string, Person>;
  readonly holidays: Map<string, Set<string>>;
  readonly reports: Map<string, Report>;
  readonly owed: Owed[];
  readonly missed: Missed[];
  /**
   * Expected result of each answer, by its position in the scenario: true = accepted, false = rejected, undefined = the
   * rules do not decide.
   */
  readonly taken: Map<number, boolean | undefined>;
}

const inTime = ({ from, to }: Span, ms: number): boolean => Date.parse(from) <= ms && ms < Date.parse(to);

/**
 * Returns the instant at which work that is due at `ms` is done: `ms`, or the end of the downtime that contains `ms`.
 */
export const upAt = (scenario: Scenario, ms: number): number => {
  const down = (scenario.downtime ?? []).filter((span) => inTime(span, ms));
  if (down.length === 0) return ms;
  return upAt(scenario, Math.max(...down.map((span) => Date.parse(span.to))));
};

export const isPresent = (person: Person | undefined): person is Person =>
  person !== undefined && person.isThere && person.isEnabled;

export const zoneIn = (definition: Definition, person: Person): string =>
  definition.byMember ? (person.zone ?? definition.timezone) : definition.timezone;

export const peopleOf = (state: State, { definition }: Report): Person[] =>
  definition.members.map((id) => state.people.get(id)).filter(isPresent);

/** Returns the openings on a date, one for each zone of the members. */
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

/** Marks all openings up to the save as passed, because a save replaces all planned runs. */
export const planFrom = (state: State, report: Report, now: number): void => {
  report.plannedFrom = now;
  report.passedOver.clear();
  for (let ahead = -3; ahead <= 3; ahead += 1) {
    const date = addDays(dateAt(now, report.definition.timezone), ahead);
    const openings = openingsOn(state, report, date);
    if (openings.length > 0 && openings.every((ms) => ms <= now)) report.passedOver.add(date);
  }
};

/** Returns the date in the member's zone at the opening, which decides whether a vacation applies. */
export const livedOn = (definition: Definition, person: Person, opens: number): string =>
  dateAt(opens, person.zone ?? definition.timezone);

/**
 * True if the report still lists the person, as a member or an observer. A member who became an observer still owes the
 * answer of an open run.
 */
export const isStillNamed = ({ members, observers }: Definition, memberId: string): boolean =>
  members.includes(memberId) || observers.includes(memberId);

export const isGoneNow = (state: State, report: Report, memberId: string): boolean =>
  !isPresent(state.people.get(memberId)) || (!report.isDeleted && !isStillNamed(report.definition, memberId));

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
    (part) =>
      part.away === null && !part.isSkipped && !isGoneNow(state, report, part.memberId) && !answers.has(part.memberId),
  );
};

export const closesOf = (run: Run): number => Math.max(...[...run.sets.values()].map((set) => set.closes));

/**
 * Returns the instant at which the summary is due: the close in the report's own zone, even if no member is in that
 * zone, but not before the first and not after the last close of a window.
 */
export const summaryDue = (run: Run, ownClose: number): number => {
  const firstClose = Math.min(...[...run.sets.values()].map((set) => set.closes));
  return Math.min(Math.max(run.sets.get(run.definition.timezone)?.closes ?? ownClose, firstClose), closesOf(run));
};

export const week = 7 * 24 * 60 * minute;
