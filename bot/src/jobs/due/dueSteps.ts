import type { ZoneId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Instants, Occurrence } from '#contracts/meetings/occurrence.ts';
import { times } from '#contracts/core/limits.ts';
import { earliestOpening, isLived, isScheduled, isStillPlanned } from '../../domain/runs/schedule.ts';
import type { PlannedRun } from '../../domain/runs/schedule.ts';
import { dueAt, isWindowOver } from '../../domain/runs/owing.ts';
import { meetingCloseAt } from '../../domain/runs/settling.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/time.ts';
import { inOrg } from '../../store/kind.ts';
import type { Stored } from '../../store/kind.ts';
import { meeting as meetingKind, team as teamKind } from '../../store/kinds/team.ts';
import type { ReminderKind } from '../../store/kinds/messageKinds.ts';
import { allMembers } from '../../services/tenancy/members.ts';
import type { TeamMember } from '../../services/tenancy/members.ts';
import { openOccurrence, settleRun } from '../../services/runs/occurrences.ts';
import type { OpenedRun } from '../../services/runs/occurrences.ts';
import { memberMessages, summaryIntent, touchSummary } from '../../services/runs/outboxRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { midwayDue, plannedRuns, promptDue, zonesOf } from '../../services/runs/planning.ts';
import type { DueRow } from '../../services/runs/planning.ts';
import { planOfRow } from '../../services/runs/plannedRuns.ts';
import { readRun } from '../../services/runs/runRows.ts';
import { followingRun, rowsOfOpening } from '../../services/runs/runSteps.ts';
import { isAsking } from '../../services/tenancy/billingStatus.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { observeOpening, observeSettling } from '../delivery/deliveryMetrics.ts';

// Handles each kind of due row. Every step may be repeated: after a crash the row is replayed.

export type DueDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'metrics' | 'isBillingEnabled' | 'restoredAt'>;

/** Rows to write before the due row may be deleted; `isDone` false = the due row stays for a later pass. */
export interface DueOutcome {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  readonly isDone: boolean;
}

const done: DueOutcome = { outbox: [], due: [], isDone: true };
const idle: DueOutcome = { outbox: [], due: [], isDone: false };

const promptsOf = (row: DueRow, meeting: Meeting, runs: readonly PlannedRun[]): DueRow[] =>
  runs.map((run) => promptDue(row.orgId, meeting, run));

const recordsOf = (deps: DueDeps, row: DueRow) => inOrg(deps.store, row.orgId);

const peopleOf = async (deps: DueDeps, row: DueRow): Promise<TeamMember[]> =>
  (await allMembers(recordsOf(deps, row), row.teamId)).map((member) => member.value);

/** True if the run was opened by this very row, so that this is a replay. Else a person opened the run first. */
const isReplay = (row: DueRow, occurrence: Occurrence): boolean =>
  row.source === 'MANUAL'
    ? occurrence.opensAt === row.at
    : occurrence.opensAt === row.at || (occurrence.source === 'SCHEDULE' && occurrence.round === 1);

const afterOpening = async (deps: DueDeps, row: DueRow, meeting: Meeting, opened: OpenedRun): Promise<DueOutcome> => {
  if (!opened.isNew && !isReplay(row, opened.occurrence))
    return { ...done, due: followingRun(row.orgId, meeting, opened, msOf(row.at)) };
  const next = rowsOfOpening(row.orgId, meeting, opened);
  if (next.isSummaryDue) await touchSummary(deps.store, row, opened.occurrence.opensAt, deps.clock.now());
  return { ...done, outbox: next.outbox, due: next.due };
};

/** Undefined: the meeting changed under our hands. */
const open = async (deps: DueDeps, row: DueRow, meeting: Stored<Meeting>): Promise<DueOutcome | undefined> => {
  const isManual = row.source === 'MANUAL';
  const opened = await openOccurrence(deps, {
    orgId: row.orgId,
    meeting,
    date: row.date,
    source: isManual ? 'MANUAL' : 'SCHEDULE',
    openMs: isManual ? msOf(row.at) : null,
    afterMs: planOfRow(row).afterMs,
    plannedMs: isManual ? undefined : msOf(row.at),
    actor: null,
  });
  if (opened?.isNew === true) observeOpening(deps, opened.occurrence);
  return opened === undefined ? undefined : afterOpening(deps, row, meeting.value, opened);
};

/**
 * Without its team the bot cannot ask, and in an organisation that is switched off it must not. A prompt that could still
 * be sent waits for the team's return. A later one is passed over, and the row moves to the next members of the run's date
 * and to the next run.
 */
const withoutTeam = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<DueOutcome> => {
  const now = deps.clock.now();
  if (now - msOf(row.at) <= times.promptLate * minuteMs) return idle;
  const zones = zonesOf(meeting, await peopleOf(deps, row));
  const later = midwayDue(row.orgId, meeting, zones, now).filter(({ date }) => date === row.date);
  return { ...done, due: [...later, ...promptsOf(row, meeting, plannedRuns(meeting, zones, { afterMs: now }))] };
};

/** The same run at a later time. With MEMBER, no member is left in the zone for which the row was planned. */
const postponed = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[]): DueRow | undefined => {
  const { date, at, afterMs } = planOfRow(row);
  if (meeting.rev !== row.rev || !isScheduled(meeting, date, meeting.firstRun)) return undefined;
  if (!isLived(meeting, date, zones)) return undefined;
  const later = earliestOpening(meeting, date, zones, afterMs);
  return later > at ? { ...row, at: toInstant(later), failures: 0, parkedReason: null } : undefined;
};

/** The right next rows of a meeting whose plan this row is not; `SAME` when one of them is this very row. */
const replanned = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<readonly DueRow[] | 'SAME'> => {
  // A manual start that never opened: its caller got the error.
  if (row.source === 'MANUAL') return [];
  const zones = zonesOf(meeting, await peopleOf(deps, row));
  const later = postponed(row, meeting, zones);
  if (later !== undefined) return [later];
  const before = msOf(row.at) - 1;
  const next = promptsOf(row, meeting, plannedRuns(meeting, zones, { afterMs: before }));
  const known = row.after == null ? next : [...midwayDue(row.orgId, meeting, zones, before), ...next];
  return known.some(({ date, at }) => date === row.date && at === row.at) ? 'SAME' : next;
};

/** A row that may not open anything: of another revision, of a meeting that is off, of a team that is gone. */
const unopened = async (
  deps: DueDeps,
  row: DueRow,
  meeting: Stored<Meeting>,
  isConnected: boolean,
): Promise<DueOutcome | undefined> => {
  const rows = await readRun(recordsOf(deps, row), row);
  if (rows.occurrence !== undefined) {
    const opened = { occurrence: rows.occurrence.value, isNew: false, rows, people: await peopleOf(deps, row) };
    return afterOpening(deps, row, meeting.value, opened);
  }
  // Activating the meeting plans its runs again.
  if (!meeting.value.isEnabled) return done;
  if (!isConnected) return withoutTeam(deps, row, meeting.value);
  const next = await replanned(deps, row, meeting.value);
  if (next === 'SAME') return open(deps, row, meeting);
  return { ...done, due: next };
};

/**
 * True if the row still belongs to the plan of the stored meeting. The revision alone does not prove it: if two edits compete for
 * one revision, both have planned, and the row of the losing edit is still stored.
 */
const isCurrent = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<boolean> => {
  if (meeting.rev !== row.rev) return false;
  if (row.source === 'MANUAL') return true;
  const zones = meeting.timeBasis === 'MEMBER' ? zonesOf(meeting, await peopleOf(deps, row)) : [];
  return isStillPlanned(meeting, planOfRow(row), { firstRun: meeting.firstRun, zones });
};

const attempts = 3;

const prompt = async (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  const records = recordsOf(deps, row);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [meeting, team, mayAsk] = await Promise.all([
      records.get(meetingKind, row),
      records.get(teamKind, row),
      isAsking(deps, records),
    ]);
    if (meeting === undefined || team === undefined || team.value.state === 'DELETED') return done;
    const isConnected = team.value.state === 'CONNECTED' && mayAsk;
    const mayOpen = meeting.value.isEnabled && isConnected;
    const isRight = mayOpen && (await isCurrent(deps, row, meeting.value));
    const outcome = isRight ? await open(deps, row, meeting) : await unopened(deps, row, meeting, isConnected);
    if (outcome !== undefined) return outcome;
  }
  return idle;
};

const setsOf = (row: DueRow, occurrence: Occurrence): readonly Instants[] =>
  row.zone === null ? occurrence.instants : occurrence.instants.filter((set) => set.zone === row.zone);

/**
 * Judged by the frozen instants alone: a row of an earlier round, or of a run that is over, sends nothing. A run whose
 * window is over may have closed in the same downtime as its prompts were due, so each of those members still gets the
 * record that the prompt came too late.
 */
const messages = async (deps: DueDeps, row: DueRow, kind: 'prompt' | ReminderKind): Promise<DueOutcome> => {
  const rows = await readRun(recordsOf(deps, row), row);
  const occurrence = rows.occurrence?.value;
  if (occurrence === undefined || !(occurrence.state === 'OPEN' || (kind === 'prompt' && isWindowOver(occurrence))))
    return done;
  if (!setsOf(row, occurrence).some((set) => dueAt(set, row.kind) === row.at)) return done;
  return { ...done, outbox: memberMessages(row, occurrence, rows, { kind, at: row.at }) };
};

/**
 * True if the row's instant is a close of one of its zones, or the close in the meeting's own zone, at which the summary is due
 * even without members there.
 */
const isCloseOf = (row: DueRow, occurrence: Occurrence): boolean =>
  setsOf(row, occurrence).some((set) => set.closesAt === row.at) || meetingCloseAt(occurrence) === msOf(row.at);

const close = async (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  const records = recordsOf(deps, row);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rows = await readRun(records, row);
    const stored = rows.occurrence;
    if (stored?.value.state !== 'OPEN' || !isCloseOf(row, stored.value)) return done;
    const [people, meeting] = await Promise.all([peopleOf(deps, row), records.get(meetingKind, row)]);
    const members = meeting?.value.members ?? stored.value.members.map((member) => member.memberId);
    const settled = await settleRun(deps, records, {
      stored,
      rows,
      people,
      meeting: { id: row.meetingId, teamId: row.teamId, members },
      intents: [summaryIntent(deps.store, row, stored.value.opensAt, deps.clock.now())],
    });
    if (settled === undefined) continue;
    observeSettling(deps, stored.value, settled);
    // The clock was set back since the row was found due: without it nothing would close the run when its time comes again.
    return settled.state === 'OPEN' && settled.closesAt === row.at ? idle : done;
  }
  return idle;
};

export const handleDue = (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  switch (row.kind) {
    case 'prompt':
      return row.zone === null ? prompt(deps, row) : messages(deps, row, 'prompt');
    case 'reminder1':
    case 'reminder2':
      return messages(deps, row, row.kind);
    case 'close':
      return close(deps, row);
  }
};
