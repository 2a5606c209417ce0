import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { meetingCloseAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OpenedRun } from './state/openMeetingRun.ts';
import { announcementMessage, memberMessages } from './buildRunMessages.ts';
import type { OutboxRow, RunRef } from './outboxRowAndRunRef.ts';
import { followingRunRows } from './plannedPromptRows.ts';
import type { DueRow, RowWithPlan } from './plannedPromptRows.ts';

// Computes the rows to write after an opening (docs/architecture.md, One prompt). They may be written in any order, but
// the due row that opened the run must be deleted last: after a crash at any point, it is then handled again.

export interface NextRows {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  /**
   * True if the summary has work at once: all members have answered ahead, or a new round of a cancelled run must
   * update the cards of the members who replied before.
   */
  readonly hasSummaryWork: boolean;
}

/**
 * Returns the zone for the due rows of a set of instants. Null if the run has only one set, because that set applies to
 * all members.
 */
const zoneOf = (run: Run, set: Instants): string | null => (run.instants.length === 1 ? null : set.zone);

/**
 * Returns the due rows of a set of instants. The first opening of the run needs no prompt row, because the opening
 * itself queues these prompts.
 */
export const dueOfSet = (runRef: RunRef, run: Run, set: Instants, rev: number): DueRow[] => {
  const zone = zoneOf(run, set);
  const row = (kind: DueRow['kind'], at: DueRow['at'] | null): DueRow[] =>
    at === null ? [] : [{ ...runRef, at, kind, zone, rev, failures: 0, parkedReason: null, source: null }];
  return [
    ...(set.opensAt === run.opensAt ? [] : row('prompt', set.opensAt)),
    ...row('reminder1', set.firstReminderAt),
    ...row('reminder2', set.secondReminderAt),
    ...row('close', set.closesAt),
  ];
};

/**
 * Returns the due row of the close in the meeting's own zone, at which the summary is due. There is none if a set of
 * instants has that zone, because its rows already contain this close, or if the close is not after the opening of the
 * run.
 */
const meetingClose = (runRef: RunRef, run: Run, rev: number): DueRow[] => {
  const { timezone: zone, instants, opensAt } = run;
  const at = meetingCloseAt(run);
  if (instants.some((set) => set.zone === zone) || at <= msOf(opensAt)) return [];
  return [{ ...runRef, at: toInstant(at), kind: 'close', zone, rev, failures: 0, parkedReason: null, source: null }];
};

const dueOf = (runRef: RunRef, run: Run, rev: number): DueRow[] => [
  ...run.instants.flatMap((set) => dueOfSet(runRef, run, set, rev)),
  ...meetingClose(runRef, run, rev),
];

/**
 * Returns the messages and due rows of a run that has just opened. If the opening is repeated after a crash, the same
 * rows are returned, except messages that already have a delivery record.
 */
export const rowsOfOpening = (orgId: OrgId, meeting: Meeting, opened: OpenedRun): NextRows => {
  const { run, rows } = opened;
  const { opensAt: at, date } = run;
  const runRef: RunRef = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date };
  const isOpen = run.state === 'OPEN';
  const prompts = isOpen ? memberMessages(runRef, run, rows, { kind: 'prompt', at }) : [];
  const announcement = isOpen ? announcementMessage(runRef, run, rows) : [];
  const own = isOpen ? dueOf(runRef, run, meeting.rev) : [];
  return {
    outbox: [...prompts, ...announcement],
    due: [...own, ...followingRunRows(orgId, meeting, opened, msOf(at))],
    hasSummaryWork: run.round > 1 || (!isOpen && run.reason === 'ALL_ANSWERED'),
  };
};

/** True if this row opened the run and is now handled again. False if a person opened the run first. */
const isReplay = (row: DueRow, run: Run): boolean =>
  row.source === 'MANUAL'
    ? run.opensAt === row.at
    : run.opensAt === row.at || (run.source === 'SCHEDULE' && run.round === 1);

/**
 * Returns the rows to write after a due row was handled. If a person had opened the run before, only the next run is
 * planned.
 */
export const rowsAfterOpening = ({ row, plan }: RowWithPlan, meeting: Meeting, opened: OpenedRun): NextRows =>
  opened.isNew || isReplay(row, opened.run)
    ? rowsOfOpening(row.orgId, meeting, opened)
    : { outbox: [], due: followingRunRows(row.orgId, meeting, opened, plan.at), hasSummaryWork: false };
