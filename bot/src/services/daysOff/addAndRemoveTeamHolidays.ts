import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type * as calls from '#contracts/daysOff/changeAndListDaysOff.ts';
import { inSequentialOrder, inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { dayHoliday, holiday } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { activityStep, namesValue } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { endRuns } from '../meetings/deactivateDeleteOrCancelMeeting.ts';
import type { StateDeps } from '../meetings/deactivateDeleteOrCancelMeeting.ts';
import { rejectOpeningsInProgress } from '../runs/state/rejectOpeningsInProgress.ts';
import { openRuns } from '../runs/openRunsAndChangeEffect.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { replanDigests } from '../digests/replanDigests.ts';
import { logFields, inBatches, presenceOf } from './dateBatchesAndStoredDates.ts';

// Adds and removes team holidays, the days on which no run asks the members of a team. Each holiday has a copy among
// the rows of its day, because one scan reads all rows of a day (docs/product-rules.md, Runs and messages).

export type ChangedDays = OutputOf<typeof calls.saveVacation>;

type HolidayNames = ReadonlyMap<LocalDate, string>;
const noNames: HolidayNames = new Map();

interface HolidayState {
  readonly isAdded: boolean;
  readonly day: Stored<ValueOf<typeof holiday>> | undefined;
  readonly hasCopy: boolean;
  readonly name: string | null;
}

const daySteps = (
  records: Records<OrgId>,
  teamId: TeamId,
  date: LocalDate,
  { isAdded, day, hasCopy, name }: HolidayState,
): RecordStep[] => {
  const key = { teamId, date };
  if (!isAdded)
    return [
      ...(day === undefined ? [] : [records.deleteStep(holiday, key)]),
      ...(hasCopy ? [records.deleteStep(dayHoliday, key)] : []),
    ];
  const isUnnamed = name !== null && day?.value.name === null;
  return [
    ...(day === undefined ? [records.insertStep(holiday, key, { date, name })] : []),
    ...(day !== undefined && isUnnamed ? [records.replaceStep(holiday, key, { date, name }, day.etag)] : []),
    ...(hasCopy ? [] : [records.insertStep(dayHoliday, key, { date })]),
  ];
};

export const holidaysOn = async (
  records: Records<OrgId>,
  teamId: TeamId,
  dates: readonly LocalDate[],
): Promise<ReadonlyMap<LocalDate, Stored<ValueOf<typeof holiday>>>> => {
  const rows = await Promise.all(dates.map((date) => records.get(holiday, { teamId, date })));
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.value.date, row] as const])));
};

/**
 * Changes holidays of a team: writes the rows, their copies and the log entry in one transaction. Returns the dates
 * that changed.
 */
const changeHolidays = (
  deps: StateDeps,
  actor: Actor,
  teamId: TeamId,
  {
    dates,
    names,
    isAdded,
  }: { readonly dates: readonly LocalDate[]; readonly names: HolidayNames; readonly isAdded: boolean },
): Promise<LocalDate[]> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const [days, copies] = await Promise.all([
      holidaysOn(records, teamId, dates),
      presenceOf(records, dayHoliday, (date) => ({ teamId, date }), dates),
    ]);
    const changed = dates.filter((date) => days.has(date) !== isAdded);
    const steps = dates.flatMap((date) => {
      const state = { isAdded, day: days.get(date), hasCopy: copies.has(date), name: names.get(date) ?? null };
      return daySteps(records, teamId, date, state);
    });
    const message = isAdded ? 'activity.holidaysAdded' : 'activity.holidaysRemoved';
    const log = { ...logFields(deps, actor), teamId, objectId: teamId, message, values: namesValue(changed) } as const;
    await records.transact(changed.length === 0 ? steps : [...steps, activityStep(records, log)]);
    return changed;
  });
};

const endingRuns = async (deps: StateDeps, actor: Actor, teamId: TeamId, dates: readonly LocalDate[]) => {
  const concerned = new Set(dates);
  const runs = (await openRuns(inOrg(deps.store, actor.orgId), teamId)).filter(({ run }) => concerned.has(run.date));
  return endRuns(deps, actor, runs, 'HOLIDAY');
};

/** Returns the open runs that holidays on these dates would cancel, without cancelling them. */
export const runsEndedBy = async (
  deps: StateDeps,
  actor: Actor,
  teamId: TeamId,
  dates: readonly LocalDate[],
): Promise<ChangedDays['runs']> => [...(await endingRuns(deps, actor, teamId, dates)).effects];

/**
 * Cancels the open runs of these dates. `dates` includes holidays that already existed, because an earlier try may have
 * stored the holiday and then failed to cancel the run.
 */
const cancelRuns = (
  deps: StateDeps,
  actor: Actor,
  teamId: TeamId,
  dates: readonly LocalDate[],
): Promise<ChangedDays['runs']> =>
  retryOnConflict(async () => {
    const { intents, steps, effects } = await endingRuns(deps, actor, teamId, dates);
    const ahead = chunksOf(intents, runsAtOnce);
    for (const [at, recordSteps] of chunksOf(steps, 3 * runsAtOnce).entries())
      await inSequentialOrder(deps.store, [ahead[at] ?? [], recordSteps]);
    return [...effects];
  });

/**
 * Largest number of runs in one transaction, which has at most 100 steps: each run needs three steps. A team may have
 * more open runs than that.
 */
const runsAtOnce = 33;

const chunksOf = (steps: readonly RecordStep[], size: number): RecordStep[][] =>
  Array.from({ length: Math.ceil(steps.length / size) }, (_, index) => steps.slice(index * size, (index + 1) * size));

/**
 * Adds holidays to a team. New holidays, and existing holidays without a name, get their names from `names`.
 * Precondition: the caller has checked that the actor may change the team's holidays.
 */
export const addHolidays = async (
  deps: StateDeps,
  actor: Actor,
  teamId: TeamId,
  { dates, names }: { readonly dates: readonly LocalDate[]; readonly names: HolidayNames },
): Promise<ChangedDays> => {
  const changed: LocalDate[] = [];
  for (const batch of inBatches(dates))
    changed.push(...(await changeHolidays(deps, actor, teamId, { dates: batch, names, isAdded: true })));
  const records = inOrg(deps.store, actor.orgId);
  await rejectOpeningsInProgress(deps, records, teamId, { dates, isConcerned: () => true });
  await replanDigests(deps, records, teamId);
  return { dates: changed, runs: await cancelRuns(deps, actor, teamId, dates) };
};

export const removeHolidays = async (
  deps: StateDeps,
  actor: Actor,
  teamId: TeamId,
  dates: readonly LocalDate[],
): Promise<ChangedDays> => {
  const changed: LocalDate[] = [];
  for (const batch of inBatches(dates))
    changed.push(...(await changeHolidays(deps, actor, teamId, { dates: batch, names: noNames, isAdded: false })));
  await replanDigests(deps, inOrg(deps.store, actor.orgId), teamId);
  return { dates: changed, runs: [] };
};
