import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { memberTeam, teamMemberPointer } from '../../store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { changeMembership } from '../runs/updateOpenRunsOnTeamChange.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';
import { batches, rosterLog, targetOf } from './rosterTargetBatchesAndLog.ts';
import type { RosterDeps, Target } from './rosterTargetBatchesAndLog.ts';

/** Removes the two pointers that give the member access to the team, if they exist. */
const endAccess = async ({ records, place: { teamId } }: Target, memberId: MemberId): Promise<void> => {
  const key = { memberId, teamId };
  const inTeam = await records.get(memberTeam, key);
  if (inTeam !== undefined) await records.delete(memberTeam, key, inTeam.etag);
  const ofTeam = await records.get(teamMemberPointer, key);
  if (ofTeam !== undefined) await records.delete(teamMemberPointer, key, ofTeam.etag);
};

const leaveBatch = async (target: Target, members: readonly MemberId[]): Promise<void> => {
  const { deps, records, place } = target;
  await Promise.all(members.map((memberId) => endAccess(target, memberId)));
  const rows = await Promise.all(
    members.map((memberId) => records.get(teamMember, { teamId: place.teamId, memberId })),
  );
  const present = rows.flatMap((row) => (row?.value.leftOn === null ? [row] : []));
  const leftOn = toInstant(deps.clock.now());
  const steps = present.map(({ value, etag }) =>
    records.replaceStep(teamMember, { teamId: place.teamId, memberId: value.memberId }, { ...value, leftOn }, etag),
  );
  const names = present.map((row) => row.value.name);
  await records.transact([...steps, ...rosterLog(target, 'activity.membersLeft', names)]);
};

/**
 * Removes these members from the team: first their access, then they are marked as left in the team's rows. Open runs
 * no longer wait for their answers. Their history stays.
 */
export const leaveTeam = async (deps: RosterDeps, place: TeamPlace, memberIds: readonly MemberId[]): Promise<void> => {
  if (memberIds.length === 0) return;
  const target = targetOf(deps, place);
  await changeMembership(deps, { ...place, memberIds }, async () => {
    for (const batch of batches(memberIds)) await retryOnConflict(() => leaveBatch(target, batch));
  });
};
