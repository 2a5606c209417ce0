import type { ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence } from '#contracts/occurrence.ts';
import { times } from '#contracts/limits.ts';
import { earliestOpening, isScheduled, isStillPlanned } from '../domain/schedule.ts';
import type { StandingPlan } from '../domain/schedule.ts';
import { dueAt } from '../domain/owing.ts';
import { meetingCloseAt } from '../domain/settling.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { meeting as meetingKind, team as teamKind } from '../store/kinds/team.ts';
import { allMembers } from '../services/members.ts';
import type { TeamMember } from '../services/members.ts';
import { openOccurrence, settleRun } from '../services/occurrences.ts';
import type { OpenedRun } from '../services/occurrences.ts';
import { memberMessages, summaryIntent, touchSummary } from '../services/outboxRows.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import { plannedRun, promptDue, zonesOf } from '../services/planning.ts';
import type { DueRow } from '../services/planning.ts';
import { readRun } from '../services/runRows.ts';
import { followingRun, rowsOfOpening } from '../services/runSteps.ts';
import { isAsking } from '../services/paying.ts';
import type { JobDeps } from './jobDeps.ts';
import { observeOpening, observeSettling } from './observe.ts';

// What each kind of due row means. Every step may be repeated: a crash anywhere is a replay.

export type DueDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'metrics' | 'isBillingEnabled' | 'restoredAt'>;

/** What is to be written before the row may go; `isDone` false = the row stays for a later look. */
export interface DueOutcome {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  readonly isDone: boolean;
}

const done: DueOutcome = { outbox: [], due: [], isDone: true };
const idle: DueOutcome = { outbox: [], due: [], isDone: false };

const recordsOf = (deps: DueDeps, row: DueRow) => inOrg(deps.store, row.orgId);

const peopleOf = async (deps: DueDeps, row: DueRow): Promise<TeamMember[]> =>
  (await allMembers(recordsOf(deps, row), row.teamId)).map((one) => one.value);

const planOf = (row: DueRow): StandingPlan => ({
  date: row.date,
  at: msOf(row.at),
  afterMs: row.after == null ? undefined : msOf(row.after),
});

/** Whether the occurrence came from this very row, so that this is a replay; else a person was faster. */
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
    afterMs: planOf(row).afterMs,
    actor: null,
  });
  if (opened?.isNew === true) observeOpening(deps, opened.occurrence);
  return opened === undefined ? undefined : afterOpening(deps, row, meeting.value, opened);
};

/**
 * Without its team the bot cannot ask, and in an organisation that is switched off it must not. What could still be sent
 * when it comes back waits; older runs are passed over.
 */
const withoutTeam = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<DueOutcome> => {
  const now = deps.clock.now();
  if (now - msOf(row.at) <= times.promptLate * minuteMs) return idle;
  const next = plannedRun(meeting, zonesOf(meeting, await peopleOf(deps, row)), now);
  return next === undefined ? done : { ...done, due: [promptDue(row.orgId, meeting, next)] };
};

/** The same run at a later time: with MEMBER nobody lives any more where the row was planned for. */
const postponed = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[]): DueRow | undefined => {
  const { date, at, afterMs } = planOf(row);
  if (meeting.rev !== row.rev || !isScheduled(meeting, date, meeting.firstRun)) return undefined;
  const later = earliestOpening(meeting, date, zones, afterMs);
  return later > at ? { ...row, at: toInstant(later), failures: 0, parkedReason: null } : undefined;
};

/** The right next row of a meeting whose plan this row is not; `SAME` when that is this very row. */
const replanned = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<DueRow | 'SAME' | undefined> => {
  // A start that never came to be: whoever said it was told so.
  if (row.source === 'MANUAL') return undefined;
  const zones = zonesOf(meeting, await peopleOf(deps, row));
  const later = postponed(row, meeting, zones);
  if (later !== undefined) return later;
  const next = plannedRun(meeting, zones, msOf(row.at) - 1);
  if (next?.date === row.date && next.at === msOf(row.at)) return 'SAME';
  return next === undefined ? undefined : promptDue(row.orgId, meeting, next);
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
  // Activating it again plans anew.
  if (!meeting.value.isEnabled) return done;
  if (!isConnected) return withoutTeam(deps, row, meeting.value);
  const next = await replanned(deps, row, meeting.value);
  if (next === 'SAME') return open(deps, row, meeting);
  return next === undefined ? done : { ...done, due: [next] };
};

/**
 * Whether the row is the plan of the meeting as it stands. The revision alone does not say so: of two edits that raced
 * for one revision both have planned, and the row of the one that lost is still there.
 */
const isCurrent = async (deps: DueDeps, row: DueRow, meeting: Meeting): Promise<boolean> => {
  if (meeting.rev !== row.rev) return false;
  if (row.source === 'MANUAL') return true;
  const zones = meeting.timeBasis === 'MEMBER' ? zonesOf(meeting, await peopleOf(deps, row)) : [];
  return isStillPlanned(meeting, planOf(row), { firstRun: meeting.firstRun, zones });
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

/** Judged by the frozen instants alone: a row of an earlier round, or of a run that is over, is nobody's any more. */
const messages = async (deps: DueDeps, row: DueRow, kind: 'prompt' | 'r1' | 'r2'): Promise<DueOutcome> => {
  const rows = await readRun(recordsOf(deps, row), row);
  const occurrence = rows.occurrence?.value;
  if (occurrence?.state !== 'OPEN' || !setsOf(row, occurrence).some((set) => dueAt(set, row.kind) === row.at))
    return done;
  return { ...done, outbox: memberMessages(row, occurrence, rows, { kind, at: row.at }) };
};

/** Of one of its sets, or in the zone of the meeting, where the summary is due though nobody may live there. */
const isCloseOf = (row: DueRow, occurrence: Occurrence): boolean =>
  setsOf(row, occurrence).some((set) => set.closesAt === row.at) || meetingCloseAt(occurrence) === msOf(row.at);

const close = async (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  const records = recordsOf(deps, row);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rows = await readRun(records, row);
    const stored = rows.occurrence;
    if (stored?.value.state !== 'OPEN' || !isCloseOf(row, stored.value)) return done;
    const [people, meeting] = await Promise.all([peopleOf(deps, row), records.get(meetingKind, row)]);
    const members = meeting?.value.members ?? stored.value.members.map((one) => one.memberId);
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
    case 'r1':
    case 'r2':
      return messages(deps, row, row.kind);
    case 'close':
      return close(deps, row);
  }
};
