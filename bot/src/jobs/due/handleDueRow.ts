import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { isStillPlanned } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { dueAt, isWindowOver } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { meetingCloseAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { ReminderKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { openMeetingRun } from '../../services/runs/state/openMeetingRun.ts';
import { settleRunRow } from '../../services/runs/state/settleRunRow.ts';
import type { OpenedRun } from '../../services/runs/state/openMeetingRun.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import { summaryIntentStep, touchSummaryRow } from '../../services/runs/summaryIntent.ts';
import type { DueRow } from '../../services/runs/plannedPromptRows.ts';
import { replannedRows, rowsInstead } from '../../services/runs/plannedPromptRows.ts';
import { memberMessages } from '../../services/runs/buildRunMessages.ts';
import { rowsAfterOpening } from '../../services/runs/messagesAndDueRowsAfterOpening.ts';
import { observeOpening, observeSettling } from '../delivery/deliveryMetrics.ts';
import { handleDigestDueRow } from './handleDigestDueRow.ts';
import { createAskReadings, createDueContext, done, waiting } from './dueRowContextAndOutcome.ts';
import type { DueContext, DueDeps, DueOutcome, ReadMayAsk } from './dueRowContextAndOutcome.ts';

// Handles each kind of due row. Each step must be safe to repeat, because a due row is handled again after a crash.

const afterOpening = async (
  deps: DueDeps,
  context: DueContext,
  meeting: Meeting,
  opened: OpenedRun,
): Promise<DueOutcome> => {
  const next = rowsAfterOpening(context, meeting, opened);
  if (next.hasSummaryWork) await touchSummaryRow(deps.store, context.row, opened.run.opensAt, deps.clock.now());
  return { ...done, outbox: next.outbox, due: next.due };
};

/**
 * Returns the meeting and the team for the first messages of a run, which saves reading them again. Empty if this call
 * did not open the run.
 */
const openingRows = async (
  { row, team: readTeam, readAt }: DueContext,
  { value: meeting }: Stored<Meeting>,
  { isNew, run }: OpenedRun,
): Promise<Pick<DueOutcome, 'opening'>> => {
  const team = await readTeam();
  if (!isNew || run.state !== 'OPEN' || team === undefined) return {};
  return { opening: { runRef: runRefOf(row), meeting, team, readAt } };
};

/** Opens the run. Returns undefined if the meeting changed in the meantime. */
const open = async (deps: DueDeps, context: DueContext, meeting: Stored<Meeting>): Promise<DueOutcome | undefined> => {
  const { row, plan, people } = context;
  const isManual = row.source === 'MANUAL';
  const opened = await openMeetingRun(deps, {
    orgId: row.orgId,
    meeting,
    date: row.date,
    source: isManual ? 'MANUAL' : 'SCHEDULE',
    openMs: isManual ? plan.at : null,
    afterMs: plan.afterMs,
    plannedMs: isManual ? undefined : plan.at,
    actor: null,
    readPeople: people,
  });
  if (opened?.isNew === true) observeOpening(deps, opened.run);
  if (opened === undefined) return undefined;
  const outcome = await afterOpening(deps, context, meeting.value, opened);
  return { ...outcome, ...(await openingRows(context, meeting, opened)) };
};

/**
 * True if the row belongs to the current plan of the stored meeting. An equal revision is not sufficient: two
 * simultaneous edits may create due rows for the same revision, and the row of the rejected edit still exists.
 */
const isCurrent = async ({ row, plan, zones }: DueContext, meeting: Meeting): Promise<boolean> => {
  if (meeting.rev !== row.rev) return false;
  if (row.source === 'MANUAL') return true;
  // The zones of the members are read only if the meeting opens at each member's local time. No other plan depends on
  // them.
  const zonesNow = meeting.timeBasis === 'MEMBER' ? await zones(meeting) : [];
  return isStillPlanned(meeting, plan, { firstRun: meeting.firstRun, zones: zonesNow });
};

/**
 * Handles a row whose team is disconnected or whose organisation sends no prompts. The row stays as long as its prompt
 * would not be too late. After that, the next run replaces it.
 */
const withoutTeam = async (deps: DueDeps, { row, plan, zones }: DueContext, meeting: Meeting): Promise<DueOutcome> => {
  const now = deps.clock.now();
  if (now - plan.at <= times.promptLate * minuteMs) return waiting;
  return { ...done, due: rowsInstead(row, meeting, await zones(meeting), now) };
};

/**
 * Handles a row whose run exists already, whose meeting is deactivated, whose team cannot be prompted, or which the
 * current plan may not contain. If the new plan has the same date and instant, the run opens. Returns undefined if the
 * meeting changed in the meantime.
 */
const withoutOpening = async (
  deps: DueDeps,
  context: DueContext,
  meeting: Stored<Meeting>,
  isConnected: boolean,
): Promise<DueOutcome | undefined> => {
  const rows = await context.run();
  if (rows.run !== undefined) {
    const opened = { run: rows.run.value, isNew: false, rows, people: await context.people() };
    return afterOpening(deps, context, meeting.value, opened);
  }
  // The row of a deactivated meeting is deleted, because the activation of the meeting plans its runs again.
  if (!meeting.value.isEnabled) return done;
  if (!isConnected) return withoutTeam(deps, context, meeting.value);
  // A due row of a manual start stays only if the start failed. The person who started it already got the error, so the
  // row is deleted.
  if (context.row.source === 'MANUAL') return done;
  const next = replannedRows(context, meeting.value, await context.zones(meeting.value));
  return next === 'SAME' ? open(deps, context, meeting) : { ...done, due: next };
};

/**
 * Opens the run of a planned row, or plans the row again. The row may be replayed after a crash, or the meeting may
 * have changed since the row was planned. Returns undefined if the meeting changed during this call.
 */
const openRun = async (deps: DueDeps, context: DueContext): Promise<DueOutcome | undefined> => {
  const [meeting, team, mayAsk] = await Promise.all([context.meeting(), context.team(), context.mayAsk()]);
  if (meeting === undefined || team === undefined || team.state === 'DELETED') return done;
  const isConnected = team.state === 'CONNECTED' && mayAsk;
  const mayOpen = meeting.value.isEnabled && isConnected && (await isCurrent(context, meeting.value));
  return mayOpen ? open(deps, context, meeting) : withoutOpening(deps, context, meeting, isConnected);
};

const setsOf = (row: DueRow, run: Run): readonly Instants[] =>
  row.zone === null ? run.instants : run.instants.filter((set) => set.zone === row.zone);

/**
 * Returns the messages of a due row. Only the instants that the run stored at its opening count, so a row of an earlier
 * round or of a finished run sends nothing. If the window closed during a downtime, members still get a record that
 * their prompt was too late.
 */
const queueMessages = async ({ row, run: readRun }: DueContext, kind: 'prompt' | ReminderKind): Promise<DueOutcome> => {
  const rows = await readRun();
  const run = rows.run?.value;
  if (run === undefined || !(run.state === 'OPEN' || (kind === 'prompt' && isWindowOver(run)))) return done;
  if (!setsOf(row, run).some((set) => dueAt(set, kind) === row.at)) return done;
  return { ...done, outbox: memberMessages(row, run, rows, { kind, at: row.at }) };
};

/**
 * True if the row's instant is the close of one of its zones, or the close in the meeting's own zone. The summary is
 * due at the close of the meeting's zone even if no member is in it.
 */
const isCloseOf = (row: DueRow, run: Run): boolean =>
  setsOf(row, run).some((set) => set.closesAt === row.at) || meetingCloseAt(run) === msOf(row.at);

/** Closes the run of a due row. Returns undefined if the run changed in the meantime. */
const closeRun = async (deps: DueDeps, context: DueContext): Promise<DueOutcome | undefined> => {
  const { row } = context;
  const rows = await context.run();
  const stored = rows.run;
  if (stored?.value.state !== 'OPEN' || !isCloseOf(row, stored.value)) return done;
  const [people, meeting] = await Promise.all([context.people(), context.meeting()]);
  const members = stored.value.members.map((member) => member.memberId);
  const settled = await settleRunRow(deps, context.records, {
    stored,
    rows,
    people,
    meeting: { members, ...meeting?.value, id: row.meetingId, teamId: row.teamId },
    intents: [summaryIntentStep(deps.store, row, stored.value.opensAt, deps.clock.now())],
  });
  if (settled === undefined) return undefined;
  observeSettling(deps, stored.value, settled);
  // If the clock was set back after the row was read, the run is not over yet. The row then stays, because no other row
  // closes the run at that instant.
  return settled.state === 'OPEN' && settled.closesAt === row.at ? waiting : done;
};

const handleOnce = (deps: DueDeps, context: DueContext): Promise<DueOutcome | undefined> => {
  const { row } = context;
  switch (row.kind) {
    case 'prompt':
      return row.zone === null ? openRun(deps, context) : queueMessages(context, 'prompt');
    case 'reminder1':
    case 'reminder2':
      return queueMessages(context, row.kind);
    case 'close':
      return closeRun(deps, context);
    case 'digest':
      return handleDigestDueRow(deps, context);
  }
};

/**
 * Maximum number of times that a row is read and handled again after a conflict. Then it stays for a later heartbeat.
 */
const attempts = 3;

export const handleDueRow = async (
  deps: DueDeps,
  row: DueRow,
  readMayAsk: ReadMayAsk = createAskReadings(deps),
): Promise<DueOutcome> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // After a conflict, the organisation's row is read again too.
    const context = createDueContext(deps, row, attempt === 0 ? readMayAsk : createAskReadings(deps));
    const outcome = await handleOnce(deps, context);
    if (outcome !== undefined) return outcome;
  }
  return waiting;
};
