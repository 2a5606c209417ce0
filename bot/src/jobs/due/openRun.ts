import type { Meeting } from '#contracts/meetings/meeting.ts';
import { times } from '#contracts/core/limits.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTime.ts';
import type { Stored } from '../../store/records.ts';
import { openMeetingRun } from '../../services/runs/openAndCancelRuns.ts';
import type { OpenedRun } from '../../services/runs/openAndCancelRuns.ts';
import { touchSummaryRow } from '../../services/runs/outboxRows.ts';
import type { DueRow } from '../../services/runs/planNextRun.ts';
import { isCurrentRow, replannedRows, rowsInstead } from '../../services/runs/plannedRuns.ts';
import { rowsAfterOpening } from '../../services/runs/runSteps.ts';
import { isAskingMembers } from '../../services/tenancy/billingStatus.ts';
import { observeOpening } from '../delivery/deliveryMetrics.ts';
import { createDueContext } from './dueContext.ts';
import type { DueContext } from './dueContext.ts';
import { attempts, done, waiting } from './dueOutcome.ts';
import type { DueDeps, DueOutcome } from './dueOutcome.ts';

// Handles the due row that opens a run. The row may be replayed after a crash, and the meeting may have changed since the row was
// planned.

const afterOpening = async (
  deps: DueDeps,
  { row }: DueContext,
  meeting: Meeting,
  opened: OpenedRun,
): Promise<DueOutcome> => {
  const next = rowsAfterOpening(row, meeting, opened);
  if (next.isSummaryDue) await touchSummaryRow(deps.store, row, opened.occurrence.opensAt, deps.clock.now());
  return { ...done, outbox: next.outbox, due: next.due };
};

/** Opens the run. Returns undefined if the meeting changed in the meantime. */
const open = async (deps: DueDeps, context: DueContext, meeting: Stored<Meeting>): Promise<DueOutcome | undefined> => {
  const { row, people } = context;
  const isManual = row.source === 'MANUAL';
  const opened = await openMeetingRun(deps, {
    orgId: row.orgId,
    meeting,
    date: row.date,
    source: isManual ? 'MANUAL' : 'SCHEDULE',
    openMs: isManual ? msOf(row.at) : null,
    afterMs: row.after == null ? undefined : msOf(row.after),
    plannedMs: isManual ? undefined : msOf(row.at),
    actor: null,
    readPeople: people,
  });
  if (opened?.isNew === true) observeOpening(deps, opened.occurrence);
  return opened === undefined ? undefined : afterOpening(deps, context, meeting.value, opened);
};

/**
 * True if the row belongs to the plan of the stored meeting. The revision alone does not prove it: if two edits used the same
 * revision, both planned rows, and the row of the rejected edit still exists.
 */
const isCurrent = async ({ row, zones }: DueContext, meeting: Meeting): Promise<boolean> => {
  if (meeting.rev !== row.rev) return false;
  if (row.source === 'MANUAL') return true;
  return isCurrentRow(row, meeting, meeting.timeBasis === 'MEMBER' ? await zones(meeting) : []);
};

/**
 * Handles a row whose team is disconnected or whose organisation may not ask. If the prompt could still be sent, the row waits
 * for the team to return. If it is too late for the prompt, the date is skipped.
 */
const withoutTeam = async (deps: DueDeps, { row, zones }: DueContext, meeting: Meeting): Promise<DueOutcome> => {
  const now = deps.clock.now();
  if (now - msOf(row.at) <= times.promptLate * minuteMs) return waiting;
  return { ...done, due: rowsInstead(row, meeting, await zones(meeting), now) };
};

/**
 * Handles a row that may not open its run: the row is of another revision, the meeting is deactivated, or the team is not
 * connected. Returns undefined if the meeting changed in the meantime.
 */
const withoutOpening = async (
  deps: DueDeps,
  context: DueContext,
  meeting: Stored<Meeting>,
  isConnected: boolean,
): Promise<DueOutcome | undefined> => {
  const rows = await context.run();
  if (rows.occurrence !== undefined) {
    const opened = { occurrence: rows.occurrence.value, isNew: false, rows, people: await context.people() };
    return afterOpening(deps, context, meeting.value, opened);
  }
  // When the meeting is activated again, its runs are planned again.
  if (!meeting.value.isEnabled) return done;
  if (!isConnected) return withoutTeam(deps, context, meeting.value);
  // A manual start that failed leaves this row. Its caller already got the error.
  if (context.row.source === 'MANUAL') return done;
  const next = replannedRows(context.row, meeting.value, await context.zones(meeting.value));
  return next === 'SAME' ? open(deps, context, meeting) : { ...done, due: next };
};

/** Opens the run of a planned row, or plans the row again. */
export const openRun = async (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const context = createDueContext(deps, row);
    const [meeting, team, mayAsk] = await Promise.all([
      context.meeting(),
      context.team(),
      isAskingMembers(deps, context.records),
    ]);
    if (meeting === undefined || team === undefined || team.state === 'DELETED') return done;
    const isConnected = team.state === 'CONNECTED' && mayAsk;
    const mayOpen = meeting.value.isEnabled && isConnected && (await isCurrent(context, meeting.value));
    const outcome = mayOpen
      ? await open(deps, context, meeting)
      : await withoutOpening(deps, context, meeting, isConnected);
    if (outcome !== undefined) return outcome;
  }
  return waiting;
};
