import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import {
  orgActivity,
  orgAuditedAction,
  teamActivity,
  teamAuditedAction,
} from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { forEachRow, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';

// Finds the earlier names of a person. Each log entry contains the name at its time, so erasing only the current name
// would leave earlier names in the log.

export interface NamedPerson {
  readonly userId: UserId;
  readonly names: readonly string[];
  readonly places: readonly { readonly orgId: OrgId; readonly memberId: MemberId | null }[];
}

const renames: readonly string[] = ['activity.profileRenamed', 'activity.userRenamed'];

/**
 * Adds the earlier names. Each log entry of a rename has the old and the new name, so the entries lead from a known
 * name to all earlier ones.
 */
const addRenamed = async (deps: BatchedDeletionDeps, orgId: OrgId, names: Set<string>): Promise<void> => {
  const pairs: { readonly before: string; readonly after: string }[] = [];
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('L|') }, (row) => {
    const { message, values } = readAs(orgActivity, row).value;
    if (renames.includes(message)) pairs.push({ before: String(values['before']), after: String(values['after']) });
    return Promise.resolve();
  });
  for (let known = -1; known !== names.size;) {
    known = names.size;
    for (const { before, after } of pairs) if (names.has(after)) names.add(before);
  }
};

/**
 * Adds the names under which the person acted in the organisation. The rows of the person's audited actions (`A|`)
 * point to the log entries with these names.
 */
const addOfOrg = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  personId: MemberId | UserId,
  names: Set<string>,
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange(`A|${personId}|`) }, async (row) => {
    const entry = await records.get(orgActivity, readAs(orgAuditedAction, row).value);
    if (entry !== undefined) names.add(entry.value.actor);
  });
};

interface Place {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
}

/**
 * Adds the names under which a person acted in a team. `personId` is the id of the member or of the account, because
 * admins act in teams without being members.
 */
const addOfTeam = async (
  deps: BatchedDeletionDeps,
  { orgId, teamId }: Place,
  personId: MemberId | UserId,
  names: Set<string>,
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  await forEachRow(
    deps,
    { table: 'Team', pk: teamPartition(orgId, teamId) },
    { range: prefixRange(`A|${personId}|`) },
    async (row) => {
      const entry = await records.get(teamActivity, { teamId, ...readAs(teamAuditedAction, row).value });
      if (entry !== undefined) names.add(entry.value.actor);
    },
  );
};

/**
 * Adds the names that the runs of a team list for a member, because a person can also be renamed in Teams, without a
 * log entry.
 */
const addOfRuns = async (
  deps: BatchedDeletionDeps,
  { orgId, teamId }: Place,
  memberId: MemberId,
  names: Set<string>,
): Promise<void> => {
  const pk = teamPartition(orgId, teamId);
  const takes = (rk: string): boolean => rk.endsWith('|0');
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('D|'), takes, keysOnly: true }, async (key) => {
    const row = await deps.store.get('Team', key);
    const members = row === undefined ? [] : readAs(runKind, row).value.members;
    for (const member of members) if (member.memberId === memberId) names.add(member.name);
  });
};

/** Returns every name of the person in the logs and runs of the organisations, including the given names. */
export const findAllNamesOfPerson = async (
  deps: BatchedDeletionDeps,
  { userId, names: given, places }: NamedPerson,
  replacement: string,
): Promise<string[]> => {
  const names = new Set(given);
  for (const { orgId, memberId } of places) {
    await addOfOrg(deps, orgId, userId, names);
    if (memberId !== null) await addOfOrg(deps, orgId, memberId, names);
    for (const { teamId } of await listTeamsOf(deps, orgId)) {
      await addOfTeam(deps, { orgId, teamId }, userId, names);
      if (memberId === null) continue;
      await addOfTeam(deps, { orgId, teamId }, memberId, names);
      await addOfRuns(deps, { orgId, teamId }, memberId, names);
    }
    await addRenamed(deps, orgId, names);
  }
  names.delete('');
  names.delete(replacement);
  return [...names];
};
