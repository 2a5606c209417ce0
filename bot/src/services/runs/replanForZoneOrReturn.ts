import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { LocalDate, MemberId, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { openingsIn } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { isStillNamed } from '../../domain/runs/membersAndObservers.ts';
import { memberMovedTo, opensByMemberTime } from '../../domain/runs/memberZoneMove.ts';
import { instantsFor } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { writeDue, writeOutbox } from './writeOutboxAndDueRows.ts';
import type { RunRef } from './outboxRowAndRunRef.ts';
import { dueOfMidwayRun, listPlannedRuns, promptDueRow, earlierMidwayRow } from './plannedPromptRows.ts';
import { zonesOfMeetingMembers } from './zonesOfMeetingMembers.ts';
import { planNextRun } from './planNextRun.ts';
import { putDueRow } from './putDueRow.ts';
import { openRunsOf } from './openRunsAndChangeEffect.ts';
import { deliveryKey, readRun } from './readRunAndDayRows.ts';
import type { RunRows } from './readRunAndDayRows.ts';
import { dueOfSet } from './messagesAndDueRowsAfterOpening.ts';
import { memberMessages } from './buildRunMessages.ts';
import { storedPlanRow } from './findStoredPlan.ts';

// Plans meetings with the time basis MEMBER again when a member changes zone: a member who moves before being asked is
// asked at the time in the new zone (docs/product-rules.md, Members who join, leave or move).

type MoveDeps = Pick<Deps, 'store' | 'clock'>;

export interface ZoneMove {
  readonly memberId: MemberId;
  readonly teamIds: readonly TeamId[];
  readonly zone: ZoneId;
}

/**
 * Milliseconds after its opening in which a run is still planned. A prompt that is exactly `times.promptLate` minutes
 * late is still sent, and plans contain only runs that open later than a given instant, so one millisecond is added.
 */
const lateMs = times.promptLate * minuteMs + 1;

/** True if the member's prompt in this round was recorded as too late, and the member has not answered since. */
const isPassedOver = (rows: RunRows, round: number | undefined, memberId: MemberId): boolean => {
  const prompt = rows.deliveries.get(deliveryKey(memberId, 'prompt'))?.value;
  const isTooLate = prompt?.state === 'SKIPPED' && prompt.reason === 'TOO_LATE' && prompt.round === round;
  return isTooLate && !rows.answers.some((answer) => answer.value.memberId === memberId);
};

/**
 * Moves a member to a new zone in a run. The due rows, and the prompt if the new opening has just passed, are written
 * before the run changes, so that a crash cannot lose them.
 */
const moveInRun = (
  deps: MoveDeps,
  records: Records<OrgId>,
  { meeting, date }: { readonly meeting: Meeting; readonly date: LocalDate },
  { memberId, zone }: ZoneMove,
): Promise<void> =>
  retryOnConflict(async () => {
    const runRef: RunRef = { orgId: records.scope, teamId: meeting.teamId, meetingId: meeting.id, date };
    const rows = await readRun(records, runRef);
    const now = deps.clock.now();
    const stored = rows.run;
    const isAgain = isPassedOver(rows, stored?.value.round, memberId);
    const move = { memberId, zone, meeting, isPassedOver: isAgain, now };
    const moved = stored === undefined ? undefined : memberMovedTo({ run: stored.value, ...move });
    const member = moved?.members.find((item) => item.memberId === memberId);
    const set = moved === undefined || member === undefined ? undefined : instantsFor(moved, member);
    if (stored === undefined || moved === undefined || set === undefined) return;
    const later = dueOfSet(runRef, moved, set, meeting.rev).filter((row) => msOf(row.at) > now);
    await writeDue(deps.store, later);
    const prompts = memberMessages(runRef, moved, rows, { kind: 'prompt', at: set.opensAt }).filter(
      ({ who }) => who === memberId,
    );
    // If it is too late for this prompt, the message sender records that, and the member can still answer.
    const isOpen = msOf(set.opensAt) <= now;
    if (isOpen) await writeOutbox(deps.store, prompts);
    await records.transact([
      records.replaceStep(runKind, runRef, moved, stored.etag),
      // The record of the late prompt is deleted, because the member is prompted again now.
      ...(isAgain ? [records.deleteStep(delivery, { ...runRef, who: memberId, kind: 'prompt' })] : []),
    ]);
    // If the opening passed before this write, its due row found the member in the old zone and wrote no prompt.
    if (!isOpen && msOf(set.opensAt) <= deps.clock.now()) await writeOutbox(deps.store, prompts);
  });

interface ZoneChange {
  readonly before: readonly ZoneId[];
  readonly after: readonly ZoneId[];
}

/**
 * Plans runs whose opening has just passed in the new zones, so that a member who moves there is asked at once. Only a
 * date whose opening was still ahead in the old zones is planned: a date that was left out when the meeting was saved
 * must get no run.
 */
const planJustPassed = async (
  deps: MoveDeps,
  records: Records<OrgId>,
  meeting: Meeting,
  { before, after }: ZoneChange,
): Promise<void> => {
  const now = deps.clock.now();
  for (const run of listPlannedRuns(meeting, after, { afterMs: now - lateMs }))
    if (openingsIn(meeting, run.date, before).some((at) => at > now))
      await putDueRow(deps.store, promptDueRow(records.scope, meeting, run));
};

/**
 * Moves the due row of a date that some members had already reached when the meeting was saved. Only this row opens
 * such a date, so it moves to the first opening in the present zones of the members.
 */
const followMidway = async (
  deps: MoveDeps,
  records: Records<OrgId>,
  meeting: Meeting,
  { before, after }: ZoneChange,
): Promise<void> => {
  const from = deps.clock.now() - lateMs;
  for (const { date } of dueOfMidwayRun(records.scope, meeting, [...before, ...after], from)) {
    const row = await storedPlanRow(records, { meeting, zones: before }, date, deps.clock.now());
    const moved = row === undefined ? undefined : earlierMidwayRow(row, { meeting, zones: after }, from);
    if (moved !== undefined) await putDueRow(deps.store, moved);
  }
};

/**
 * Returns the first date whose opening is still ahead in one of the zones; undefined if there is none. A move must plan
 * no earlier date: such a date already has its run, or was left out when the meeting was saved.
 */
const firstDateAhead = (meeting: Meeting, zones: readonly ZoneId[], now: number): LocalDate | undefined =>
  zones
    .flatMap((zone) => listPlannedRuns(meeting, [zone], { afterMs: now }))
    .map(({ date }) => date)
    .sort()[0];

const planFor = async (
  deps: MoveDeps,
  records: Records<OrgId>,
  meeting: Meeting,
  change: Partial<TeamMember> & Pick<TeamMember, 'memberId'>,
): Promise<void> => {
  const rows = await listAllMembers(records, meeting.teamId);
  const people = rows.map(({ value }) => (value.memberId === change.memberId ? { ...value, ...change } : value));
  const now = deps.clock.now();
  const stored = rows.map(({ value }) => value);
  const zones = zonesOfMeetingMembers(meeting, people);
  const old = zonesOfMeetingMembers(meeting, stored);
  await planJustPassed(deps, records, meeting, { before: old, after: zones });
  await planNextRun(deps, records.scope, meeting, {
    zones,
    afterMs: now,
    notBeforeDate: firstDateAhead(meeting, old, now),
  });
  const before = stored.map((item) => item.timezone ?? meeting.timezone);
  await followMidway(deps, records, meeting, { before: [...new Set(before)], after: zones });
};

/**
 * Returns the enabled meetings of which the member is a member or an observer: an open run still asks a member who has
 * become an observer.
 */
const meetingsNaming = async (records: Records<OrgId>, teamId: TeamId, memberId: MemberId): Promise<Meeting[]> => {
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  return rows.map(({ value }) => value).filter((meeting) => meeting.isEnabled && isStillNamed(meeting, memberId));
};

/** True if the meeting opens for the member at the time in the member's own zone. */
const asksInOwnZone = ({ timeBasis, members }: Meeting, memberId: MemberId): boolean =>
  timeBasis === 'MEMBER' && members.includes(memberId);

/**
 * Plans a member's meetings again for a new zone. Call it before the zone is stored: after a crash in between, the next
 * call still sees the old zone and plans again.
 */
export const replanForZone = async (deps: MoveDeps, records: Records<OrgId>, move: ZoneMove): Promise<void> => {
  const { memberId, zone } = move;
  for (const teamId of move.teamIds)
    for (const meeting of await meetingsNaming(records, teamId, memberId)) {
      if (asksInOwnZone(meeting, memberId)) await planFor(deps, records, meeting, { memberId, timezone: zone });
      // An open run keeps the time basis and the members that it had at its opening, so the meeting's present ones are
      // not checked here.
      for (const { run } of await openRunsOf(records, meeting))
        if (opensByMemberTime(run, meeting)) await moveInRun(deps, records, { meeting, date: run.date }, move);
    }
};

/**
 * Plans a member's meetings again. Call it before the member is enabled or returns to the team: the member's zone may
 * be the first in which the next run opens.
 */
export const replanForReturn = async (
  deps: MoveDeps,
  records: Records<OrgId>,
  {
    teamId,
    ...member
  }: { readonly teamId: TeamId } & Pick<TeamMember, 'memberId'> & Partial<Pick<TeamMember, 'timezone'>>,
): Promise<void> => {
  for (const meeting of await meetingsNaming(records, teamId, member.memberId))
    if (asksInOwnZone(meeting, member.memberId))
      await planFor(deps, records, meeting, { ...member, isEnabled: true, leftOn: null });
};
