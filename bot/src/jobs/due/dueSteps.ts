import type { Instants, Run } from '#contracts/meetings/run.ts';
import { dueAt, isWindowOver } from '../../domain/runs/owedAnswers.ts';
import { meetingCloseAt } from '../../domain/runs/runClosing.ts';
import { msOf } from '../../domain/core/zonedTime.ts';
import type { ReminderKind } from '../../store/kinds/messageKinds.ts';
import { settleRunRow } from '../../services/runs/openAndCancelRuns.ts';
import { memberMessages, summaryIntentStep } from '../../services/runs/outboxRows.ts';
import type { DueRow } from '../../services/runs/planNextRun.ts';
import { observeSettling } from '../delivery/deliveryMetrics.ts';
import { createDueContext } from './dueContext.ts';
import { attempts, done, waiting } from './dueOutcome.ts';
import type { DueDeps, DueOutcome } from './dueOutcome.ts';
import { openRun } from './openRun.ts';

// Handles each kind of due row. Each step can be repeated, because a due row is replayed after a crash.

const setsOf = (row: DueRow, occurrence: Run): readonly Instants[] =>
  row.zone === null ? occurrence.instants : occurrence.instants.filter((set) => set.zone === row.zone);

/**
 * Returns the messages of a due row. Only the instants that the run stored at its opening decide: a row of an earlier round or of
 * a finished run sends nothing. If a downtime lasted until the window closed, the members still get a record that their prompt
 * came too late.
 */
const sendMessages = async (deps: DueDeps, row: DueRow, kind: 'prompt' | ReminderKind): Promise<DueOutcome> => {
  const rows = await createDueContext(deps, row).run();
  const occurrence = rows.occurrence?.value;
  if (occurrence === undefined || !(occurrence.state === 'OPEN' || (kind === 'prompt' && isWindowOver(occurrence))))
    return done;
  if (!setsOf(row, occurrence).some((set) => dueAt(set, kind) === row.at)) return done;
  return { ...done, outbox: memberMessages(row, occurrence, rows, { kind, at: row.at }) };
};

/**
 * True if the row's instant is the close of one of its zones, or the close in the meeting's own zone. The summary is due at that
 * close even if no member is in the zone.
 */
const isCloseOf = (row: DueRow, occurrence: Run): boolean =>
  setsOf(row, occurrence).some((set) => set.closesAt === row.at) || meetingCloseAt(occurrence) === msOf(row.at);

const closeRun = async (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const context = createDueContext(deps, row);
    const rows = await context.run();
    const stored = rows.occurrence;
    if (stored?.value.state !== 'OPEN' || !isCloseOf(row, stored.value)) return done;
    const [people, meeting] = await Promise.all([context.people(), context.meeting()]);
    const named = { members: stored.value.members.map((member) => member.memberId), ...meeting?.value };
    const settled = await settleRunRow(deps, context.records, {
      stored,
      rows,
      people,
      meeting: { ...named, id: row.meetingId, teamId: row.teamId },
      intents: [summaryIntentStep(deps.store, row, stored.value.opensAt, deps.clock.now())],
    });
    if (settled === undefined) continue;
    observeSettling(deps, stored.value, settled);
    // If the clock was set back after the row was read, the run is not over yet. The row stays, because no other row closes the
    // run at that instant.
    return settled.state === 'OPEN' && settled.closesAt === row.at ? waiting : done;
  }
  return waiting;
};

export const handleDue = (deps: DueDeps, row: DueRow): Promise<DueOutcome> => {
  switch (row.kind) {
    case 'prompt':
      return row.zone === null ? openRun(deps, row) : sendMessages(deps, row, 'prompt');
    case 'reminder1':
    case 'reminder2':
      return sendMessages(deps, row, row.kind);
    case 'close':
      return closeRun(deps, row);
  }
};
