import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { LastPlan } from '../../domain/answers/planLinesAndGoals.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { byDateAsked } from '../../domain/daysOff/applyVacationChangeToRun.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { asksAboutBlockers } from '../../services/answers/openBlockerToAskAbout.ts';
import { readDraftsInRun } from '../../services/answers/readDraftsInRun.ts';
import type { DraftsInRun } from '../../services/answers/readDraftsInRun.ts';
import { listAllMembers } from '../../services/tenancy/listMembers.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import type { RunRef } from '../../services/runs/outboxRowAndRunRef.ts';
import { orgRulesOf } from '../../services/tenancy/payingStateAndOrgPause.ts';
import { readRun, readVacations } from '../../services/runs/readRunAndDayRows.ts';
import type { RunRows } from '../../services/runs/readRunAndDayRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';

/**
 * The meeting and the team that were read to open a run. The transaction that opened the run failed unless this meeting
 * was current.
 */
export interface OpeningRows {
  readonly runRef: RunRef;
  readonly meeting: Meeting;
  readonly team: ValueOf<typeof teamKind>;
  /** Epoch ms at which reading began, so that no row is older. */
  readonly readAt: number;
}

/**
 * The rows that decide whether and how the messages of a run are sent. `RunContextCache` reads them again when they are
 * too old.
 */
export interface RunContext {
  readonly runRef: RunRef;
  readonly records: Records<OrgId>;
  readonly rows: RunRows;
  readonly meeting: Meeting | undefined;
  readonly team: ValueOf<typeof teamKind> | undefined;
  readonly members: ReadonlyMap<MemberId, Stored<TeamMember>>;
  readonly plans: ReadonlyMap<MemberId, LastPlan>;
  /**
   * The last blocker of each member in the report. Empty if the run has no question about blockers or is the first run,
   * or if `withPlans` was false.
   */
  readonly blockers: ReadonlyMap<MemberId, TrackedBlocker>;
  /** The drafts for the forms that are to be sent; undefined if no message of the batch needs one. */
  readonly drafts?: DraftsInRun | undefined;
  readonly answered: ReadonlySet<MemberId>;
  /**
   * Members who are on vacation on the date of their prompt. Empty in the first minute after the opening, and if
   * `withVacations` was false.
   */
  readonly onVacation: ReadonlySet<MemberId>;
  /** False if the organisation is deactivated, pending deletion or read-only. */
  readonly mayAsk: boolean;
  /** True if the organisation lets members skip runs. */
  readonly maySkip: boolean;
  /** Epoch ms at which the oldest of these rows was read. */
  readonly readAt: number;
}

export const runName = ({
  orgId,
  teamId,
  meetingId,
  date,
}: {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}): string => `${orgId}|${teamId}|${meetingId}|${date}`;

const readPlans = async (records: Records<OrgId>, runRef: RunRef): Promise<Map<MemberId, LastPlan>> => {
  const prefix = `P|${runRef.meetingId}|`;
  const rows = await records.list(plan, runRef, prefixRange(prefix));
  return new Map(rows.map((row) => [row.key.rk.slice(prefix.length) as MemberId, row.value]));
};

/** False for the first run of a report, because no member can have reported a blocker before it. */
const mayHaveBlockers = (run: Run | undefined, meeting: Meeting | undefined): boolean =>
  // `firstRun` is stored when the first run opens, so a meeting that was read earlier has none.
  run !== undefined && run.date !== (meeting?.firstRun ?? run.date) && asksAboutBlockers(run);

const readBlockers = async (records: Records<OrgId>, runRef: RunRef): Promise<Map<MemberId, TrackedBlocker>> => {
  const rows = await records.list(blocker, runRef, prefixRange(`B|${runRef.meetingId}|`));
  return new Map(rows.map(({ value }) => [value.memberId, value]));
};

/**
 * Milliseconds after the opening during which vacations are not read again. The opening has just read them, so the
 * run's list of absent members is still correct.
 */
const opensForMs = minuteMs;

const noMembers: ReadonlySet<MemberId> = new Set();

const readOnVacation = async (
  records: Records<OrgId>,
  { teamId }: RunRef,
  run: Run,
  members: ReadonlyMap<MemberId, Stored<TeamMember>>,
): Promise<ReadonlySet<MemberId>> => {
  const dates = byDateAsked(run, (memberId) => members.get(memberId)?.value.timezone ?? null);
  const away = await Promise.all(
    [...dates].map(async ([date, asked]) => {
      const there = await readVacations(records, teamId, date);
      return there.size === 0 ? [] : asked.filter((memberId) => there.has(memberId));
    }),
  );
  return new Set(away.flat());
};

const valueIn = async <T>(row: Promise<Stored<T> | undefined>): Promise<T | undefined> => (await row)?.value;

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

/** Returns the context with the drafts of these members, which are read in one call. */
export const withDraftsOf = async (context: RunContext, memberIds: readonly MemberId[]): Promise<RunContext> =>
  isFilled(memberIds)
    ? { ...context, drafts: await readDraftsInRun(context.records, context.runRef, memberIds) }
    : context;

export const readContext = async (
  deps: Pick<JobDeps, 'store' | 'clock'>,
  runRef: RunRef,
  {
    withPlans,
    withVacations = false,
    mayAsk = true,
    maySkip = false,
    opening,
  }: {
    readonly withPlans: boolean;
    readonly withVacations?: boolean;
    readonly mayAsk?: boolean;
    readonly maySkip?: boolean;
    /** Rows of the opening, which save a read of the meeting and the team. */
    readonly opening?: OpeningRows | undefined;
  },
): Promise<RunContext> => {
  const records = inOrg(deps.store, runRef.orgId);
  const now = deps.clock.now();
  const [rows, meeting, team, people, plans] = await Promise.all([
    readRun(records, runRef),
    opening?.meeting ?? valueIn(records.get(meetingKind, runRef)),
    opening?.team ?? valueIn(records.get(teamKind, runRef)),
    listAllMembers(records, runRef.teamId),
    withPlans ? readPlans(records, runRef) : new Map<MemberId, LastPlan>(),
  ]);
  const members = new Map(people.map((person) => [person.value.memberId, person]));
  const run = rows.run?.value;
  const isOpenLong = run !== undefined && now - msOf(run.opensAt) >= opensForMs;
  return {
    runRef,
    records,
    rows,
    meeting,
    team,
    members,
    plans,
    blockers: withPlans && mayHaveBlockers(run, meeting) ? await readBlockers(records, runRef) : new Map(),
    answered: new Set(rows.answers.map((answer) => answer.value.memberId)),
    onVacation: withVacations && isOpenLong ? await readOnVacation(records, runRef, run, members) : noMembers,
    mayAsk,
    maySkip,
    readAt: opening?.readAt ?? now,
  };
};

/**
 * Milliseconds for which rows count as fresh: the time between two heartbeats. Within this time, a team of 200 is
 * finished at the rate of its tenant. Only larger teams, and messages that must wait, need another read.
 */
const freshForMs = 5_000;

/**
 * Milliseconds for which the meeting and the team of the opening are used instead of a new read. It is much shorter
 * than `freshForMs`, so that these rows are still fresh while the run's messages are sent.
 */
const openingForMs = 1_000;

/**
 * Caches the rows that decide about a tenant's messages. They are read once for all messages of a run. After a long
 * wait they are read again, because members may answer or leave while hundreds of messages wait for the rate limit.
 */
export interface RunContextCache {
  /**
   * Reads the rows of a run before its first message is handled. `isToPeople`: at least one message goes to a member.
   * `opening`: rows of the opening, which are used only if they are very recent.
   */
  first(runRef: RunRef, isToPeople: boolean, opening?: OpeningRows): Promise<RunContext>;
  /**
   * Returns the current rows of a run that was read before. The result is the same object as long as the rows are
   * fresh.
   */
  current(first: RunContext): Promise<RunContext>;
}

type MemberRights = Pick<RunContext, 'mayAsk' | 'maySkip'>;

const readRights = async (deps: JobDeps, orgId: OrgId): Promise<MemberRights> => {
  const { pause, maySkip } = await orgRulesOf(deps, inOrg(deps.store, orgId));
  return { mayAsk: doesOrgAllow('openRun', pause), maySkip };
};

export const createRunContextCache = (deps: JobDeps, orgId: OrgId): RunContextCache => {
  const isOld = (readAt: number, forMs: number): boolean => {
    const age = deps.clock.now() - readAt;
    return age < 0 || age >= forMs;
  };
  let asking: Promise<MemberRights> | undefined;
  const ask = (): Promise<MemberRights> => (asking = readRights(deps, orgId));
  const latest = weakMemo((first: RunContext): RunContext => first);
  return {
    first: async (runRef, isToPeople, read) => {
      const rights = await (asking ?? ask());
      const opening = read === undefined || isOld(read.readAt, openingForMs) ? undefined : read;
      const parts = { withPlans: isToPeople, withVacations: isToPeople, opening };
      return readContext(deps, runRefOf(runRef), { ...parts, ...rights });
    },
    current: async (first) => {
      const known = latest(first);
      if (!isOld(known.readAt, freshForMs)) return known;
      const rights = await ask();
      const read = await readContext(deps, first.runRef, { withPlans: false, withVacations: true, ...rights });
      // Goals and blockers matter only for members who have not answered, so those of the first read are kept. A member
      // may save a draft while the message waits.
      const kept = { ...read, plans: first.plans, blockers: first.blockers };
      const now = await withDraftsOf(kept, first.drafts?.memberIds ?? []);
      latest.set(first, now);
      return now;
    },
  };
};
