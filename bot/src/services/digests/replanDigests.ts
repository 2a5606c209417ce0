import type { DigestId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { digest as digestKind } from '../../store/kinds/digests/digestAndSending.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { putDueRow } from '../runs/putDueRow.ts';
import { digestDueRow, listAllDigests, nextAtOf, plannedAfter, readDigestPlan } from './readDigestsAndBuildRows.ts';
import type { Digest } from './readDigestsAndBuildRows.ts';

type ReplanDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * Returns the instant of the next sending, computed with the present holidays. If the planned sending is already due,
 * it keeps its instant.
 */
const presentNextAt = async (records: Records<OrgId>, row: Digest, now: number): Promise<Digest['nextAt']> => {
  const { nextAt } = row;
  if (nextAt !== null && msOf(nextAt) <= now) return nextAt;
  return nextAtOf(await readDigestPlan(records, row, now), plannedAfter(row, now));
};

const replanDigest = ({ store, clock }: ReplanDeps, records: Records<OrgId>, id: DigestId): Promise<void> =>
  retryOnConflict(async () => {
    const stored = await records.get(digestKind, { id });
    if (stored?.value.state !== 'ACTIVE') return;
    const row = { ...stored.value, nextAt: await presentNextAt(records, stored.value, clock.now()) };
    const due = digestDueRow(records.scope, row);
    if (due !== undefined) await putDueRow(store, due);
    if (row.nextAt !== stored.value.nextAt) await records.replace(digestKind, { id }, row, stored.etag);
  });

/**
 * Plans the active digests of a team (or `ALL`: of the organisation and all its teams) again with the present holidays.
 * If a removed holiday had moved a digest, the digest is sent on its own date again. Call it after holidays have
 * changed; a repeated call changes nothing.
 */
export const replanDigests = async (
  deps: ReplanDeps,
  records: Records<OrgId>,
  place: TeamId | 'ALL',
): Promise<void> => {
  for (const { id, teamId } of await listAllDigests(records))
    if (place === 'ALL' || teamId === place) await replanDigest(deps, records, id);
};
