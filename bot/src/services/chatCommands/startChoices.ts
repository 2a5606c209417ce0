import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { Actor } from '../core/actor.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import { maxButtons } from '../core/cardPresenterPort.ts';
import type { NoticeLine, NoticeModel } from '../core/cardPresenterPort.ts';
import { listWaiting, startButton } from '../answers/waitingRunListAndButtons.ts';
import type { StartableRun } from '../answers/waitingRunListAndButtons.ts';
import { teamNamesFor, waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';
import type { WaitingRun } from '../answers/waitingRunsAndTeamNames.ts';

export const canStartRun = (actor: Actor, meeting: Meeting): boolean =>
  hasPermission('meeting.start', {
    role: actor.role,
    belongsToTeam: actor.teamIds.includes(meeting.teamId),
    isOwner: actor.memberId !== null && meeting.createdBy === actor.memberId,
  });

export interface Choices {
  readonly waiting: readonly WaitingRun[];
  readonly startable: readonly StartableRun[];
}

/**
 * Returns a list with the run that the caller may start today (the date in the meeting's zone). The list is empty if
 * the meeting is deactivated, the caller may not start it, or today's run is already open or completed.
 */
const startableRun = async (
  deps: AnswerDeps,
  actor: Actor,
  meeting: Meeting,
  teamName: string | null,
): Promise<StartableRun[]> => {
  if (!meeting.isEnabled || !canStartRun(actor, meeting)) return [];
  const { teamId, id: meetingId, name: meetingName } = meeting;
  const date = localDateAt(deps.clock.now(), meeting.timezone);
  const existing = await inOrg(deps.store, actor.orgId).get(runKind, { teamId, meetingId, date });
  const isThere = existing?.value.state === 'OPEN' || existing?.value.state === 'COMPLETED';
  return isThere ? [] : [{ teamName, meetingId, meetingName, date }];
};

export const findChoices = async (
  deps: AnswerDeps,
  actor: Actor,
  meetings: readonly Stored<Meeting>[],
): Promise<Choices> => {
  const ids = new Set(meetings.map(({ value }) => value.id));
  const teamIds = [...new Set(meetings.map(({ value }) => value.teamId))];
  const names = await teamNamesFor(inOrg(deps.store, actor.orgId), teamIds);
  const [waiting, startable] = await Promise.all([
    waitingRunsFor(deps, actor, teamIds),
    Promise.all(meetings.map(({ value }) => startableRun(deps, actor, value, names.get(value.teamId) ?? null))),
  ]);
  const sorted = startable.flat().sort((a, b) => (a.meetingName < b.meetingName ? -1 : 1));
  return { waiting: waiting.filter(({ meetingId }) => ids.has(meetingId)), startable: sorted };
};

const startLine = ({ meetingName, teamName, date }: StartableRun, hasButton: boolean): NoticeLine => ({
  key: 'waiting.startLine',
  values: {
    meeting: meetingName,
    hasTeam: String(teamName !== null),
    team: teamName ?? '',
    command: hasButton ? 'none' : `start ${meetingName}`,
  },
  date,
});

/** Lists the waiting runs first, then the runs to start. A run without a button gets the command that does the same. */
export const listChoices = (
  deps: AnswerDeps,
  actor: Actor,
  { waiting, startable }: Choices,
): Pick<NoticeModel, 'lines' | 'buttons'> => {
  const listed = listWaiting(deps, actor, waiting, deps.clock.now());
  const room = maxButtons - listed.buttons.length;
  return {
    lines: [...listed.lines, ...startable.map((run, index) => startLine(run, index < room))],
    buttons: [...listed.buttons, ...startable.slice(0, room).map(startButton)],
  };
};
