import type { BlockerStateName } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { changeBlocker as changeBlockerCall } from '#contracts/blockers/blockerCalls.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  changeBlocker,
  isAllowed,
  lifeOf,
  relationTo,
  sinceOf,
  stateOfBlocker,
  wasReported,
  withoutGoneHelp,
} from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { BlockerChange } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, inSequentialOrder } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { summaryIntentStep } from '../runs/summaryIntent.ts';
import { meetingOwnedBy } from '../tenancy/requireTeamOrMeeting.ts';
import { isGoneIn } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { blockerIntent } from './requestBlockerMessageChecks.ts';
import type { BlockerPlace } from './blockerKeyType.ts';

export type BlockerDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

/**
 * A requested change. `since` is the first date of the blocker that the caller saw; undefined = the member's last
 * blocker.
 */
export interface RequestedChange {
  readonly change: BlockerChange;
  readonly since: LocalDate | undefined;
}

export interface ChangedBlocker {
  readonly isChanged: boolean;
  readonly state: BlockerStateName;
}

export interface ChangeNames {
  readonly owner: string;
  readonly needed: string;
}

/**
 * Returns the log entry of a change. It leaves out the note of a hand-back, because log entries are stored longer than
 * the blocker.
 */
export const changeFact = (change: BlockerChange, { owner, needed }: ChangeNames, text: string): ActivityFact => {
  switch (change.action) {
    case 'RESOLVE':
      return { message: 'activity.blockerResolved', values: { name: owner }, before: text };
    case 'ACKNOWLEDGE':
    case 'REOPEN':
    case 'HAND_BACK':
      return { message: 'activity.blockerChanged', values: { name: owner, action: change.action } };
    case 'NEED':
      return change.neededId === null
        ? { message: 'activity.blockerChanged', values: { name: owner, action: 'NEED_NONE' } }
        : { message: 'activity.blockerNeeds', values: { name: owner, needed } };
  }
};

/**
 * Returns the member who is to be named as needed; undefined if `neededId` is null. Throws INVALID_INPUT for the
 * blocked member, and for a person who is not in the team, has left it or is disabled.
 */
export const requireNeeded = async (
  records: Records<OrgId>,
  { teamId, memberId }: BlockerPlace,
  neededId: MemberId | null,
  path: string[],
): Promise<TeamMember | undefined> => {
  if (neededId === null) return undefined;
  if (neededId === memberId) throw new AppError('INVALID_INPUT', { message: 'blocker.needsSelf', path });
  const row = await records.get(teamMember, { teamId, memberId: neededId });
  if (row === undefined || row.value.leftOn !== null || !row.value.isEnabled)
    throw new AppError('INVALID_INPUT', { message: 'blocker.notInTeam', path });
  return row.value;
};

type BlockerRow = Stored<ValueOf<typeof blockerKind>>;

/** Returns the step that requests a new summary of the run that reported the blocker; none if the run is gone. */
const summarySteps = async (
  records: Records<OrgId>,
  place: BlockerPlace,
  date: LocalDate,
  now: number,
): Promise<RecordStep[]> => {
  const run = await records.get(runKind, { ...place, date });
  const ref = { ...place, orgId: records.scope, date };
  return run === undefined ? [] : [summaryIntentStep(records.store, ref, run.value.opensAt, now)];
};

/**
 * Returns the blocker row. If the member who works on the blocker has left the team or is disabled, the returned
 * blocker is open, so that another person can take it. Throws NOT_FOUND if there is no blocker.
 */
const readBlocker = async (records: Records<OrgId>, place: BlockerPlace): Promise<BlockerRow> => {
  const row = await records.get(blockerKind, place);
  if (row === undefined || !wasReported(row.value)) throw new AppError('NOT_FOUND');
  const { state, neededId, changedBy } = lifeOf(row.value) ?? {};
  if (state !== 'ACKNOWLEDGED') return row;
  const helpers = new Map<MemberId, TeamMember>();
  for (const memberId of [neededId, changedBy]) {
    const member = memberId == null ? undefined : await records.get(teamMember, { teamId: place.teamId, memberId });
    if (member !== undefined) helpers.set(member.value.memberId, member.value);
  }
  return { ...row, value: withoutGoneHelp(row.value, isGoneIn(helpers)) };
};

/**
 * Changes a blocker. Precondition: the caller has checked that the actor belongs to the blocker's team or is an admin.
 * Repeating a change does nothing. Throws an AppError with the reason if the change is not allowed or no longer
 * possible.
 */
export const applyChange = async (
  deps: BlockerDeps,
  actor: Actor,
  place: BlockerPlace,
  { change, since }: RequestedChange,
): Promise<ChangedBlocker> => {
  const records = inOrg(deps.store, actor.orgId);
  const owner = await records.get(teamMember, place);
  if (owner === undefined) throw new AppError('NOT_FOUND');
  return retryOnConflict(async () => {
    const { value, etag } = await readBlocker(records, place);
    const relation = relationTo(value, place.memberId, {
      memberId: actor.memberId,
      isAdmin: actor.role === 'admin',
    });
    if (!isAllowed(change.action, relation)) throw new AppError('FORBIDDEN');
    if (since !== undefined && since !== sinceOf(value)) throw new AppError('BLOCKER_CHANGED');
    const needed =
      change.action === 'NEED' ? await requireNeeded(records, place, change.neededId, ['neededId']) : undefined;
    const now = deps.clock.now();
    const result = changeBlocker(value, change, { memberId: actor.memberId, at: toInstant(now) });
    if (result.is === 'ENDED') throw new AppError('BLOCKER_RESOLVED');
    if (result.is === 'UNCHANGED') return { isChanged: false, state: stateOfBlocker(value) };
    const names = { owner: owner.value.name, needed: needed?.name ?? '' };
    const steps: RecordStep[] = [
      records.replaceStep(blockerKind, place, { ...value, ...result.next }, etag),
      ...auditedActionSteps(records, actor, {
        ...{ teamId: place.teamId, objectId: place.meetingId, eventKey: deps.newId(), atMs: now },
        ...changeFact(change, names, value.text),
      }),
    ];
    // The intents (outbox rows for the summary and the cards) are written before the change. If the process dies in
    // between, their handlers find nothing to do. Both are written in one call, so that on the embedded store no handler
    // can run in between.
    await inSequentialOrder(deps.store, [
      [...(await summarySteps(records, place, value.date, now)), blockerIntent(records, place, now)],
      steps,
    ]);
    return { isChanged: true, state: stateOfBlocker(result.next) };
  });
};

/**
 * Returns the key of the blocker if the actor belongs to the report's team or is an admin. `applyChange` checks the
 * right to each change.
 */
export const requireBlocker = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { meetingId, memberId }: Pick<BlockerPlace, 'meetingId' | 'memberId'>,
): Promise<BlockerPlace> => {
  const access = { permission: 'blocker.change', owns: () => true } as const;
  const { teamId } = (await meetingOwnedBy(deps, actor, meetingId, access)).value;
  return { teamId, meetingId, memberId };
};

const changeOf = ({ action, neededId, note }: ParsedOf<typeof changeBlockerCall>): BlockerChange => {
  switch (action) {
    case 'HAND_BACK':
      return { action, note: note == null || note === '' ? null : note };
    case 'NEED':
      return { action, neededId: neededId ?? null };
    case 'ACKNOWLEDGE':
    case 'RESOLVE':
    case 'REOPEN':
      return { action };
  }
};

export const changeBlockerOf = async (
  deps: BlockerDeps,
  actor: Actor,
  input: ParsedOf<typeof changeBlockerCall>,
): Promise<OutputOf<typeof changeBlockerCall>> => {
  const place = await requireBlocker(deps, actor, input);
  const changed = await applyChange(deps, actor, place, { change: changeOf(input), since: input.since });
  return { meetingId: input.meetingId, memberId: input.memberId, ...changed };
};
