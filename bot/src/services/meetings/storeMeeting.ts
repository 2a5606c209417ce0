import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { meetingId as meetingIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting, ParsedMeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { derivedId } from '../../domain/core/hashesAndDerivedIds.ts';
import { nameKey } from '../../domain/core/matchNamesAndNameKeys.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamActivity } from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireMeeting, requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { planSavedMeeting, putPassedRowsAgain } from '../runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { getOrInsert, retryOnConflict } from '../core/optimisticUpdate.ts';
import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { meetingsOf } from './listMeetings.ts';
import { meetingChanges } from './meetingChangesForLog.ts';
import { conflictOf } from './meetingConflict.ts';
import { definitionOf, namesInDraft, teamFacts, withKnownQuestions } from './meetingDefinitionFromDraft.ts';
import type { TeamFacts } from './meetingDefinitionFromDraft.ts';

export interface MeetingDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'translateFor'> {
  /** Types of meeting that this installation offers (setting MEETING_TYPES). */
  readonly meetingTypes: readonly Meeting['type'][];
}

export const holderOf = async (records: Records<OrgId>, teamId: TeamId, name: string): Promise<MeetingId | undefined> =>
  (await records.get(meetingName, { teamId, name }))?.value.meetingId;

const requireFreeName = async (records: Records<OrgId>, { id, teamId, name }: Meeting): Promise<void> => {
  const holder = await holderOf(records, teamId, name);
  if (holder !== undefined && holder !== id) throw new AppError('MEETING_NAME_EXISTS', { path: ['name'] });
};

const logSteps = (deps: MeetingDeps, actor: Actor, meeting: Meeting, facts: readonly ActivityFact[]): RecordStep[] =>
  facts.flatMap((fact) =>
    auditedActionSteps(inOrg(deps.store, actor.orgId), actor, {
      teamId: meeting.teamId,
      objectId: meeting.id,
      eventKey: deps.newId(),
      atMs: deps.clock.now(),
      ...fact,
      // The entry stores the revision that its change created, so that a person who edits an older revision can be
      // shown the later changes.
      values: { ...fact.values, rev: meeting.rev },
    }),
  );

const newMeeting = (
  deps: MeetingDeps,
  actor: Actor,
  draft: ParsedMeetingDraft,
  facts: TeamFacts,
): Omit<Meeting, 'id'> => {
  if (actor.memberId === null) throw new AppError('FORBIDDEN');
  const created = {
    createdBy: actor.memberId,
    createdOn: toInstant(deps.clock.now()),
    isEnabled: true,
    lastRun: null,
    rev: 1,
    firstRun: null,
  };
  return { ...definitionOf(deps.newId, draft, facts), ...created };
};

/**
 * Returns the id of a new meeting, derived from its author, team and draft, so that a repeated save finds the meeting
 * of the first save. Because the id is derived, a client can neither choose it nor reach another person's meeting.
 */
export const idOfDraft = (actor: Actor, teamId: TeamId, draftId: MeetingId): MeetingId =>
  meetingIdSchema.parse(derivedId('meeting', actor.memberId ?? '', teamId, draftId));

/**
 * Returns the meeting that an earlier save of the same draft created; undefined if there is none. Throws NOT_FOUND if
 * that meeting was deleted meanwhile.
 */
const findSavedDraft = async (
  records: Records<OrgId>,
  { id, teamId }: Pick<Meeting, 'id' | 'teamId'>,
): Promise<Stored<Meeting> | undefined> => {
  const stored = await records.get(meetingKind, { teamId, meetingId: id });
  if (stored === undefined && (await wasLogged(records, { id, teamId }))) throw new AppError('NOT_FOUND');
  return stored;
};

/**
 * True if the log has entries of the meeting. This distinguishes a deleted meeting from a meeting whose creation was
 * never finished, which has no entries.
 */
const wasLogged = async (records: Records<OrgId>, { id, teamId }: Pick<Meeting, 'id' | 'teamId'>): Promise<boolean> => {
  const key = { teamId, objectId: id, ms: 0, eventKey: '' };
  return (await records.list(teamActivity, key, prefixRange(`L|${id}|`))).length > 0;
};

/**
 * Throws MEETING_LIMIT if the team already has the maximum number of meetings, or if the caller has already created the
 * maximum number in this and all their other teams.
 */
const requireRoom = async (records: Records<OrgId>, actor: Actor, teamId: TeamId): Promise<void> => {
  let own = 0;
  for (const place of new Set([teamId, ...actor.teamIds])) {
    const meetings = await meetingsOf(records, place);
    if (place === teamId && meetings.length >= limits.meetingsPerTeam)
      throw new AppError('MEETING_LIMIT', { values: { count: limits.meetingsPerTeam } });
    own += meetings.filter(({ createdBy }) => createdBy === actor.memberId).length;
  }
  if (own >= limits.meetingsPerPerson)
    throw new AppError('MEETING_LIMIT', {
      message: 'meeting.limitPerson',
      values: { count: limits.meetingsPerPerson },
    });
};

// On this instance, an organisation creates one meeting at a time. Otherwise, concurrent saves would count the same
// existing meetings and could together exceed the limit.
const creating = createKeyedMutex();

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
  // All attempts use the same id, because otherwise a failed attempt would leave a pointer to a meeting that does not exist.
  const id = draftId === undefined ? meetingIdSchema.parse(deps.newId()) : idOfDraft(actor, teamId, draftId);
  const meeting: Meeting = { ...newMeeting(deps, actor, draft, facts), id };
  const insert = async (): Promise<Meeting> => {
    const created = draftId === undefined ? undefined : await findSavedDraft(records, meeting);
    if (created !== undefined) return rewrite(deps, actor, created, draft);
    await requireRoom(records, actor, teamId);
    await requireFreeName(records, meeting);
    await getOrInsert(records, meetingPointer, { meetingId: id }, () => ({ meetingId: id, teamId }));
    const planned = await planSavedMeeting(deps, actor.orgId, meeting, {
      zones: zonesOfMeetingMembers(meeting, facts.people),
      now: deps.clock.now(),
    });
    await records.transact([
      records.insertStep(meetingKind, { teamId, meetingId: id }, meeting),
      records.insertStep(meetingName, { teamId, name: meeting.name }, { meetingId: id }),
      ...logSteps(deps, actor, meeting, [{ message: 'activity.meetingCreated', values: { name: meeting.name } }]),
    ]);
    await putPassedRowsAgain(deps, planned);
    return meeting;
  };
  // The retry after a conflict finds either that the name is in use or that the meeting is already saved.
  return creating.runExclusive(actor.orgId, () => retryOnConflict(insert));
};

/**
 * Returns the steps that replace the name guard (the row that reserves the meeting's name). There are none if only
 * case, spaces or hyphens of the name change.
 */
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

/**
 * Writes one edit. If the meeting or the name guard was changed meanwhile, the store throws a conflict, and the caller
 * reads and decides again.
 */
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
  const changes = meetingChanges(before, after, namesInDraft(facts));
  // A client that got no reply sends its draft again, with an old revision. If the draft changes nothing, that is no
  // conflict.
  if (changes.length === 0) return before;
  if (draft.rev !== undefined && draft.rev !== before.rev)
    throw new AppError('MEETING_CHANGED', { data: await conflictOf(deps, actor, before, draft.rev) });
  await requireFreeName(records, after);
  // The meeting is planned even if only texts change. Otherwise its due row would have an old revision, and when it
  // becomes due, the run would have to be planned again.
  const planned = await planSavedMeeting(deps, actor.orgId, after, {
    zones: zonesOfMeetingMembers(after, facts.people),
    now: deps.clock.now(),
  });
  await records.transact([
    records.replaceStep(meetingKind, { teamId: after.teamId, meetingId: after.id }, after, etag),
    ...(await nameSteps(records, before, after)),
    ...logSteps(deps, actor, after, changes),
  ]);
  await putPassedRowsAgain(deps, planned);
  return after;
};

/**
 * Saves a draft again whose meeting an earlier save created. A later change of the draft counts as an edit of the
 * first revision.
 */
const rewrite = async (
  deps: MeetingDeps,
  actor: Actor,
  created: Stored<Meeting>,
  draft: ParsedMeetingDraft,
): Promise<Meeting> => {
  await requireSame(deps, actor, draft, created.value);
  return write(deps, actor, created, { ...withKnownQuestions(draft, created.value), rev: 1 });
};

/**
 * Creates a meeting, or edits the meeting `id`. Saving the same draft twice changes nothing. Throws INVALID_INPUT,
 * MEETING_LIMIT, MEETING_NAME_EXISTS, NOT_FOUND, FORBIDDEN, or MEETING_CHANGED if the stored meeting has a newer
 * revision than the draft.
 */
export const storeMeeting = async (
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
    const stored = await requireMeeting(deps, actor, id, 'meeting.write');
    await requireSame(deps, actor, draft, stored.value);
    return write(deps, actor, stored, draft);
  });
};
