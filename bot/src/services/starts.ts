import { meetingId as meetingIdSchema } from '#contracts/ids.ts';
import type { LocalDate } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { may } from '#contracts/permissions.ts';
import { matchName } from '../domain/ids.ts';
import { floorToMinute, localDateAt } from '../domain/time.ts';
import type { OutgoingMessage, ThreadAddress } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind, team as teamKind } from '../store/kinds/team.ts';
import { due } from '../store/kinds/work.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import { showCard } from './answers.ts';
import type { AnswerDeps } from './answers.ts';
import { findTarget } from './answerTarget.ts';
import type { Deps } from './deps.ts';
import { findTeam } from './directory.ts';
import { openOccurrence } from './occurrences.ts';
import type { OpenedRun } from './occurrences.ts';
import { deleteRows, touchSummary, writeDue, writeOutbox } from './outboxRows.ts';
import { promptDue, putDue } from './planning.ts';
import type { NoticeModel, Reader } from './presenter.ts';
import { rowsOfOpening } from './runSteps.ts';
import { reportLink } from './links.ts';
import { isAsking } from './paying.ts';
import * as notices from './startNotices.ts';

export interface StartRequest {
  /** What followed the word `start`: a name, a part of one, or a meeting's id; empty = none. */
  readonly query: string;
  readonly meetingId?: Meeting['id'];
  /** The team or group chat it was said in; null in a personal chat. */
  readonly thread: ThreadAddress | null;
}

export type StartDeps = AnswerDeps &
  Pick<Deps, 'log' | 'publicUrl' | 'isBillingEnabled'> & {
    /** Has the sender look at once instead of at its next beat. */
    readonly wake: () => void;
  };

interface Caller {
  readonly actor: Actor;
  readonly reader: Reader;
}

const notice = (deps: StartDeps, { reader }: Caller, model: NoticeModel): OutgoingMessage =>
  deps.presenter.notice(model, reader);

/** Every meeting of the team it was said in; in a personal chat, of all the caller's teams. */
export const meetingsFor = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  thread: ThreadAddress | null,
): Promise<Stored<Meeting>[]> => {
  const found = thread === null ? undefined : await findTeam(deps, thread);
  const isHere = (teamId: Actor['teamIds'][number]): boolean =>
    thread === null || (found?.place.orgId === actor.orgId && found.place.teamId === teamId);
  const records = inOrg(deps.store, actor.orgId);
  const anyMeeting = '' as Meeting['id'];
  const lists = actor.teamIds
    .filter(isHere)
    .map((teamId) => records.list(meetingKind, { teamId, meetingId: anyMeeting }, prefixRange('G|')));
  return (await Promise.all(lists)).flat();
};

const mayStart = (actor: Actor, meeting: Meeting): boolean =>
  may('meeting.start', {
    role: actor.role,
    belongsToTeam: actor.teamIds.includes(meeting.teamId),
    isOwner: actor.memberId !== null && meeting.createdBy === actor.memberId,
  });

/** What the caller may mean: enabled ones before deactivated ones, and those that are theirs to start or to answer. */
const meant = (
  meetings: readonly Stored<Meeting>[],
  actor: Actor,
  { query, meetingId }: StartRequest,
): Stored<Meeting>[] => {
  const id = meetingId ?? meetingIdSchema.safeParse(query.trim()).data;
  if (id !== undefined) return meetings.filter((one) => one.value.id === id);
  const named = meetings.map((one) => ({ name: one.value.name, one }));
  const matches = matchName(query.trim(), named).map(({ one }) => one);
  const enabled = matches.filter((one) => one.value.isEnabled);
  const present = enabled.length > 0 ? enabled : matches;
  const own = present.filter(
    ({ value }) => mayStart(actor, value) || (actor.memberId !== null && value.members.includes(actor.memberId)),
  );
  return own.length > 0 ? own : present;
};

/** Writes the due row, the safety net, and then does at once what the heartbeat would do with it. */
const open = async (
  deps: StartDeps,
  actor: Actor,
  meeting: Stored<Meeting>,
  date: LocalDate,
): Promise<OpenedRun | undefined> => {
  const { orgId, name } = actor;
  const openMs = floorToMinute(deps.clock.now());
  const row = { ...promptDue(orgId, meeting.value, { date, at: openMs }), source: 'MANUAL' as const };
  await putDue(deps.store, row);
  const request = { orgId, meeting, date, source: 'MANUAL', openMs, actor: name } as const;
  const opened = await openOccurrence(deps, request, { reopen: true });
  if (opened === undefined) return undefined;
  if (opened.occurrence.opensAt === row.at) {
    const next = rowsOfOpening(orgId, meeting.value, opened);
    const run = { orgId, teamId: meeting.value.teamId, meetingId: meeting.value.id, date };
    if (next.isSummaryDue) await touchSummary(deps.store, run, opened.occurrence.opensAt, deps.clock.now());
    await writeOutbox(deps.store, next.outbox);
    await writeDue(deps.store, next.due);
  }
  await deleteRows(deps.store, 'Due', [due.at(null, row)]);
  deps.wake();
  return opened;
};

const isConnected = async (deps: StartDeps, actor: Actor, meeting: Meeting): Promise<boolean> =>
  (await inOrg(deps.store, actor.orgId).get(teamKind, { teamId: meeting.teamId }))?.value.state === 'CONNECTED';

const openNow = async (
  deps: StartDeps,
  caller: Caller,
  meeting: Stored<Meeting>,
  date: LocalDate,
): Promise<OutgoingMessage> => {
  const { actor } = caller;
  const { value } = meeting;
  if (!mayStart(actor, value)) return notice(deps, caller, notices.notAllowed(value));
  if (!value.isEnabled) return notice(deps, caller, notices.disabled(value));
  if (!(await isAsking(deps, inOrg(deps.store, actor.orgId)))) return notice(deps, caller, notices.orgInactive(value));
  if (!(await isConnected(deps, actor, value))) return notice(deps, caller, notices.disconnected(value));
  const opened = await open(deps, actor, meeting, date);
  if (opened === undefined) return notice(deps, caller, notices.again());
  if (!opened.isNew) return cardOf(deps, caller, value, opened.occurrence);
  return notice(deps, caller, notices.startedNotice(opened.occurrence, caller.reader));
};

const isAskedIn = (occurrence: Occurrence, { memberId }: Actor): boolean =>
  occurrence.members.some((one) => one.memberId === memberId);

/** The caller's own card of a run that is there: to answer, or answered with Edit. */
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
  const summary = deps.words(reader.locale)('start.completedEdit', { meeting: meeting.name });
  return isDone ? { ...message, summary } : message;
};

const run = async (
  deps: StartDeps,
  caller: Caller,
  meeting: Stored<Meeting>,
  isInCompany: boolean,
): Promise<OutgoingMessage> => {
  const { id: meetingId, teamId, timezone } = meeting.value;
  const date = localDateAt(deps.clock.now(), timezone);
  const there = await inOrg(deps.store, caller.actor.orgId).get(occurrenceKind, { teamId, meetingId, date });
  switch (there?.value.state) {
    case 'OPEN':
    case 'COMPLETED':
      // A card is a person's own, with what they wrote and their hours: never shown to a channel.
      return isInCompany && isAskedIn(there.value, caller.actor)
        ? notice(deps, caller, notices.inOwnChat(there.value))
        : cardOf(deps, caller, meeting.value, there.value);
    case undefined:
    case 'MISSED':
    case 'CANCELLED':
      return openNow(deps, caller, meeting, date);
  }
};

/**
 * `start [name]`: opens today's run now, opens a missed or cancelled one again, gives the caller their card of one that
 * is open or completed, or asks which report is meant (decisions.md D3). What is refused is said, not thrown.
 */
export const start = async (
  deps: StartDeps,
  actor: Actor,
  reader: Reader,
  request: StartRequest,
): Promise<OutgoingMessage> => {
  const caller = { actor, reader };
  const meetings = await meetingsFor(deps, actor, request.thread);
  if (meetings.length === 0) return notice(deps, caller, notices.noMeeting(deps.publicUrl));
  const [first, ...others] = meant(meetings, actor, request);
  if (first === undefined)
    return notice(
      deps,
      caller,
      notices.notFound(
        'start',
        request.query,
        meetings.map((one) => one.value),
      ),
    );
  if (others.length > 0)
    return notice(
      deps,
      caller,
      notices.choose(
        'start',
        [first, ...others].map((one) => one.value),
      ),
    );
  return run(deps, caller, first, request.thread !== null);
};
