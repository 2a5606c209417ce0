import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { OrgId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type * as calls from '#contracts/meetingRuns.ts';
import type { RunEffect } from '#contracts/runEffect.ts';
import { localDateAt } from '../domain/time.ts';
import { inOrder, inOrg } from '../store/kind.ts';
import type { Records, RecordStep, Stored } from '../store/kind.ts';
import { meeting as meetingKind, meetingName } from '../store/kinds/team.ts';
import { meetingOf } from './access.ts';
import { activityStep } from './activity.ts';
import type { ActivityFact } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import { cancelPlanned, cancelSteps } from './occurrences.ts';
import type { CallingOff, CancelReason } from './occurrences.ts';
import { effectOf, openRunInfo, openRunsOf } from './openRuns.ts';
import type { OpenRun } from './openRuns.ts';
import { plannedRun, planSaved, zonesOf } from './planning.ts';
import { retryOnConflict } from './revise.ts';

// A meeting switched off and on, deleted, called off for today: each with its runs under way, in one transaction of the team.

export type StateDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'words'>;

const logStep = (deps: StateDeps, actor: Actor, meeting: Meeting, fact: ActivityFact): RecordStep =>
  activityStep(inOrg(deps.store, actor.orgId), {
    ...{ teamId: meeting.teamId, objectId: meeting.id, eventKey: deps.newId(), actor: actor.name },
    ...{ atMs: deps.clock.now(), ...fact },
  });

interface Ending extends CallingOff {
  readonly effects: readonly RunEffect[];
}

/** What calls off these runs, and what the caller is told of it. */
export const endRuns = async (
  deps: StateDeps,
  actor: Actor,
  runs: readonly OpenRun[],
  reason: CancelReason,
): Promise<Ending> => {
  const records = inOrg(deps.store, actor.orgId);
  const words = deps.words(actor.locale);
  const ended = await Promise.all(
    runs.map(async (run) => {
      const { date } = run.occurrence;
      const key = { teamId: run.meeting.teamId, meetingId: run.meeting.id, date };
      const [info, off] = await Promise.all([
        openRunInfo(records, run),
        cancelSteps(deps, records, { ...key, reason, actor: actor.name }),
      ]);
      return off === undefined ? undefined : { off, effect: effectOf(words, info, 'CANCELLED') };
    }),
  );
  const all = ended.filter((one) => one !== undefined);
  return {
    intents: all.flatMap(({ off }) => off.intents),
    steps: all.flatMap(({ off }) => off.steps),
    effects: all.map((one) => one.effect),
  };
};

const replaceStep = (records: Records<OrgId>, { etag }: Stored<Meeting>, after: Meeting): RecordStep =>
  records.replaceStep(meetingKind, { teamId: after.teamId, meetingId: after.id }, after, etag);

const activate = async (deps: StateDeps, actor: Actor, stored: Stored<Meeting>): Promise<void> => {
  const records = inOrg(deps.store, actor.orgId);
  const after: Meeting = { ...stored.value, isEnabled: true };
  const people = (await allMembers(records, after.teamId)).map((row) => row.value);
  await planSaved(deps, actor.orgId, after, zonesOf(after, people), deps.clock.now());
  await records.transact([
    replaceStep(records, stored, after),
    logStep(deps, actor, after, { message: 'activity.meetingActivated' }),
  ]);
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
  await inOrder(deps.store, [intents, [...own, ...steps]]);
  return effects;
};

/** Switches a meeting on or off. Repeated it changes nothing. */
export const deactivate = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId, flag: isEnabled }: ParsedOf<typeof calls.deactivateMeeting>,
): Promise<OutputOf<typeof calls.deactivateMeeting>> =>
  retryOnConflict(async () => {
    const stored = await meetingOf(deps, actor, meetingId, 'meeting.state');
    if (!isEnabled) return { id: meetingId, isEnabled, runs: [...(await deactivateNow(deps, actor, stored))] };
    if (!stored.value.isEnabled) await activate(deps, actor, stored);
    return { id: meetingId, isEnabled, runs: [] };
  });

/** Only while the guard is this meeting's: its delete is what makes a rename that raced with this one be seen. */
const nameSteps = async (records: Records<OrgId>, { id, teamId, name }: Meeting): Promise<RecordStep[]> => {
  const guard = await records.get(meetingName, { teamId, name });
  return guard?.value.meetingId === id ? [records.deleteStep(meetingName, { teamId, name })] : [];
};

/**
 * Deletes a meeting. Its pointer, runs, answers and log stay, so that reports still read them. A run that opens in the very
 * same moment finds no meeting afterwards, and is called off by the second look.
 */
export const remove = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId }: ParsedOf<typeof calls.deleteMeeting>,
): Promise<OutputOf<typeof calls.deleteMeeting>> => {
  const records = inOrg(deps.store, actor.orgId);
  const { meeting, runs } = await retryOnConflict(async () => {
    const { value } = await meetingOf(deps, actor, meetingId, 'meeting.state');
    const { intents, steps, effects } = await endRuns(deps, actor, await openRunsOf(records, value), 'DELETED');
    await inOrder(deps.store, [
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
    await inOrder(deps.store, [intents, steps]);
    return effects;
  });
  return { id: meetingId, runs: [...runs, ...late] };
};

type Today = OutputOf<typeof calls.cancelToday>;

/** A run of today that has not opened yet is called off before it asks anybody. */
const cancelAhead = async (
  deps: StateDeps,
  actor: Actor,
  stored: Stored<Meeting>,
  date: Today['date'],
): Promise<boolean> => {
  const { value } = stored;
  const people = (await allMembers(inOrg(deps.store, actor.orgId), value.teamId)).map((row) => row.value);
  if (plannedRun(value, zonesOf(value, people), deps.clock.now())?.date !== date) return false;
  const request = { orgId: actor.orgId, meeting: stored, date, source: 'SCHEDULE', openMs: null } as const;
  return cancelPlanned(deps, { ...request, reason: 'CANCELLED_TODAY', actor: actor.name });
};

const lookAgain = 3;

/**
 * Calls off today's run, today by the meeting's own clock: the open one, else the one still to come, else one of yesterday
 * that is still open. A run that is completed or missed stays as it is.
 */
export const cancelToday = async (
  deps: StateDeps,
  actor: Actor,
  { meetingId }: ParsedOf<typeof calls.cancelToday>,
): Promise<Today> => {
  const records = inOrg(deps.store, actor.orgId);
  for (let attempt = 0; attempt < lookAgain; attempt += 1) {
    const stored = await meetingOf(deps, actor, meetingId, 'meeting.state');
    const date = localDateAt(deps.clock.now(), stored.value.timezone);
    const open = await openRunsOf(records, stored.value);
    const ofToday = open.filter(({ occurrence }) => occurrence.date === date);
    if (ofToday.length === 0 && (await cancelAhead(deps, actor, stored, date)))
      return { id: meetingId, date, isCancelled: true, runs: [] };
    const runs = ofToday.length > 0 ? ofToday : open;
    const ended = await retryOnConflict(async () => {
      const { intents, steps, effects } = await endRuns(deps, actor, runs, 'CANCELLED_TODAY');
      await inOrder(deps.store, [intents, steps]);
      return effects;
    });
    if (ended.length > 0) return { id: meetingId, date, isCancelled: true, runs: [...ended] };
    // Opened or changed under our hands, unless there was nothing to call off.
    const again = await openRunsOf(records, stored.value);
    if (again.length === 0) return { id: meetingId, date, isCancelled: false, runs: [] };
  }
  throw new AppError('CONFLICT');
};
