import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { startRun as startRunCall } from '#contracts/runs/startRun.ts';
import { floorToMinute, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { requireMeeting } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { isAskingMembers } from '../tenancy/payingStateAndOrgPause.ts';
import { openMeetingRun } from './state/openMeetingRun.ts';
import type { OpenedRun } from './state/openMeetingRun.ts';
import type { EngineDeps } from './state/runCountsAndLogSteps.ts';
import { deleteRows, writeDue, writeOutbox } from './writeOutboxAndDueRows.ts';
import { touchSummaryRow } from './summaryIntent.ts';
import { promptDueRow } from './plannedPromptRows.ts';
import { putDueRow } from './putDueRow.ts';
import { rowsOfOpening } from './messagesAndDueRowsAfterOpening.ts';

// Opens today's run of a meeting at the request of a person in the chat or in the web app, even before the planned
// opening.

export type OpenTodayDeps = EngineDeps & {
  /**
   * Starts the work on due rows and messages at once, so that the messages need not wait for the next regular
   * heartbeat.
   */
  readonly wake: () => void;
};

export const todayOfMeeting = (deps: Pick<Deps, 'clock'>, { value }: Stored<Meeting>): LocalDate =>
  localDateAt(deps.clock.now(), value.timezone);

/**
 * Opens today's run. Writes the due row first, so that the heartbeat finishes the work after a crash, and then does
 * this work immediately. Returns undefined if the meeting changed in the meantime.
 */
export const openRunToday = async (
  deps: OpenTodayDeps,
  actor: Actor,
  meeting: Stored<Meeting>,
): Promise<OpenedRun | undefined> => {
  const { orgId, name } = actor;
  const date = todayOfMeeting(deps, meeting);
  const openMs = floorToMinute(deps.clock.now());
  const row = { ...promptDueRow(orgId, meeting.value, { date, at: openMs }), source: 'MANUAL' as const };
  await putDueRow(deps.store, row);
  const request = { orgId, meeting, date, source: 'MANUAL', openMs, actor: name } as const;
  const opened = await openMeetingRun(deps, request, { reopen: true });
  if (opened === undefined) return undefined;
  if (opened.run.opensAt === row.at) {
    const next = rowsOfOpening(orgId, meeting.value, opened);
    const runRef = { orgId, teamId: meeting.value.teamId, meetingId: meeting.value.id, date };
    if (next.hasSummaryWork) await touchSummaryRow(deps.store, runRef, opened.run.opensAt, deps.clock.now());
    await writeOutbox(deps.store, next.outbox);
    await writeDue(deps.store, next.due);
  }
  await deleteRows(deps.store, 'Due', [due.at(null, row)]);
  deps.wake();
  return opened;
};

export const isConnected = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId }: Pick<Meeting, 'teamId'>,
): Promise<boolean> => (await inOrg(deps.store, actor.orgId).get(teamKind, { teamId }))?.value.state === 'CONNECTED';

/**
 * Opens today's run for a person in the web app. `isNew` in the result is false if the run was already open or
 * completed.
 */
export const startRun = async (
  deps: OpenTodayDeps & Pick<Deps, 'isBillingEnabled'>,
  actor: Actor,
  { meetingId }: ParsedOf<typeof startRunCall>,
): Promise<OutputOf<typeof startRunCall>> => {
  const meeting = await requireMeeting(deps, actor, meetingId, 'meeting.start');
  if (!meeting.value.isEnabled) throw new AppError('MEETING_DISABLED');
  if (!(await isAskingMembers(deps, inOrg(deps.store, actor.orgId)))) throw new AppError('ORG_PAUSED');
  if (!(await isConnected(deps, actor, meeting.value)))
    throw new AppError('CONFLICT', { message: 'team.disconnected' });
  const opened = await openRunToday(deps, actor, meeting);
  if (opened === undefined) throw new AppError('CONFLICT');
  return { id: meetingId, date: opened.run.date, isNew: opened.isNew };
};
