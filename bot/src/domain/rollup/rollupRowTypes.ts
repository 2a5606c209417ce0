import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { BlockerEvent } from './blockerEventsFromAnswers.ts';

// The rows of a roll-up. They are read once, and all figures are computed from them.

/** A run with those of its members that the roll-up includes, in the order of the day's report. */
export interface RollupRun {
  readonly teamId: TeamId;
  readonly run: Run;
  readonly members: readonly RollupMember[];
}

export interface RollupMember {
  readonly member: ReportMember;
  /** The goals of the member's answer, with their states; empty without an answer. */
  readonly goals: readonly Goal[];
}

/** One member in one run. */
export interface RollupLine extends RollupMember {
  readonly of: RollupRun;
}

/** Logged minutes of one member and day. */
export interface RollupHours {
  readonly memberId: MemberId;
  readonly date: LocalDate;
  /** The report of the tasks; null = they belong to no report. */
  readonly meetingId: MeetingId | null;
  readonly minutes: number;
}

export interface RollupBlockerEvent extends BlockerEvent {
  readonly memberId: MemberId;
  readonly meetingId: MeetingId;
}

export interface RollupPerson {
  readonly name: string;
  readonly thumbnailUrl: string | null;
  readonly hasLeft: boolean;
}

export interface RollupSet {
  /** The runs, oldest first. */
  readonly runs: readonly RollupRun[];
  readonly hours: readonly RollupHours[];
  readonly blockers: readonly RollupBlockerEvent[];
  /** Members of the teams with their current names, including those who left. */
  readonly people: ReadonlyMap<MemberId, RollupPerson>;
  /** Member id of the reader; null if the reader is no member. */
  readonly reader: MemberId | null;
}

/** Yields the lines of the runs one by one, because a list of them may have tens of thousands of entries. */
export const linesOf = function* (runs: Iterable<RollupRun>): Generator<RollupLine, undefined> {
  for (const of of runs) for (const { member, goals } of of.members) yield { of, member, goals };
  return undefined;
};
