import { productName, times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Instant, LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { asksAnyQuestionOf } from '../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { runFigures } from '../../domain/reports/questionFiguresAndTrends.ts';
import { daySummary, meetingReport } from '../../domain/reports/buildReportAndSummary.ts';
import { computeRunMeasures } from '../../domain/reports/measureAnswerWaitsAndGoals.ts';
import { askingDates, entryBound, newRun } from '../../domain/runs/runOpening.ts';
import type { RunPlan } from '../../domain/runs/runOpening.ts';
import type { MeetingPeople } from '../../domain/runs/membersAndObservers.ts';
import { settledRun, withDroppedMembers } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inSequentialOrder, inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { daySummary as daySummaryKind } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { summaryIntentStep } from './summaryIntent.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { emptyRun, readDayRows, readRun, readVacations, repliesOf, skipsOf, takenRows } from './readRunAndDayRows.ts';
import type { DayRows, RunRows } from './readRunAndDayRows.ts';

// Changes the state of runs. Each change is one transaction in the team's partition: the row of the run, its counts and
// the entry of the activity log.

export type EngineDeps = Pick<Deps, 'store' | 'clock'> & {
  /**
   * Epoch ms of the last restore from a backup; undefined if there was none. A prompt that was due before the restore
   * may have been sent after the backup was made, so it is not sent again.
   */
  readonly restoredAt?: number | undefined;
};

const countsStep = (
  records: Records<OrgId>,
  runKey: RunKey,
  { run, rows, now }: { readonly run: Run; readonly rows: RunRows; readonly now: number },
): RecordStep => {
  const answers = rows.answers.map((answer) => answer.value);
  const report = meetingReport({
    run,
    answers,
    skips: skipsOf(rows),
    blockers: new Map(),
    facts: new Map(),
    now,
    channelName: null,
    reader: null,
  });
  const figures = runFigures(run, report.members);
  return records.touchStep(daySummaryKind, runKey, {
    ...daySummary(report),
    ...(figures.length === 0 ? {} : { figures }),
    measures: computeRunMeasures(run, answers),
    date: run.date,
  });
};

type RunKey = Pick<Run, 'meetingId' | 'date'> & Pick<Meeting, 'teamId'>;

const keyOf = (meeting: Pick<Meeting, 'id' | 'teamId'>, date: LocalDate): RunKey => ({
  teamId: meeting.teamId,
  meetingId: meeting.id,
  date,
});

const openingLogKey = (run: Run): MessageKey => {
  switch (run.reason) {
    case 'HOLIDAY':
      return 'activity.runHoliday';
    case 'AWAY':
      return 'activity.runAway';
    case 'DOWNTIME':
      return 'activity.runMissed';
    case 'ALL_ANSWERED':
      return 'activity.runAnsweredAhead';
    case 'DEACTIVATED':
    case 'DELETED':
    case 'CANCELLED_TODAY':
      return 'activity.runCancelled';
    case 'WINDOW_OVER':
      return 'activity.runWindowOver';
    case null:
      if (run.round > 1) return 'activity.runReopened';
      return run.source === 'MANUAL' ? 'activity.runStarted' : 'activity.runOpened';
  }
};

const askedIn = (run: Run): number => run.members.filter((member) => member.away === null).length;

const logStep = (
  records: Records<OrgId>,
  runKey: RunKey,
  run: Run,
  entry: { readonly message: MessageKey; readonly answered: number; readonly actor: string; readonly now: number },
): RecordStep =>
  activityStep(records, {
    teamId: runKey.teamId,
    objectId: runKey.meetingId,
    // The key contains the round and the state, so that a repeated change writes no second entry.
    eventKey: `run-${run.date}-${run.round}-${run.state}`,
    actor: entry.actor,
    atMs: entry.now,
    message: entry.message,
    values: { date: run.date, asked: askedIn(run), answered: entry.answered },
  });

/**
 * Returns the members on vacation by date, for all dates that the opening has for some member. For most members that is
 * the run's own date, whose vacations are already in `day`.
 */
const vacationsOf = async (records: Records<OrgId>, plan: RunPlan, people: readonly TeamMember[], day: DayRows) => {
  const dates = askingDates(plan, people);
  const byDate = new Map([[plan.date, day.onVacation]]);
  for (const date of new Set(dates.values()))
    if (!byDate.has(date)) byDate.set(date, await readVacations(records, plan.meeting.teamId, date));
  return byDate;
};

export interface OpenRequest {
  readonly orgId: OrgId;
  readonly meeting: Stored<Meeting>;
  readonly date: LocalDate;
  readonly source: Run['source'];
  /** Epoch ms of the opening if a person starts or reopens the run; null if the schedule opens it. */
  readonly openMs: number | null;
  readonly afterMs?: number | undefined;
  /** Epoch ms for which a due row planned the opening; undefined if no due row planned it. */
  readonly plannedMs?: number | undefined;
  /** Name of the person who opened the run, for the activity log; null if the schedule opened it. */
  readonly actor: string | null;
  /**
   * Reads the people of the team; undefined = they are read from the store. A caller that opens several runs passes a
   * function that reads them only once.
   */
  readonly readPeople?: () => Promise<readonly TeamMember[]>;
}

export interface OpenedRun {
  readonly run: Run;
  /** False if the run already existed, because a due row or a person had opened it. */
  readonly isNew: boolean;
  readonly rows: RunRows;
  readonly people: readonly TeamMember[];
}

const readRoster = async (records: Records<OrgId>, teamId: TeamId): Promise<TeamMember[]> =>
  (await listAllMembers(records, teamId)).map((member) => member.value);

const runNow = async (
  records: Records<OrgId>,
  { meeting, date, readPeople }: Pick<OpenRequest, 'meeting' | 'date' | 'readPeople'>,
) => {
  const { teamId, id } = meeting.value;
  const [day, people] = await Promise.all([
    readDayRows(records, teamId, date, { withDeliveries: true }),
    readPeople === undefined ? readRoster(records, teamId) : readPeople(),
  ]);
  return { day, rows: day.runs.get(id) ?? emptyRun, people };
};

/**
 * Returns the first opening at which members are really asked. If an opening was more than an hour (`times.promptLate`)
 * ago when the run opened, the members of its zone are not asked, so it does not count.
 */
const firstAsking = ({ instants, opensAt }: Run, now: number): Instant => {
  const timely = instants.filter((set) => now - msOf(set.opensAt) <= times.promptLate * minuteMs);
  return timely[0]?.opensAt ?? opensAt;
};

/**
 * Returns the step that updates the meeting. Only a run that took place changes `lastRun`. The first run, in any state,
 * sets `firstRun`: for a meeting every second week, weeks are counted from it.
 */
const meetingSteps = (records: Records<OrgId>, meeting: Stored<Meeting>, run: Run, now: number): RecordStep[] => {
  const hasRun = run.state === 'OPEN' || run.state === 'COMPLETED';
  const { value, etag } = meeting;
  if (!hasRun && value.firstRun !== null) return [];
  const changed: Meeting = {
    ...value,
    lastRun: hasRun ? firstAsking(run, now) : value.lastRun,
    firstRun: value.firstRun ?? run.date,
  };
  return [records.replaceStep(meetingKind, { teamId: value.teamId, meetingId: value.id }, changed, etag)];
};

/**
 * Creates the run of a date exactly once, in one transaction with its counts, its log entry and the meeting's last run.
 * Returns undefined if the meeting changed meanwhile; the caller then reads it again. With `reopen`, a new round
 * replaces a missed or cancelled run; any other existing run is returned unchanged.
 */
export const openMeetingRun = async (
  deps: EngineDeps,
  request: OpenRequest,
  { reopen }: { readonly reopen: boolean } = { reopen: false },
): Promise<OpenedRun | undefined> => {
  const records = inOrg(deps.store, request.orgId);
  const { day, rows: found, people } = await runNow(records, request);
  const there = found.run;
  const isReopening = reopen && (there?.value.state === 'MISSED' || there?.value.state === 'CANCELLED');
  if (there !== undefined && !isReopening) return { run: there.value, isNew: false, rows: found, people };

  const asked: RunPlan = { ...request, meeting: request.meeting.value };
  const { plannedMs } = request;
  const plan = plannedMs === undefined ? asked : { ...asked, afterMs: entryBound(asked, plannedMs) };
  const vacations = await vacationsOf(records, plan, people, day);
  const now = deps.clock.now();
  const { questions } = plan.meeting;
  const kept = found.answers.filter(
    ({ value }) => value.givenTo === null || asksAnyQuestionOf(questions, value.values),
  );
  const run = newRun({
    ...plan,
    round: (there?.value.round ?? 0) + 1,
    people,
    isHoliday: day.isHoliday,
    isOnVacation: (memberId, date) => vacations.get(date)?.has(memberId) ?? false,
    answered: new Set(repliesOf({ ...found, answers: kept }).map(({ memberId }) => memberId)),
    now,
    restoredAt: deps.restoredAt,
  });
  const rows = { ...found, answers: kept.flatMap((answer) => takenRows(run, answer)) };
  const key = keyOf(request.meeting.value, request.date);
  try {
    await records.transact([
      there === undefined ? records.insertStep(runKind, key, run) : records.replaceStep(runKind, key, run, there.etag),
      countsStep(records, key, { run, rows, now }),
      logStep(records, key, run, {
        message: openingLogKey(run),
        answered: rows.answers.length,
        actor: request.actor ?? productName,
        now,
      }),
      ...meetingSteps(records, request.meeting, run, now),
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { run, isNew: true, rows, people };
};

const settlingLogKey = (run: Run): MessageKey =>
  run.reason === 'ALL_ANSWERED' ? 'activity.runAllAnswered' : 'activity.runWindowOver';

/**
 * Writes the counts of a run, and completes the run if no member owes an answer or its window is over. Returns the
 * resulting run; undefined if it changed in the meantime, so that the caller must read it again.
 */
export const settleRunRow = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: {
    readonly stored: Stored<Run>;
    readonly rows: RunRows;
    readonly people: readonly TeamMember[];
    readonly meeting: Pick<Meeting, 'id' | 'teamId'> & MeetingPeople;
    /**
     * Steps that must be written before the change, so that after a crash in between the remaining work is still
     * queued.
     */
    readonly intents?: readonly RecordStep[];
  },
): Promise<Run | undefined> => {
  const { stored, rows, people, meeting, intents = [] } = run;
  const now = deps.clock.now();
  const before = stored.value;
  const after = settledRun(withDroppedMembers(before, people, meeting), repliesOf(rows), now);
  const key = keyOf(meeting, before.date);
  const counts = countsStep(records, key, { run: after, rows, now });
  const entry = { message: settlingLogKey(after), answered: rows.answers.length, actor: productName, now };
  try {
    await inSequentialOrder(deps.store, [
      intents,
      [
        ...(after === before ? [] : [records.replaceStep(runKind, key, after, stored.etag)]),
        counts,
        ...(after.state === before.state ? [] : [logStep(records, key, after, entry)]),
      ],
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return after;
};

export type CancelReason = 'DEACTIVATED' | 'DELETED' | 'CANCELLED_TODAY' | 'HOLIDAY';

interface Cancelling {
  readonly reason: CancelReason;
  readonly actor: string;
}

/**
 * The steps that cancel an open run. `steps` belong into the transaction of the change that causes the cancellation;
 * `intents` (outbox rows) must be written before it.
 */
export interface CallingOff {
  readonly intents: readonly RecordStep[];
  readonly steps: readonly RecordStep[];
}

/** Returns the steps that cancel a run; undefined if the run is not open. */
export const cancelSteps = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: RunKey & Cancelling,
): Promise<CallingOff | undefined> => {
  const rows = await readRun(records, run);
  const stored = rows.run;
  if (stored?.value.state !== 'OPEN') return undefined;
  const cancelled: Run = { ...stored.value, state: 'CANCELLED', reason: run.reason };
  const now = deps.clock.now();
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: run.actor, now } as const;
  return {
    // The summary row later updates the posted messages and the cards that still ask for an answer.
    intents: [summaryIntentStep(records.store, { ...run, orgId: records.scope }, cancelled.opensAt, now)],
    steps: [
      records.replaceStep(runKind, run, cancelled, stored.etag),
      countsStep(records, run, { run: cancelled, rows, now }),
      logStep(records, run, cancelled, entry),
    ],
  };
};

/**
 * Cancels an open run. Its waiting messages are then skipped, and its answers stay readable. A completed run is not
 * cancelled, because its summary is already in the channel. Returns true if this call cancelled the run.
 */
export const cancelRun = (deps: EngineDeps, run: RunKey & Cancelling & { readonly orgId: OrgId }): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, run.orgId);
    const off = await cancelSteps(deps, records, run);
    if (off === undefined) return false;
    await inSequentialOrder(deps.store, [off.intents, off.steps]);
    return true;
  });

/**
 * Cancels a planned run: creates it in the state CANCELLED, so that its due row finds it and asks no member. A person
 * can open it again by hand. Returns false if the run already exists or the meeting changed meanwhile.
 */
export const cancelPlanned = async (
  deps: EngineDeps,
  request: Omit<OpenRequest, 'actor'> & Cancelling,
): Promise<boolean> => {
  const records = inOrg(deps.store, request.orgId);
  const { day, rows, people } = await runNow(records, request);
  if (rows.run !== undefined) return false;
  const plan: RunPlan = { ...request, meeting: request.meeting.value };
  const vacations = await vacationsOf(records, plan, people, day);
  const now = deps.clock.now();
  const planned = newRun({
    ...plan,
    ...{ round: 1, people, now, isHoliday: day.isHoliday, answered: new Set<MemberId>() },
    isOnVacation: (memberId, date) => vacations.get(date)?.has(memberId) ?? false,
  });
  const run: Run = { ...planned, state: 'CANCELLED', reason: request.reason, completedAt: null };
  const key = keyOf(request.meeting.value, request.date);
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: request.actor, now } as const;
  try {
    await records.transact([
      records.insertStep(runKind, key, run),
      countsStep(records, key, { run, rows, now }),
      logStep(records, key, run, entry),
      ...meetingSteps(records, request.meeting, run, now),
    ]);
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
  return true;
};
