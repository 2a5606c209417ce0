import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import type { OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { StoredPlan } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { once } from '../../concurrency/once.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { listAllMembers } from '../../services/tenancy/listMembers.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { planOfRow } from '../../services/runs/plannedPromptRows.ts';
import { zonesOfMeetingMembers } from '../../services/runs/zonesOfMeetingMembers.ts';
import type { DueRow } from '../../services/runs/plannedPromptRows.ts';
import { readRun } from '../../services/runs/readRunAndDayRows.ts';
import type { RunRows } from '../../services/runs/readRunAndDayRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { isAskingMembers } from '../../services/tenancy/payingStateAndOrgPause.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { OpeningRows } from '../delivery/readAndCacheRunContext.ts';

export type DueDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'metrics' | 'isBillingEnabled' | 'restoredAt'>;

/**
 * The rows to write before the due row is deleted. If `isDone` is false, the due row stays and is handled again at a
 * later heartbeat.
 */
export interface DueOutcome {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  readonly isDone: boolean;
  /** The rows that were read to open the run; left out if the due row opened no run. */
  readonly opening?: OpeningRows;
}

export const done: DueOutcome = { outbox: [], due: [], isDone: true };
export const waiting: DueOutcome = { outbox: [], due: [], isDone: false };

/**
 * The rows that decide how a due row is handled. Each is read at most once, when it is first needed. After a conflict,
 * the due row is handled again with a new context, so that the decision is based on current rows.
 */
export interface DueContext {
  readonly row: DueRow;
  /** The date and instants of the row's run. */
  readonly plan: StoredPlan;
  readonly records: Records<OrgId>;
  /** Epoch ms at which reading began, so that no row is older. */
  readonly readAt: number;
  readonly meeting: () => Promise<Stored<Meeting> | undefined>;
  readonly team: () => Promise<ValueOf<typeof teamKind> | undefined>;
  readonly mayAsk: () => Promise<boolean>;
  readonly people: () => Promise<readonly TeamMember[]>;
  readonly run: () => Promise<RunRows>;
  readonly zones: (meeting: Meeting) => Promise<readonly ZoneId[]>;
}

export type ReadMayAsk = (orgId: OrgId) => Promise<boolean>;

/**
 * Returns a function that reads for each organisation only once whether it sends prompts, because several runs of an
 * organisation often open together. If the organisation is deactivated in the meantime, the run still opens but its
 * messages are not sent.
 */
export const createAskReadings = (deps: DueDeps): ReadMayAsk =>
  boundedMemo((orgId: OrgId) => isAskingMembers(deps, inOrg(deps.store, orgId)), { capacity: 1_000 });

export const createDueContext = (deps: DueDeps, row: DueRow, readMayAsk: ReadMayAsk): DueContext => {
  const records = inOrg(deps.store, row.orgId);
  const people = once(async () => (await listAllMembers(records, row.teamId)).map(({ value }) => value));
  return {
    row,
    plan: planOfRow(row),
    records,
    readAt: deps.clock.now(),
    meeting: once(() => records.get(meetingKind, row)),
    team: once(async () => (await records.get(teamKind, row))?.value),
    mayAsk: () => readMayAsk(row.orgId),
    people,
    run: once(() => readRun(records, row)),
    zones: async (meeting) => zonesOfMeetingMembers(meeting, await people()),
  };
};
