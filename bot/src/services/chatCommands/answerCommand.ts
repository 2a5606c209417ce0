import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import { requestedDate } from '../answers/answerAheadRunAndRequestedDate.ts';
import { refuseWithWaiting, showRun } from '../answers/runCardOrWaitingRuns.ts';
import type { AnswerCaller } from '../answers/runCardOrWaitingRuns.ts';
import { pausedReply } from './pausedReply.ts';
import { maxButtons } from '../core/cardPresenterPort.ts';
import type { NoticeModel } from '../core/cardPresenterPort.ts';
import { listMeetingsFor, findRequestedMeetings } from './findMeetingsByName.ts';
import type { ReportRequest } from './findMeetingsByName.ts';
import { chooseTitle, meetingNotFoundReply, waitingTitle } from './startReplies.ts';
import { answerButton, commandLines, listWaiting } from '../answers/waitingRunListAndButtons.ts';
import { teamNamesFor, waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';
import type { WaitingRun } from '../answers/waitingRunsAndTeamNames.ts';

// Handles the bot command `answer [name] [date]`: returns the card of the matching run. The command never starts a run.

const nothing: Pick<NoticeModel, 'title' | 'lines'> = { title: { key: 'help.nothingTitle' }, lines: [] };

/** Returns the card if exactly one run waits, or the list if several runs wait; undefined if none waits. */
const oneOrList = async (
  deps: AnswerDeps,
  caller: AnswerCaller,
  waiting: readonly WaitingRun[],
): Promise<OutgoingMessage | undefined> => {
  const [only, ...others] = waiting;
  if (only === undefined) return undefined;
  if (others.length === 0) return showRun(deps, caller, only);
  const listed = listWaiting(deps, caller.actor, waiting, deps.clock.now());
  return deps.presenter.notice({ title: waitingTitle(waiting.length), ...listed }, caller.reader);
};

type Named = Pick<WaitingRun, 'teamId' | 'teamName' | 'meetingId' | 'meetingName' | 'date'>;

/**
 * Returns the run that the caller probably means although it does not wait for an answer: the run of the given date or,
 * without a date, the last or next run. Undefined if there is no such run.
 */
const runMeant = async (
  deps: AnswerDeps,
  { actor }: AnswerCaller,
  { id: meetingId, teamId, name: meetingName }: Meeting,
  date: LocalDate | null,
): Promise<Omit<Named, 'teamName'> | undefined> => {
  const { orgId, memberId } = actor;
  if (memberId === null) return undefined;
  const records = inOrg(deps.store, orgId);
  if (date !== null) {
    const run = (await records.get(runKind, { teamId, meetingId, date }))?.value;
    const isInIt = run?.members.some((member) => member.memberId === memberId) === true;
    return isInIt ? { teamId, meetingId, meetingName, date } : undefined;
  }
  const member = await records.get(teamMember, { teamId, memberId });
  const who = { orgId, teamId, meetingId, memberId, timezone: member?.value.timezone ?? null };
  try {
    return { teamId, meetingId, meetingName, date: await requestedDate(deps, records, who, deps.clock.now()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
};

/**
 * Replies if none of the matching runs is waiting: returns the card of the only run, or buttons to choose between
 * several.
 */
const showMeant = async (
  deps: AnswerDeps,
  caller: AnswerCaller,
  meetings: readonly Stored<Meeting>[],
  date: LocalDate | null,
): Promise<OutgoingMessage> => {
  const { actor, reader } = caller;
  const [only, ...others] = meetings;
  if (only !== undefined && others.length === 0 && date !== null)
    return showRun(deps, caller, { teamId: only.value.teamId, meetingId: only.value.id, date });
  const matches = await Promise.all(meetings.map(({ value }) => runMeant(deps, caller, value, date)));
  const runs = matches.filter((run) => run !== undefined);
  const [first, ...more] = runs;
  if (first === undefined || actor.memberId === null) return refuseWithWaiting(deps, caller, nothing);
  if (more.length === 0) return showRun(deps, caller, first);
  const names = await teamNamesFor(inOrg(deps.store, actor.orgId), actor.teamIds);
  const by = { orgId: actor.orgId, memberId: actor.memberId };
  const buttons = runs
    .slice(0, maxButtons)
    .map((run) => answerButton(deps, by, { ...run, teamName: names.get(run.teamId) ?? null }));
  return deps.presenter.notice({ title: chooseTitle, lines: commandLines(runs.slice(maxButtons)), buttons }, reader);
};

/**
 * Returns the card of the run if exactly one matches, or a choice of runs if several match; runs that wait for an
 * answer are preferred. If none matches or the organisation is paused, returns a notice with the reason.
 */
export const answerCommand = async (
  deps: AnswerDeps,
  caller: AnswerCaller,
  request: ReportRequest,
): Promise<OutgoingMessage> => {
  const paused = await pausedReply(deps, caller, 'answerRun');
  if (paused !== undefined) return paused;
  const waiting = await waitingRunsFor(deps, caller.actor);
  const isBare = request.query === '' && request.meetingId === undefined;
  if (isBare && request.date === undefined)
    return (await oneOrList(deps, caller, waiting)) ?? refuseWithWaiting(deps, caller, nothing);
  const meetings = await listMeetingsFor(deps, caller.actor, null);
  const { meetings: named, date } = findRequestedMeetings(meetings, request);
  if (named.length === 0)
    return refuseWithWaiting(deps, caller, { title: meetingNotFoundReply(request.query), lines: [] });
  const ids = new Set(named.map(({ value }) => value.id));
  const fitting = waiting.filter((run) => ids.has(run.meetingId) && (date === null || run.date === date));
  return (await oneOrList(deps, caller, fitting)) ?? showMeant(deps, caller, named, date);
};
