import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import { showCard } from '../answers/saveAnswerAndShowCard.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import { findComingRun } from '../answers/answerAheadRunAndRequestedDate.ts';
import type { ComingRun } from '../answers/answerAheadRunAndRequestedDate.ts';
import { findTarget } from '../answers/answerTargetAndAcceptance.ts';
import { pausedReply } from './pausedReply.ts';
import { maxButtons } from '../core/cardPresenterPort.ts';
import type { NoticeLine, NoticeModel, Reader } from '../core/cardPresenterPort.ts';
import { showRun } from '../answers/runCardOrWaitingRuns.ts';
import { idIn, listMeetingsFor, findRequestedMeetings } from './findMeetingsByName.ts';
import type { ReportRequest } from './findMeetingsByName.ts';
import { chooseTitle, meetingNotFoundReply } from './startReplies.ts';
import { answerButton, commandLines } from '../answers/waitingRunListAndButtons.ts';
import { teamNamesFor, waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';
import type { WaitingRun } from '../answers/waitingRunsAndTeamNames.ts';

// Handles the bot command `tomorrow [name]`: returns the caller's card of the next run before the run opens
// (docs/product-rules.md, Answers).

/** A meeting that asks the caller, and the caller's next run of it. */
interface Found {
  readonly meeting: Meeting;
  readonly coming: ComingRun;
}

type Answerable = Found & { readonly coming: Extract<ComingRun, { readonly kind: 'ANSWERABLE' }> };

const isAnswerable = (item: Found): item is Answerable => item.coming.kind === 'ANSWERABLE';

const byOpening = (a: Answerable, b: Answerable): number =>
  msOf(a.coming.opensAt) - msOf(b.coming.opensAt) || (a.meeting.name < b.meeting.name ? -1 : 1);

const lineOf = ({ meeting: { name: meeting }, coming }: Found): NoticeLine => {
  switch (coming.kind) {
    case 'TOO_EARLY':
    case 'ANSWERABLE':
      return { key: 'tomorrow.opens', values: { meeting }, opens: { date: coming.date, at: coming.opensAt } };
    case 'AWAY':
      return {
        key: 'tomorrow.away',
        values: { meeting, away: coming.away },
        opens: { date: coming.date, at: coming.opensAt },
      };
    case 'NONE':
      return { key: 'tomorrow.noRun', values: { meeting } };
  }
};

const notYet = (matches: readonly Found[]): NoticeModel => ({
  title: { key: 'tomorrow.notYet' },
  lines: [...matches.map(lineOf), { key: 'tomorrow.how' }],
  buttons: [],
});

const none: NoticeModel = { title: { key: 'tomorrow.notYet' }, lines: [{ key: 'tomorrow.none' }], buttons: [] };

const ownMeetings = async (deps: AnswerDeps, actor: Actor, memberId: MemberId): Promise<Stored<Meeting>[]> =>
  (await listMeetingsFor(deps, actor, null)).filter(({ value }) => value.isEnabled && value.members.includes(memberId));

/** Returns a button for each of the first six runs, and the command that does the same for every other run. */
const choices = async (
  deps: AnswerDeps,
  actor: Actor,
  memberId: MemberId,
  answerables: readonly Answerable[],
): Promise<Pick<NoticeModel, 'lines' | 'buttons'>> => {
  const { orgId } = actor;
  const names = await teamNamesFor(inOrg(deps.store, orgId), actor.teamIds);
  const runs = answerables.map(({ meeting: { id: meetingId, teamId, name: meetingName }, coming: { date } }) => ({
    ...{ meetingId, teamId, meetingName, date },
    teamName: names.get(teamId) ?? null,
  }));
  return {
    lines: commandLines(runs.slice(maxButtons)),
    buttons: runs.slice(0, maxButtons).map((run) => answerButton(deps, { orgId, memberId }, run)),
  };
};

const cardOf = async (
  deps: AnswerDeps,
  records: Records<OrgId>,
  { locale, timezone }: Reader,
  { meeting, coming, memberId }: Answerable & { readonly memberId: MemberId },
): Promise<OutgoingMessage> => {
  const { id: meetingId, teamId } = meeting;
  const run = { orgId: records.scope, teamId, meetingId, date: coming.date, memberId };
  try {
    const target = await findTarget(deps, records, run, deps.clock.now());
    return (await showCard(deps, { target, who: { member: { timezone }, locale }, edit: false })).message;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The meeting changed after it was read, or the caller is disabled, so the reply names the reason.
    const lines = [{ key: `error.${error.code}` }] as const;
    return deps.presenter.notice({ title: { key: 'tomorrow.notYet' }, lines, buttons: [] }, { locale, timezone });
  }
};

/**
 * Returns the waiting run of the report whose id the pressed button contains; undefined if there is none. Old cards
 * have a button to answer the next run ahead. Once that run is open, the button still means that run, not the following
 * one.
 */
const waitingOf = async (deps: AnswerDeps, actor: Actor, request: ReportRequest): Promise<WaitingRun | undefined> => {
  const id = idIn(request);
  return id === undefined ? undefined : (await waitingRunsFor(deps, actor)).find(({ meetingId }) => meetingId === id);
};

/**
 * Returns the caller's card of the next run, so that the caller can answer before it opens. A refusal is returned as a
 * reply, not thrown.
 */
export const tomorrowCommand = async (
  deps: AnswerDeps,
  actor: Actor,
  reader: Reader,
  request: ReportRequest,
): Promise<OutgoingMessage> => {
  const notice = (model: NoticeModel): OutgoingMessage => deps.presenter.notice(model, reader);
  const { memberId, orgId } = actor;
  if (memberId === null) return notice(none);
  const meetings = await ownMeetings(deps, actor, memberId);
  const waiting = await waitingOf(deps, actor, request);
  if (waiting !== undefined) return showRun(deps, { actor, reader }, waiting);
  const paused = await pausedReply(deps, { actor, reader }, 'openRun');
  if (paused !== undefined) return paused;
  if (meetings.length === 0) return notice(none);
  const named = findRequestedMeetings(meetings, request).meetings;
  const meant = (named.length === 0 ? meetings : named).map(({ value }) => value);
  const records = inOrg(deps.store, orgId);
  const now = deps.clock.now();
  const matches = await Promise.all(
    meant.map(async (meeting): Promise<Found> => {
      const { teamId, id: meetingId } = meeting;
      const row = await records.get(teamMember, { teamId, memberId });
      const who = { orgId, teamId, meetingId, memberId, timezone: row?.value.timezone ?? null };
      return { meeting, coming: await findComingRun(deps, records, who, now) };
    }),
  );
  const answerable = matches.filter(isAnswerable).sort(byOpening);
  const [first, ...others] = answerable;
  const isFound = named.length > 0;
  if (first === undefined)
    return notice(isFound ? notYet(matches) : { ...notYet(matches), title: meetingNotFoundReply(request.query) });
  if (others.length === 0 && isFound) return cardOf(deps, records, reader, { ...first, memberId });
  const title = isFound ? chooseTitle : meetingNotFoundReply(request.query);
  return notice({ title, ...(await choices(deps, actor, memberId, answerable)) });
};
