import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type * as calls from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { RunEffect } from '#contracts/meetings/effectOnOpenRun.ts';
import { formatDate } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { compareDates, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inSequentialOrder, inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind, meetingName } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { requireMeeting } from '../tenancy/requireTeamOrMeeting.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import { cancelPlanned, cancelSteps } from '../runs/state/cancelRuns.ts';
import type { CallingOff, CancelReason } from '../runs/state/cancelRuns.ts';
import { effectOfChange, openRunInfo, openRunsOf } from '../runs/openRunsAndChangeEffect.ts';
import type { OpenRun } from '../runs/openRunsAndChangeEffect.ts';
import { planSavedMeeting, putPassedRowsAgain } from '../runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { storedPlan } from '../runs/findStoredPlan.ts';

// Deactivates, activates or deletes a meeting, or cancels one of its runs. The open runs concerned change in the same
// transaction as the meeting.

export type StateDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'translateFor'>;

const logStep = (deps: StateDeps, actor: Actor, meeting: Meeting, fact: ActivityFact): RecordStep =>
  activityStep(inOrg(deps.store, actor.orgId), {
    ...{ teamId: meeting.teamId, objectId: meeting.id, eventKey: deps.newId(), actor: actor.name },
    ...{ atMs: deps.clock.now(), ...fact },
  });

interface Ending extends CallingOff {
  readonly effects: readonly RunEffect[];
}

export const endRuns = async (
  deps: StateDeps,
  actor: Actor,
  runs: readonly OpenRun[],
  reason: CancelReason,
): Promise<Ending> => {
  const records = inOrg(deps.store, actor.orgId);
  const t = deps.translateFor(actor.locale);
  const ended = await Promise.all(
    runs.map(async (run) => {
      const { date } = run.run;
      const key = { teamId: run.meeting.teamId, meetingId: run.meeting.id, date };
      const [info, off] = await Promise.all([
        openRunInfo(records, run),
        cancelSteps(deps, records, { ...key, reason, actor: actor.name }),
      ]);
      return off === undefined ? undefined : { off, effect: effectOfChange(t, info, 'CANCELLED') };
    }),
  );
  const all = ended.filter((item) => item !== undefined);
  return {
    intents: all.flatMap(({ off }) => off.intents),
    steps: all.flatMap(({ off }) => off.steps),
    effects: all.map((item) => item.effect),
  };
};

const replaceStep = (records: Records<OrgId>, { etag }: Stored<Meeting>, after: Meeting): RecordStep =>
  records.replaceStep(meetingKind, { teamId: after.teamId, meetingId: after.id }, after, etag);

const activate = async (deps: StateDeps, actor: Actor, stored: Stored<Meeting>): Promise<void> => {
  const records = inOrg(deps.store, actor.orgId);
  const after: Meeting = { ...stored.value, isEnabled: true };
  const people = (await listAllMembers(records, after.teamId)).map((row) => row.value);
  const planned = await planSavedMeeting(deps, actor.orgId, after, {
    zones: zonesOfMeetingMembers(after, people),
    now: deps.clock.now(),
  });
  await records.transact([
    replaceStep(records, stored, after),
    logStep(deps, actor, after, { message: 'activity.meetingActivated' }),
  ]);
  await putPassedRowsAgain(deps, planned);
};

const deactivateNow = async (deps: StateDeps, actor: Actor, stored: Stored<Meeting>): Promise<Ending['effects']> => {
  const records = inOrg(deps.store, actor.orgId);
  const { value } = stored;
  const { intents, steps, effects } = await endRuns(deps, actor, await openRunsOf(records, value), 'DEACTIVATED');
  const own = value.isEnabled
    ? [
        replaceStep(records, stored, { ...value, isEnabled: false }),
        logStep(deps, actor, value, { message: 'activity.meetingDeactivated' }),
      ]
    : [];
  await inSequentialOrder(deps.store, [intents, [...own, ...steps]]);
  return effects;
};

/** Activates or deactivates a meeting, by `flag`. A repeated call changes nothing. */
export const deactivateMeeting = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId, flag: isEnabled }: ParsedOf<typeof calls.deactivateMeeting>,
): Promise<OutputOf<typeof calls.deactivateMeeting>> =>
  retryOnConflict(async () => {
    const stored = await requireMeeting(deps, actor, meetingId, 'meeting.state');
    if (!isEnabled) return { id: meetingId, isEnabled, runs: [...(await deactivateNow(deps, actor, stored))] };
    if (!stored.value.isEnabled) await activate(deps, actor, stored);
    return { id: meetingId, isEnabled, runs: [] };
  });

/**
 * Returns the step that deletes the name guard (the row that reserves the meeting's name in the team); none if the
 * guard belongs to another meeting. The step also makes a concurrent rename fail with a conflict.
 */
const nameSteps = async (records: Records<OrgId>, { id, teamId, name }: Meeting): Promise<RecordStep[]> => {
  const guard = await records.get(meetingName, { teamId, name });
  return guard?.value.meetingId === id ? [records.deleteStep(meetingName, { teamId, name })] : [];
};

/**
 * Deletes a meeting. The rows of its runs, answers and log stay, so that reports can still read them. Afterwards, open
 * runs are cancelled a second time, because a run may have opened during the deletion.
 */
export const deleteMeeting = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId }: ParsedOf<typeof calls.deleteMeeting>,
): Promise<OutputOf<typeof calls.deleteMeeting>> => {
  const records = inOrg(deps.store, actor.orgId);
  const { meeting, runs } = await retryOnConflict(async () => {
    const { value } = await requireMeeting(deps, actor, meetingId, 'meeting.state');
    const { intents, steps, effects } = await endRuns(deps, actor, await openRunsOf(records, value), 'DELETED');
    await inSequentialOrder(deps.store, [
      intents,
      [
        records.deleteStep(meetingKind, { teamId: value.teamId, meetingId }),
        ...(await nameSteps(records, value)),
        ...steps,
        logStep(deps, actor, value, { message: 'activity.meetingDeleted', values: { name: value.name } }),
      ],
    ]);
    return { meeting: value, runs: effects };
  });
  const late = await retryOnConflict(async () => {
    const { intents, steps, effects } = await endRuns(deps, actor, await openRunsOf(records, meeting), 'DELETED');
    await inSequentialOrder(deps.store, [intents, steps]);
    return effects;
  });
  return { id: meetingId, runs: [...runs, ...late] };
};

type Cancelled = OutputOf<typeof calls.cancelToday>;

/**
 * Cancels the meeting's next planned run before it opens. Returns false if the next planned run has another date, or if
 * the run or the meeting changed in the meantime.
 */
const cancelAhead = async (
  deps: StateDeps,
  actor: Actor,
  stored: Stored<Meeting>,
  date: LocalDate,
): Promise<boolean> => {
  const { value } = stored;
  const records = inOrg(deps.store, actor.orgId);
  const people = (await listAllMembers(records, value.teamId)).map((row) => row.value);
  const planning = { meeting: value, zones: zonesOfMeetingMembers(value, people) };
  const plan = await storedPlan(records, planning, date, deps.clock.now());
  if (plan === undefined) return false;
  const { afterMs } = plan;
  const request = { orgId: actor.orgId, meeting: stored, date, source: 'SCHEDULE', openMs: null, afterMs } as const;
  return cancelPlanned(deps, { ...request, reason: 'CANCELLED_TODAY', actor: actor.name });
};

/** Returns the error with the reason why the run of a date cannot be cancelled. */
const refusalOf = async (
  deps: StateDeps,
  actor: Actor,
  run: Pick<Run, 'meetingId' | 'date'> & Pick<Meeting, 'teamId'>,
): Promise<AppError> => {
  const stored = await inOrg(deps.store, actor.orgId).get(runKind, run);
  const values = { date: formatDate(deps.translateFor(actor.locale), run.date) };
  switch (stored?.value.state) {
    // The run is open, but in every attempt it opened or changed between the reads and the write. The caller may repeat
    // the call.
    case 'OPEN':
      return new AppError('CONFLICT');
    case 'CANCELLED':
      return new AppError('RUN_CANCELLED', { message: 'meeting.cancelAgain', values });
    case 'COMPLETED':
    case 'MISSED':
      return new AppError('RUN_CLOSED', { message: 'meeting.cancelOver', values });
    case undefined:
      return new AppError('RUN_NOT_OPEN', { message: 'meeting.cancelNone', values });
  }
};

/**
 * Cancels the open run of a date or, if the date is today, its planned run. Returns undefined if there is no such run,
 * or if another caller changed the run meanwhile.
 */
const cancelOnce = async (
  deps: StateDeps,
  actor: Actor,
  { stored, open }: { readonly stored: Stored<Meeting>; readonly open: readonly OpenRun[] },
  date: LocalDate,
): Promise<Cancelled | undefined> => {
  const reply = { id: stored.value.id, date, isCancelled: true };
  const runs = open.filter(({ run }) => run.date === date);
  const today = localDateAt(deps.clock.now(), stored.value.timezone);
  if (runs.length === 0 && date === today && (await cancelAhead(deps, actor, stored, date)))
    return { ...reply, runs: [] };
  const ended = await retryOnConflict(async () => {
    const { intents, steps, effects } = await endRuns(deps, actor, runs, 'CANCELLED_TODAY');
    await inSequentialOrder(deps.store, [intents, steps]);
    return effects;
  });
  return ended.length > 0 ? { ...reply, runs: [...ended] } : undefined;
};

/**
 * Returns the date of the run to cancel if the caller gives none: today if today's run is open, otherwise the date of
 * an older open run, otherwise today. Tomorrow's run is never chosen, although it may already be open for members
 * further east.
 */
const dateUnderWay = (open: readonly OpenRun[], today: LocalDate): LocalDate => {
  const dates = open.map(({ run }) => run.date).filter((date) => compareDates(date, today) <= 0);
  return dates.includes(today) ? today : (dates[0] ?? today);
};

const attempts = 3;

/**
 * Cancels the run of the given date. Without a date it cancels the open run or, if none is open, today's planned run.
 */
export const cancelToday = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId, date: asked }: ParsedOf<typeof calls.cancelToday>,
): Promise<Cancelled> => {
  const records = inOrg(deps.store, actor.orgId);
  const { value: meeting } = await requireMeeting(deps, actor, meetingId, 'meeting.state');
  const today = localDateAt(deps.clock.now(), meeting.timezone);
  // The date is chosen once. If another caller cancels this run in the meantime, the next attempt must not choose
  // another run instead.
  const date = asked ?? dateUnderWay(await openRunsOf(records, meeting), today);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await requireMeeting(deps, actor, meetingId, 'meeting.state');
    const open = await openRunsOf(records, stored.value);
    const cancelled = await cancelOnce(deps, actor, { stored, open }, date);
    if (cancelled !== undefined) return cancelled;
  }
  const refusal = await refusalOf(deps, actor, { teamId: meeting.teamId, meetingId, date });
  if (asked !== undefined || refusal.code === 'CONFLICT') throw refusal;
  return { id: meetingId, date, isCancelled: false, runs: [] };
};
