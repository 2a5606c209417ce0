import type { LocalDate } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import { dayInWords } from '../../domain/wording/inWords.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import { inOrg } from '../../store/kind.ts';
import type { Stored } from '../../store/kind.ts';
import { occurrence as occurrenceKind } from '../../store/kinds/run.ts';
import type { Actor } from '../core/actor.ts';
import { showCard } from '../answers/answers.ts';
import type { AnswerDeps } from '../answers/answers.ts';
import { findTarget } from '../answers/answerTarget.ts';
import type { Deps } from '../core/deps.ts';
import type { OpenedRun } from '../runs/occurrences.ts';
import { isConnected, openToday, todayOf } from '../runs/startRun.ts';
import type { OpenTodayDeps } from '../runs/startRun.ts';
import type { NoticeModel, Reader } from '../core/cardPresenter.ts';
import { reportLink } from '../core/webLinks.ts';
import { pausedReply } from './pausedReply.ts';
import { refuseWithWaiting, showRun } from '../answers/answerRun.ts';
import type { Caller } from '../answers/answerRun.ts';
import type { BotReply } from '../tenancy/inboundChat.ts';
import { idIn, meetingsFor, meetingsMeant } from './namedReports.ts';
import type { ReportRequest } from './namedReports.ts';
import { choicesAmong, listChoices, mayStart } from './startChoices.ts';
import * as notices from './startReplies.ts';
import { listWaiting, nextSteps } from '../answers/waitingRunList.ts';
import type { WaitingRun } from '../answers/waitingRuns.ts';

export type StartDeps = AnswerDeps & OpenTodayDeps & Pick<Deps, 'log' | 'publicUrl' | 'isBillingEnabled'>;

const notice = (deps: StartDeps, { reader }: Caller, model: NoticeModel): OutgoingMessage =>
  deps.presenter.notice(model, reader);

/** Sent to the caller alone: a card, a refusal, or the caller's waiting runs. */
const privately = (message: OutgoingMessage): BotReply => ({ ...message, isPrivate: true });

/**
 * The reply after a run was started; to the caller alone it also lists earlier runs of the report that wait for the
 * caller.
 */
const startedReply = (
  deps: StartDeps,
  caller: Caller,
  opened: OpenedRun,
  earlier: readonly WaitingRun[],
): OutgoingMessage => {
  const started = notices.startedNotice(opened, caller.reader, deps.clock.now());
  if (earlier.length === 0) return notice(deps, caller, started);
  const next = nextSteps(deps, caller.actor, earlier, deps.clock.now());
  return notice(deps, caller, { ...started, lines: [...started.lines, ...next.lines], buttons: next.buttons });
};

const refuseStart = (deps: StartDeps, caller: Caller, meeting: Meeting): Promise<OutgoingMessage> =>
  refuseWithWaiting(deps, caller, notices.notAllowed(meeting));

interface Starting {
  readonly meeting: Stored<Meeting>;
  /** Runs of the report that wait for the caller; empty if others can read the reply. */
  readonly earlier: readonly WaitingRun[];
}

const openNow = async (deps: StartDeps, caller: Caller, { meeting, earlier }: Starting): Promise<BotReply> => {
  const { actor } = caller;
  const { value } = meeting;
  if (!mayStart(actor, value)) return privately(await refuseStart(deps, caller, value));
  if (!value.isEnabled) return notice(deps, caller, notices.disabled(value));
  if (!(await isConnected(deps, actor, value))) return notice(deps, caller, notices.disconnected(value));
  const opened = await openToday(deps, actor, meeting);
  if (opened === undefined) return notice(deps, caller, notices.again());
  if (!opened.isNew) return privately(await cardOf(deps, caller, value, opened.occurrence));
  return startedReply(deps, caller, opened, earlier);
};

const isAskedIn = (occurrence: Occurrence, { memberId }: Actor): boolean =>
  occurrence.members.some((member) => member.memberId === memberId);

/** The caller's own card of an existing run: the form, or the stored answer with Edit. */
const cardOf = async (
  deps: StartDeps,
  caller: Caller,
  meeting: Meeting,
  occurrence: Occurrence,
): Promise<OutgoingMessage> => {
  const { actor, reader } = caller;
  const { memberId, orgId } = actor;
  const without = notices.notYours(occurrence, reportLink(deps.publicUrl, meeting.id, occurrence.date));
  if (memberId === null || !isAskedIn(occurrence, actor)) return notice(deps, caller, without);
  const records = inOrg(deps.store, orgId);
  const run = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: occurrence.date, memberId };
  const target = await findTarget(deps, records, run, deps.clock.now());
  const who = { member: { timezone: reader.timezone }, locale: reader.locale };
  const { message, state } = await showCard(deps, { target, who, edit: false });
  const isDone = occurrence.state === 'COMPLETED' && state === 'ANSWERED';
  const words = deps.words(reader.locale);
  const summary = words('start.completedEdit', { meeting: meeting.name, day: dayInWords(words, occurrence.date) });
  return isDone ? deps.presenter.withNotification(message, summary) : message;
};

/** Today's run of the report, if it is open or completed. */
const runThere = async (
  deps: StartDeps,
  { actor }: Caller,
  meeting: Stored<Meeting>,
): Promise<Occurrence | undefined> => {
  const { id: meetingId, teamId } = meeting.value;
  const date = todayOf(deps, meeting);
  const there = await inOrg(deps.store, actor.orgId).get(occurrenceKind, { teamId, meetingId, date });
  switch (there?.value.state) {
    case 'OPEN':
    case 'COMPLETED':
      return there.value;
    case undefined:
    case 'MISSED':
    case 'CANCELLED':
      return undefined;
  }
};

/** The waiting runs of one report: the card of the only one, or the list. */
const answerInstead = async (
  deps: StartDeps,
  caller: Caller,
  waiting: readonly WaitingRun[],
): Promise<BotReply | undefined> => {
  const [only, ...others] = waiting;
  if (only === undefined) return undefined;
  if (others.length === 0) return privately(await showRun(deps, caller, only));
  const listed = listWaiting(deps, caller.actor, waiting, deps.clock.now());
  return privately(notice(deps, caller, { title: notices.waitingTitle(waiting.length), ...listed }));
};

/** Starts a report by its name: opens today's run, or shows the card of the existing one. */
const startNamed = async (
  deps: StartDeps,
  caller: Caller,
  meeting: Stored<Meeting>,
  isInCompany: boolean,
): Promise<BotReply> => {
  const there = await runThere(deps, caller, meeting);
  if (there !== undefined) return privately(await cardOf(deps, caller, meeting.value, there));
  const { waiting } = await choicesAmong(deps, caller.actor, [meeting]);
  if (!mayStart(caller.actor, meeting.value)) {
    const instead = await answerInstead(deps, caller, waiting);
    if (instead !== undefined) return instead;
  }
  const earlier = isInCompany ? [] : waiting;
  return openNow(deps, caller, { meeting, earlier });
};

/** Handles a button that starts the run of a date. On another day it starts nothing. */
const startDated = async (
  deps: StartDeps,
  caller: Caller,
  meeting: Stored<Meeting>,
  { date, isInCompany }: { readonly date: LocalDate; readonly isInCompany: boolean },
): Promise<BotReply> => {
  if (date === todayOf(deps, meeting)) return startNamed(deps, caller, meeting, isInCompany);
  const listed = listChoices(deps, caller.actor, await choicesAmong(deps, caller.actor, [meeting]));
  const { title, lines } = notices.otherDate(meeting.value, date);
  return privately(notice(deps, caller, { title, lines: [...lines, ...listed.lines], buttons: listed.buttons }));
};

/**
 * Handles a button that names a report without a date. Chats still have buttons of earlier versions, titled "Answer",
 * that send this; so it shows a waiting run, or asks for confirmation before it starts one.
 */
const startUndated = async (deps: StartDeps, caller: Caller, meeting: Stored<Meeting>): Promise<BotReply> => {
  const choices = await choicesAmong(deps, caller.actor, [meeting]);
  const instead = await answerInstead(deps, caller, choices.waiting);
  if (instead !== undefined) return instead;
  const [startable] = choices.startable;
  if (startable === undefined) return startNamed(deps, caller, meeting, true);
  return privately(notice(deps, caller, notices.confirmStart(startable)));
};

/**
 * Several reports match: lists the caller's choices for each. If others can read the reply, only the reports to
 * start.
 */
const choose = async (
  deps: StartDeps,
  caller: Caller,
  meetings: readonly Stored<Meeting>[],
  { title, isInCompany }: { readonly title: NoticeModel['title'] | null; readonly isInCompany: boolean },
): Promise<BotReply> => {
  const { waiting, startable } = await choicesAmong(deps, caller.actor, meetings);
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
  caller: Caller,
  meetings: readonly Stored<Meeting>[],
  isInCompany: boolean,
): Promise<BotReply> => {
  const { waiting, startable } = await choicesAmong(deps, caller.actor, meetings);
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
 * Deactivated reports match only if no enabled report does. If the caller may start or answer some of the matches,
 * only these count.
 */
const nearest = (meetings: readonly Stored<Meeting>[], { memberId, ...actor }: Actor): readonly Stored<Meeting>[] => {
  const enabled = meetings.filter(({ value }) => value.isEnabled);
  const present = enabled.length > 0 ? enabled : meetings;
  const own = present.filter(
    ({ value }) => mayStart({ memberId, ...actor }, value) || (memberId !== null && value.members.includes(memberId)),
  );
  return own.length > 0 ? own : present;
};

const startMeant = async (
  deps: StartDeps,
  caller: Caller,
  meetings: readonly Stored<Meeting>[],
  request: ReportRequest,
): Promise<BotReply> => {
  const isInCompany = request.thread !== null;
  const { meetings: matches, date } = meetingsMeant(meetings, request);
  const [only, ...others] = nearest(matches, caller.actor);
  if (idIn(request) !== undefined) {
    if (only === undefined) return privately(await refuseWithWaiting(deps, caller, notices.gone));
    return date === null ? startUndated(deps, caller, only) : startDated(deps, caller, only, { date, isInCompany });
  }
  if (only === undefined)
    return choose(deps, caller, meetings, { title: notices.notFound(request.query), isInCompany });
  if (others.length > 0) return choose(deps, caller, [only, ...others], { title: notices.chooseTitle, isInCompany });
  return date === null
    ? startNamed(deps, caller, only, isInCompany)
    : startDated(deps, caller, only, { date, isInCompany });
};

/**
 * `start [name]`: opens today's run, reopens a missed or cancelled one, shows the caller's card of an open or
 * completed one, or lists the caller's choices (docs/product-rules.md, Starting by hand). Refusals are messages, not
 * errors.
 */
export const start = async (
  deps: StartDeps,
  actor: Actor,
  reader: Reader,
  request: ReportRequest,
): Promise<BotReply> => {
  const caller = { actor, reader };
  const paused = await pausedReply(deps, caller, 'openRun');
  if (paused !== undefined) return privately(paused);
  const meetings = await meetingsFor(deps, actor, request.thread);
  if (meetings.length === 0) return notice(deps, caller, notices.noMeeting(deps.publicUrl));
  const isBare = request.query.trim() === '' && request.date === undefined && idIn(request) === undefined;
  return isBare
    ? startBare(deps, caller, meetings, request.thread !== null)
    : startMeant(deps, caller, meetings, request);
};
