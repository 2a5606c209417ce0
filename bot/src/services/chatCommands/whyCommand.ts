import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { isObserver } from '../../domain/runs/membersAndObservers.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { NoticeLine, NoticeModel, Presenter, Reader } from '../core/cardPresenterPort.ts';
import { idIn, listMeetingsFor, findRequestedMeetings } from './findMeetingsByName.ts';
import type { ReportRequest } from './findMeetingsByName.ts';
import { meetingNotFoundReply } from './startReplies.ts';
import { waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';
import type { WaitingDeps, WaitingRun } from '../answers/waitingRunsAndTeamNames.ts';
import { explainWhyPrompted } from '../reports/explainWhyPrompted.ts';
import type { WhyDeps } from '../reports/explainWhyPrompted.ts';

// Handles the bot command `why [name] [date]`: returns the reason why a run asked the caller or did not ask them.

export type WhyCommandDeps = WhyDeps & WaitingDeps & { readonly presenter: Presenter };

const none: NoticeModel = { title: { key: 'whySaid.title' }, lines: [{ key: 'whySaid.none' }], buttons: [] };

const maxReports = 5;

const trimmed = (query: string): string => query.replace(/[?？؟!.\s]+$/u, '').trim();

/**
 * Finds the reports that the text means. A name is searched in all of the caller's teams, because the reply may be that
 * the caller is not a member of the report. Without a name, returns the reports that ask the caller or that the caller
 * observes; if there are none, all reports.
 */
const meantOf = (
  meetings: readonly Stored<Meeting>[],
  actor: Actor,
  request: ReportRequest,
): { readonly meetings: readonly Stored<Meeting>[]; readonly date: LocalDate | null } => {
  const query = trimmed(request.query);
  const meant = findRequestedMeetings(meetings, { ...request, query });
  const isNamed = query !== '' || idIn(request) !== undefined;
  if (isNamed && (meant.meetings.length > 0 || idIn(request) !== undefined)) return meant;
  const { memberId } = actor;
  const own = meetings.filter(
    ({ value }) => memberId !== null && (value.members.includes(memberId) || isObserver(value, memberId)),
  );
  return { meetings: own.length > 0 ? own : meetings, date: meant.date };
};

/**
 * True if the text can only be the name of a report, but no report has it. A text with a question mark or more than
 * three words counts as a sentence ("why was I not asked?"), which names no report.
 */
const isUnknownName = (meetings: readonly Stored<Meeting>[], request: ReportRequest): boolean => {
  const { query } = request;
  if (trimmed(query) === '' || idIn(request) !== undefined) return false;
  const isSentence = /[?？؟]/u.test(query) || query.trim().split(/\s+/u).length > 3;
  return !isSentence && findRequestedMeetings(meetings, { ...request, query: trimmed(query) }).meetings.length === 0;
};

/** Returns the dates of the report's runs that wait for the caller, and today's date in the report's zone. */
const datesOf = (waiting: readonly WaitingRun[], { id, timezone }: Meeting, now: number): readonly LocalDate[] => {
  const dates = waiting.filter((run) => run.meetingId === id).map((run) => run.date);
  return [...new Set([...dates, localDateAt(now, timezone)])];
};

/**
 * Returns the same sentences as the web app, without reminders that are still ahead, and without a reason that another
 * sentence already states.
 */
const sentencesOf = ({ text, messages, reason: promptReason, answeredAt }: MeetingWhy): string => {
  const isKnown = (reason: MeetingWhy['reason']): boolean =>
    reason !== null && (reason === promptReason || (reason === 'ANSWERED' && answeredAt !== null));
  const isAhead = (reason: MeetingWhy['reason']): boolean => reason === 'NOT_YET' || reason === 'PENDING';
  const reminders = messages.filter(({ kind, reason }) => kind !== 'PROMPT' && !isAhead(reason) && !isKnown(reason));
  return [text, ...reminders.map((reminder) => reminder.text)].join(' ');
};

const moreOf = (meetings: readonly Stored<Meeting>[]): NoticeLine => ({
  key: 'whySaid.more',
  values: { commands: meetings.map(({ value }) => `why ${value.name}`).join(', ') },
});

export const whyCommand = async (
  deps: WhyCommandDeps,
  actor: Actor,
  reader: Reader,
  request: ReportRequest,
): Promise<OutgoingMessage> => {
  const notice = (model: NoticeModel): OutgoingMessage => deps.presenter.notice(model, reader);
  const { memberId } = actor;
  if (memberId === null) return notice(none);
  const all = await listMeetingsFor(deps, actor, null);
  const { meetings, date } = meantOf(all, actor, request);
  if (meetings.length === 0) return notice(none);
  if (isUnknownName(all, request))
    return notice({ title: meetingNotFoundReply(trimmed(request.query)), lines: [moreOf(meetings)], buttons: [] });
  const waiting = await waitingRunsFor(deps, actor);
  const now = deps.clock.now();
  const requested = meetings
    .slice(0, maxReports)
    .flatMap(({ value }) =>
      (date === null ? datesOf(waiting, value, now) : [date]).map((on) => ({ id: value.id, name: value.name, on })),
    );
  const lines = await Promise.all(
    requested.map(async ({ id: meetingId, name, on }): Promise<NoticeLine> => {
      const explanation = await explainWhyPrompted(
        deps,
        { ...actor, locale: reader.locale },
        { meetingId, memberId, date: on },
      );
      return { key: 'whySaid.line', values: { meeting: name, text: sentencesOf(explanation) } };
    }),
  );
  const others = meetings.slice(maxReports);
  const more = others.length === 0 ? [] : [moreOf(others)];
  return notice({ title: { key: 'whySaid.title' }, lines: [...lines, ...more], buttons: [] });
};
