import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { formatDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { Actor } from '../core/actor.ts';
import { showCard } from '../answers/saveAnswerAndShowCard.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import { findTarget } from '../answers/answerTargetAndAcceptance.ts';
import type { Deps } from '../core/deps.ts';
import type { OpenedRun } from '../runs/state/openMeetingRun.ts';
import { isConnected, openRunToday, todayOfMeeting } from '../runs/startRun.ts';
import type { OpenTodayDeps } from '../runs/startRun.ts';
import type { NoticeModel, Reader } from '../core/cardPresenterPort.ts';
import { reportLink } from '../core/webLinks.ts';
import { refuseWithWaiting, showRun } from '../answers/runCardOrWaitingRuns.ts';
import type { AnswerCaller } from '../answers/runCardOrWaitingRuns.ts';
import type { BotReply } from '../tenancy/chatEventTypesAndTextRepair.ts';
import { listWaiting, nextSteps } from '../answers/waitingRunListAndButtons.ts';
import type { WaitingRun } from '../answers/waitingRunsAndTeamNames.ts';
import { pausedReply } from './pausedReply.ts';
import { idIn, listMeetingsFor, findRequestedMeetings } from './findMeetingsByName.ts';
import type { ReportRequest } from './findMeetingsByName.ts';
import { findChoices, listChoices, canStartRun } from './startChoices.ts';
import * as notices from './startReplies.ts';

export type StartDeps = AnswerDeps & OpenTodayDeps & Pick<Deps, 'log' | 'publicUrl' | 'isBillingEnabled'>;

const notice = (deps: StartDeps, { reader }: AnswerCaller, model: NoticeModel): OutgoingMessage =>
  deps.presenter.notice(model, reader);

/**
 * Marks a reply for the caller's personal chat, because a card, a refusal or the list of waiting runs is only for the
 * caller.
 */
const privately = (message: OutgoingMessage): BotReply => ({ ...message, isPrivate: true });

/** Returns the reply after a run was started, followed by the caller's waiting runs in `earlier`, if there are any. */
const startedReply = (
  deps: StartDeps,
  caller: AnswerCaller,
  opened: OpenedRun,
  earlier: readonly WaitingRun[],
): OutgoingMessage => {
  const started = notices.startedNotice(opened, caller.reader, deps.clock.now());
  if (earlier.length === 0) return notice(deps, caller, started);
  const next = nextSteps(deps, caller.actor, earlier, deps.clock.now());
  return notice(deps, caller, { ...started, lines: [...started.lines, ...next.lines], buttons: next.buttons });
};

const refuseStart = (deps: StartDeps, caller: AnswerCaller, meeting: Meeting): Promise<OutgoingMessage> =>
  refuseWithWaiting(deps, caller, notices.notAllowedReply(meeting));

interface Starting {
  readonly meeting: Stored<Meeting>;
  /** Earlier runs of the report that wait for the caller; empty if other people can read the reply. */
  readonly earlier: readonly WaitingRun[];
}

const openNow = async (deps: StartDeps, caller: AnswerCaller, { meeting, earlier }: Starting): Promise<BotReply> => {
  const { actor } = caller;
  const { value } = meeting;
  if (!canStartRun(actor, value)) return privately(await refuseStart(deps, caller, value));
  if (!value.isEnabled) return notice(deps, caller, notices.disabledReply(value));
  if (!(await isConnected(deps, actor, value))) return notice(deps, caller, notices.disconnectedReply(value));
  const opened = await openRunToday(deps, actor, meeting);
  if (opened === undefined) return notice(deps, caller, notices.startAgainReply());
  if (!opened.isNew) return privately(await cardOf(deps, caller, value, opened.run));
  return startedReply(deps, caller, opened, earlier);
};

const isAskedIn = (run: Run, { memberId }: Actor): boolean =>
  run.members.some((member) => member.memberId === memberId);

/** Returns the caller's own card of an existing run: the form, or the stored answer with Edit. */
const cardOf = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meeting: Meeting,
  runRow: Run,
): Promise<OutgoingMessage> => {
  const { actor, reader } = caller;
  const { memberId, orgId } = actor;
  const without = notices.notYoursReply(runRow, reportLink(deps.publicUrl, meeting.id, runRow.date));
  if (memberId === null || !isAskedIn(runRow, actor)) return notice(deps, caller, without);
  const records = inOrg(deps.store, orgId);
  const runRef = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: runRow.date, memberId };
  const target = await findTarget(deps, records, runRef, deps.clock.now());
  const who = { member: { timezone: reader.timezone }, locale: reader.locale };
  const { message, state } = await showCard(deps, { target, who, edit: false });
  const isDone = runRow.state === 'COMPLETED' && state === 'ANSWERED';
  const t = deps.translateFor(reader.locale);
  const summary = t('start.completedEdit', { meeting: meeting.name, day: formatDay(t, runRow.date) });
  return isDone ? deps.presenter.withNotification(message, summary) : message;
};

/** Returns today's run of the report if it is open or completed; otherwise undefined. */
const runThere = async (
  deps: StartDeps,
  { actor }: AnswerCaller,
  meeting: Stored<Meeting>,
): Promise<Run | undefined> => {
  const { id: meetingId, teamId } = meeting.value;
  const date = todayOfMeeting(deps, meeting);
  const existing = await inOrg(deps.store, actor.orgId).get(runKind, { teamId, meetingId, date });
  switch (existing?.value.state) {
    case 'OPEN':
    case 'COMPLETED':
      return existing.value;
    case undefined:
    case 'MISSED':
    case 'CANCELLED':
      return undefined;
  }
};

/** Returns the caller's card if exactly one run waits, or the list if several runs wait; undefined if none waits. */
const answerInstead = async (
  deps: StartDeps,
  caller: AnswerCaller,
  waiting: readonly WaitingRun[],
): Promise<BotReply | undefined> => {
  const [only, ...others] = waiting;
  if (only === undefined) return undefined;
  if (others.length === 0) return privately(await showRun(deps, caller, only));
  const listed = listWaiting(deps, caller.actor, waiting, deps.clock.now());
  return privately(notice(deps, caller, { title: notices.waitingTitle(waiting.length), ...listed }));
};

/**
 * Starts a report that the caller named: opens today's run, or returns the caller's card of today's existing run. A
 * caller who may not start the report gets their waiting runs of it instead.
 */
const startNamed = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meeting: Stored<Meeting>,
  isInCompany: boolean,
): Promise<BotReply> => {
  const existing = await runThere(deps, caller, meeting);
  if (existing !== undefined) return privately(await cardOf(deps, caller, meeting.value, existing));
  const { waiting } = await findChoices(deps, caller.actor, [meeting]);
  if (!canStartRun(caller.actor, meeting.value)) {
    const instead = await answerInstead(deps, caller, waiting);
    if (instead !== undefined) return instead;
  }
  const earlier = isInCompany ? [] : waiting;
  return openNow(deps, caller, { meeting, earlier });
};

/**
 * Handles a button or command that starts the run of a date. If that date is not today, no run is started; the reply
 * lists the caller's choices.
 */
const startDated = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meeting: Stored<Meeting>,
  { date, isInCompany }: { readonly date: LocalDate; readonly isInCompany: boolean },
): Promise<BotReply> => {
  if (date === todayOfMeeting(deps, meeting)) return startNamed(deps, caller, meeting, isInCompany);
  const listed = listChoices(deps, caller.actor, await findChoices(deps, caller.actor, [meeting]));
  const { title, lines } = notices.otherDateReply(meeting.value, date);
  return privately(notice(deps, caller, { title, lines: [...lines, ...listed.lines], buttons: listed.buttons }));
};

/**
 * Handles a button that contains a report but no date. Only old cards in chats have such buttons, and the buttons are
 * titled "Answer". So the reply is a waiting run, or a question for confirmation before a run is started.
 */
const startUndated = async (deps: StartDeps, caller: AnswerCaller, meeting: Stored<Meeting>): Promise<BotReply> => {
  const choices = await findChoices(deps, caller.actor, [meeting]);
  const instead = await answerInstead(deps, caller, choices.waiting);
  if (instead !== undefined) return instead;
  const [startable] = choices.startable;
  if (startable === undefined) return startNamed(deps, caller, meeting, true);
  return privately(notice(deps, caller, notices.confirmStartReply(startable)));
};

/**
 * Lists the caller's choices among several matching reports. If other people can read the reply and the caller can
 * start a run, the reply lists only the runs to start.
 */
const choose = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meetings: readonly Stored<Meeting>[],
  { title, isInCompany }: { readonly title: NoticeModel['title'] | null; readonly isInCompany: boolean },
): Promise<BotReply> => {
  const { waiting, startable } = await findChoices(deps, caller.actor, meetings);
  if (waiting.length + startable.length === 0)
    return privately(await refuseWithWaiting(deps, caller, { title: title ?? notices.nothingToStart, lines: [] }));
  const isPublic = isInCompany && startable.length > 0;
  const shown = isPublic ? [] : waiting;
  const heading = shown.length > 0 ? notices.waitingTitle(shown.length) : notices.chooseTitle;
  const listed = listChoices(deps, caller.actor, { waiting: shown, startable });
  const message = notice(deps, caller, { title: title ?? heading, ...listed });
  return isPublic ? message : privately(message);
};

const startBare = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meetings: readonly Stored<Meeting>[],
  isInCompany: boolean,
): Promise<BotReply> => {
  const { waiting, startable } = await findChoices(deps, caller.actor, meetings);
  const [only, ...others] = meetings;
  if (only !== undefined && others.length === 0 && (waiting.length === 0 || isInCompany))
    return startNamed(deps, caller, only, isInCompany);
  if (startable.length === 0 && waiting.length === 1) {
    const instead = await answerInstead(deps, caller, waiting);
    if (instead !== undefined) return instead;
  }
  return choose(deps, caller, meetings, { title: null, isInCompany });
};

/**
 * Returns the best matches. Deactivated reports count only if no active report matches. If the caller may start or
 * answer some of the matches, only those are returned.
 */
const nearest = (meetings: readonly Stored<Meeting>[], { memberId, ...actor }: Actor): readonly Stored<Meeting>[] => {
  const enabled = meetings.filter(({ value }) => value.isEnabled);
  const present = enabled.length > 0 ? enabled : meetings;
  const own = present.filter(
    ({ value }) =>
      canStartRun({ memberId, ...actor }, value) || (memberId !== null && value.members.includes(memberId)),
  );
  return own.length > 0 ? own : present;
};

const startMeant = async (
  deps: StartDeps,
  caller: AnswerCaller,
  meetings: readonly Stored<Meeting>[],
  request: ReportRequest,
): Promise<BotReply> => {
  const isInCompany = request.thread !== null;
  const { meetings: matches, date } = findRequestedMeetings(meetings, request);
  const [only, ...others] = nearest(matches, caller.actor);
  if (idIn(request) !== undefined) {
    if (only === undefined) return privately(await refuseWithWaiting(deps, caller, notices.meetingGoneReply));
    return date === null ? startUndated(deps, caller, only) : startDated(deps, caller, only, { date, isInCompany });
  }
  if (only === undefined)
    return choose(deps, caller, meetings, { title: notices.meetingNotFoundReply(request.query), isInCompany });
  if (others.length > 0) return choose(deps, caller, [only, ...others], { title: notices.chooseTitle, isInCompany });
  return date === null
    ? startNamed(deps, caller, only, isInCompany)
    : startDated(deps, caller, only, { date, isInCompany });
};

/**
 * Handles the bot command `start [name]`: opens today's run, reopens a missed or cancelled run, shows the caller's card
 * of an open or completed run, or lists the caller's choices (docs/product-rules.md, Starting by hand). A refusal is
 * returned as a message, not thrown.
 */
export const startCommand = async (
  deps: StartDeps,
  actor: Actor,
  reader: Reader,
  request: ReportRequest,
): Promise<BotReply> => {
  const caller = { actor, reader };
  const paused = await pausedReply(deps, caller, 'openRun');
  if (paused !== undefined) return privately(paused);
  const meetings = await listMeetingsFor(deps, actor, request.thread);
  if (meetings.length === 0) return notice(deps, caller, notices.noMeetingReply(deps.publicUrl));
  const isBare = request.query.trim() === '' && request.date === undefined && idIn(request) === undefined;
  return isBare
    ? startBare(deps, caller, meetings, request.thread !== null)
    : startMeant(deps, caller, meetings, request);
};
