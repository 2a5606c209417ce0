import { productName, times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Instant, LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { asksAnyQuestionOf } from '../../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { askingDates, entryBound, newRun } from '../../../domain/runs/runOpening.ts';
import type { RunPlan } from '../../../domain/runs/runOpening.ts';
import { minuteMs, msOf } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../../store/recordKindsAndAccess.ts';
import { runKind } from '../../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { isConflict } from '../../../store/tableStorePort.ts';
import { listAllMembers } from '../../tenancy/listMembers.ts';
import type { TeamMember } from '../../tenancy/listMembers.ts';
import { emptyRun, readDayRows, readVacations, repliesOf, takenRows } from '../readRunAndDayRows.ts';
import type { DayRows, RunRows } from '../readRunAndDayRows.ts';
import { countsStep, runKeyOf, logStep } from './runCountsAndLogSteps.ts';
import type { EngineDeps } from './runCountsAndLogSteps.ts';

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

/**
 * Returns the members on vacation by date, for all dates that the opening has for some member. For most members that is
 * the run's own date, whose vacations are already in `day`.
 */
export const vacationsOf = async (
  records: Records<OrgId>,
  plan: RunPlan,
  people: readonly TeamMember[],
  day: DayRows,
) => {
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

export const readRunNow = async (
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
export const meetingSteps = (
  records: Records<OrgId>,
  meeting: Stored<Meeting>,
  run: Run,
  now: number,
): RecordStep[] => {
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
  const { day, rows: found, people } = await readRunNow(records, request);
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
  const key = runKeyOf(request.meeting.value, request.date);
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
