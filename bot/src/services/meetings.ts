import { AppError } from '#contracts/errors.ts';
import { meetingId as meetingIdSchema } from '#contracts/ids.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting, MeetingListItem, ParsedMeetingDraft } from '#contracts/meeting.ts';
import { nameKey } from '../domain/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records, RecordStep, Stored } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { teamActivity } from '../store/kinds/run.ts';
import { meeting as meetingKind, meetingName } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { meetingOf, requireTeam } from './access.ts';
import { deedSteps } from './activity.ts';
import type { ActivityFact } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { meetingChanges } from './meetingChanges.ts';
import { conflictOf } from './meetingConflict.ts';
import { definitionOf, namesIn, teamFacts, withKnownQuestions } from './meetingDraft.ts';
import type { TeamFacts } from './meetingDraft.ts';
import { presentMembers } from './members.ts';
import { planSaved, zonesOf } from './planning.ts';
import { ensure, retryOnConflict } from './revise.ts';
import { byName } from './sorting.ts';

export interface MeetingDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'words'> {
  /** The types that may be created (MEETING_TYPES). */
  readonly meetingTypes: readonly Meeting['type'][];
}

const holderOf = async (records: Records<OrgId>, teamId: TeamId, name: string): Promise<MeetingId | undefined> =>
  (await records.get(meetingName, { teamId, name }))?.value.meetingId;

const requireFreeName = async (records: Records<OrgId>, { id, teamId, name }: Meeting): Promise<void> => {
  const holder = await holderOf(records, teamId, name);
  if (holder !== undefined && holder !== id) throw new AppError('MEETING_NAME_EXISTS', { path: ['name'] });
};

const logSteps = (deps: MeetingDeps, actor: Actor, meeting: Meeting, facts: readonly ActivityFact[]): RecordStep[] =>
  facts.flatMap((fact) =>
    deedSteps(inOrg(deps.store, actor.orgId), actor, {
      teamId: meeting.teamId,
      objectId: meeting.id,
      eventKey: deps.newId(),
      atMs: deps.clock.now(),
      ...fact,
      // By this an edit that began before is told what it would write over.
      values: { ...fact.values, rev: meeting.rev },
    }),
  );

/** A new meeting as it will be stored; the same at each try, so that a lost race leaves one pointer. */
const newMeeting = (
  deps: MeetingDeps,
  actor: Actor,
  id: MeetingId,
  draft: ParsedMeetingDraft,
  facts: TeamFacts,
): Meeting => {
  if (actor.memberId === null) throw new AppError('FORBIDDEN');
  const made = {
    createdBy: actor.memberId,
    createdOn: toInstant(deps.clock.now()),
    isEnabled: true,
    lastRun: null,
    rev: 1,
    firstRun: null,
  };
  return { ...definitionOf(deps.newId, draft, facts), ...made, id };
};

/** The meeting an earlier try of the same draft made; undefined = none did. An id that is somebody else's is not found. */
const madeBefore = async (
  records: Records<OrgId>,
  actor: Actor,
  { id, teamId }: Pick<Meeting, 'id' | 'teamId'>,
): Promise<Stored<Meeting> | undefined> => {
  const pointer = await records.get(meetingPointer, { meetingId: id });
  if (pointer === undefined) return undefined;
  if (pointer.value.teamId !== teamId) throw new AppError('NOT_FOUND');
  const stored = await records.get(meetingKind, { teamId, meetingId: id });
  if (stored !== undefined && stored.value.createdBy !== actor.memberId) throw new AppError('NOT_FOUND');
  if (stored === undefined && (await wasLogged(records, { id, teamId }))) throw new AppError('NOT_FOUND');
  return stored;
};

/** A meeting that was deleted has left its log; one that was never whole has none. */
const wasLogged = async (records: Records<OrgId>, { id, teamId }: Pick<Meeting, 'id' | 'teamId'>): Promise<boolean> => {
  const key = { teamId, objectId: id, ms: 0, eventKey: '' };
  return (await records.list(teamActivity, key, prefixRange(`L|${id}|`))).length > 0;
};

const create = async (
  deps: MeetingDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
  draftId: MeetingId | undefined,
): Promise<Meeting> => {
  if (!deps.meetingTypes.includes(draft.type))
    throw new AppError('INVALID_INPUT', { message: 'meeting.typeNotOffered', path: ['type'] });
  const { teamId } = draft;
  const records = inOrg(deps.store, actor.orgId);
  const facts = await teamFacts(deps, actor.orgId, teamId);
  const id = draftId ?? meetingIdSchema.parse(deps.newId());
  const meeting = newMeeting(deps, actor, id, draft, facts);
  // Again after a lost race, and then the name is found taken, or the meeting there.
  return retryOnConflict(async () => {
    const made = draftId === undefined ? undefined : await madeBefore(records, actor, meeting);
    if (made !== undefined) return rewrite(deps, actor, made, draft);
    await requireFreeName(records, meeting);
    await ensure(records, meetingPointer, { meetingId: id }, () => ({ meetingId: id, teamId }));
    await planSaved(deps, actor.orgId, meeting, zonesOf(meeting, facts.people), deps.clock.now());
    await records.transact([
      records.insertStep(meetingKind, { teamId, meetingId: id }, meeting),
      records.insertStep(meetingName, { teamId, name: meeting.name }, { meetingId: id }),
      ...logSteps(deps, actor, meeting, [{ message: 'activity.meetingCreated', values: { name: meeting.name } }]),
    ]);
    return meeting;
  });
};

/** The guards of a rename change hands with it; a mere change of case, blanks or hyphens keeps its guard. */
const nameSteps = async (records: Records<OrgId>, before: Meeting, after: Meeting): Promise<RecordStep[]> => {
  const { teamId, id } = after;
  if (nameKey(before.name) === nameKey(after.name)) return [];
  return [
    records.insertStep(meetingName, { teamId, name: after.name }, { meetingId: id }),
    ...((await holderOf(records, teamId, before.name)) === id
      ? [records.deleteStep(meetingName, { teamId, name: before.name })]
      : []),
  ];
};

const requireSame = async (
  deps: MeetingDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
  before: Meeting,
): Promise<void> => {
  if (draft.teamId !== before.teamId) {
    await requireTeam(deps, actor, draft.teamId, 'meeting.write');
    throw new AppError('INVALID_INPUT', { message: 'meeting.teamFixed', path: ['teamId'] });
  }
  if (draft.type !== before.type) throw new AppError('INVALID_INPUT', { message: 'meeting.typeFixed', path: ['type'] });
};

/** Writes one edit. CONFLICT = the meeting or the name changed hands meanwhile: read and judge again. */
const write = async (
  deps: MeetingDeps,
  actor: Actor,
  { value: before, etag }: Stored<Meeting>,
  draft: ParsedMeetingDraft,
): Promise<Meeting> => {
  const records = inOrg(deps.store, actor.orgId);
  const facts = await teamFacts(deps, actor.orgId, before.teamId);
  const after: Meeting = {
    ...before,
    ...definitionOf(deps.newId, draft, facts, before),
    id: before.id,
    rev: before.rev + 1,
  };
  const changes = meetingChanges(before, after, namesIn(facts));
  // Also what a client sends again that never heard of its success.
  if (changes.length === 0) return before;
  if (draft.rev !== undefined && draft.rev !== before.rev)
    throw new AppError('MEETING_CHANGED', { data: await conflictOf(deps, actor, before, draft.rev) });
  await requireFreeName(records, after);
  // Also of an edit of texts alone: the row of the old revision would only be judged out of date and planned again.
  await planSaved(deps, actor.orgId, after, zonesOf(after, facts.people), deps.clock.now());
  await records.transact([
    records.replaceStep(meetingKind, { teamId: after.teamId, meetingId: after.id }, after, etag),
    ...(await nameSteps(records, before, after)),
    ...logSteps(deps, actor, after, changes),
  ]);
  return after;
};

/** The draft of a meeting that an earlier try has made: whatever was changed in it since is an edit of that first revision. */
const rewrite = async (
  deps: MeetingDeps,
  actor: Actor,
  made: Stored<Meeting>,
  draft: ParsedMeetingDraft,
): Promise<Meeting> => {
  await requireSame(deps, actor, draft, made.value);
  return write(deps, actor, made, { ...withKnownQuestions(draft, made.value), rev: 1 });
};

/**
 * Creates a meeting, or edits the one named by `id`. Refuses with INVALID_INPUT, MEETING_NAME_EXISTS, MEETING_CHANGED
 * (a revision older than the stored one), NOT_FOUND and FORBIDDEN. Saving the same twice changes nothing.
 */
export const save = async (
  deps: MeetingDeps,
  actor: Actor,
  { draftId, ...draft }: ParsedMeetingDraft,
): Promise<Meeting> => {
  const { id } = draft;
  if (id === undefined) {
    await requireTeam(deps, actor, draft.teamId, 'meeting.write');
    return create(deps, actor, draft, draftId);
  }
  return retryOnConflict(async () => {
    const stored = await meetingOf(deps, actor, id, 'meeting.write');
    await requireSame(deps, actor, draft, stored.value);
    return write(deps, actor, stored, draft);
  });
};

const meetingsOf = async (records: Records<OrgId>, teamId: TeamId): Promise<Meeting[]> => {
  const anyMeeting = { teamId, meetingId: '' as MeetingId };
  return (await records.list(meetingKind, anyMeeting, prefixRange('G|'))).map((row) => row.value);
};

interface InTeam {
  readonly teamId: TeamId;
}

/** The meetings of a team with the names of who is in them now, by name. */
export const getList = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId }: InTeam,
): Promise<MeetingListItem[]> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const records = inOrg(deps.store, actor.orgId);
  const [meetings, people] = await Promise.all([meetingsOf(records, teamId), presentMembers(records, teamId)]);
  const persons = new Map(
    people.map(({ memberId, name, thumbnailUrl }) => [memberId, { memberId, name, thumbnailUrl }]),
  );
  return meetings.map((one) => toListItem(one, persons)).sort(byName(actor.locale));
};

const toListItem = (
  { id, name, type, isEnabled, lastRun, timezone, teamId, time, interval, timeBasis, members, ...one }: Meeting,
  persons: ReadonlyMap<string, MeetingListItem['members'][number]>,
): MeetingListItem => {
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = one;
  return {
    ...{ id, name, type, isEnabled, lastRun, timezone, teamId, time, interval, timeBasis },
    ...{ sunday, monday, tuesday, wednesday, thursday, friday, saturday },
    members: members.flatMap((memberId) => persons.get(memberId) ?? []),
  };
};

/** Every meeting of a team, for filters, by name. */
export const getAll = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId }: InTeam,
): Promise<{ id: MeetingId; name: string; isEnabled: boolean }[]> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const meetings = await meetingsOf(inOrg(deps.store, actor.orgId), teamId);
  return meetings.map(({ id, name, isEnabled }) => ({ id, name, isEnabled })).sort(byName(actor.locale));
};

export const get = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { meetingId }: { readonly meetingId: MeetingId },
): Promise<Meeting> => (await meetingOf(deps, actor, meetingId, 'meeting.read')).value;

/** Whether another meeting of the team has the name: compared without case, blanks, hyphens and what cannot be seen. */
export const isMeetingNameExists = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId, name, meetingId }: InTeam & { readonly name: string; readonly meetingId?: MeetingId | undefined },
): Promise<{ isExists: boolean }> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const holder = await holderOf(inOrg(deps.store, actor.orgId), teamId, name);
  return { isExists: holder !== undefined && holder !== meetingId };
};
