import { inOrg, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { plan } from '../../../bot/src/store/kinds/answers/latestPlan.ts';
import { trimOrganisation } from '../../../bot/src/services/dataLifecycle/trimOldRows.ts';
import { copyOf, deletionWorld } from '../../support/worlds/deletionWorld.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import type { StoredRow, TableStore } from '../../../bot/src/store/tableStorePort.ts';

// Tests answers that are saved while the nightly work removes rows past the retention.

const { orgId, teamId } = idsIn('contoso');
const pk = `${orgId}|${teamId}`;
const today = '2026-12-23';

/** Writes the row again with the date of today, as the answer of a member who is back. Returns false if it is gone. */
const renew = async (store: TableStore, old: StoredRow): Promise<boolean> => {
  const current = await store.get('Team', old);
  if (current === undefined) return false;
  await store.replace('Team', { pk, rk: old.rk, values: { ...current.values, date: today } }, current.etag);
  return true;
};

it.each([
  ['blocker', 'B|', (row: StoredRow) => readAs(blocker, row).value.date],
  ['plan', 'P|', (row: StoredRow) => readAs(plan, row).value.date],
] as const)('keeps a %s that an answer renews between any two store calls', async (_name, prefix, dateOf) => {
  const seeded = await deletionWorld();
  const records = inOrg(seeded.store, orgId);
  await records.touch(org, undefined, { retentionDays: 30 });
  const before = await seeded.rows();
  const [old] = (await seeded.store.scan('Team', pk, prefixRange(prefix))).rows;
  if (old === undefined) throw new Error('no row');
  const lost: number[] = [];
  let renewals = 0;
  for (let call = 1; ; call += 1) {
    const world = await copyOf(before, `${today}T00:01:00Z`);
    const hooked = createHookedStore(world.store);
    const renewed: boolean[] = [];
    hooked.before(call, async () => {
      renewed.push(await renew(world.store, old));
    });
    await trimOrganisation({ ...world.deps, store: hooked }, orgId);
    if (hooked.calls() < call) break;
    if (renewed.includes(true)) {
      renewals += 1;
      const after = await world.store.get('Team', old);
      if (after === undefined || dateOf(after) !== today) lost.push(call);
    }
    await world.store.close();
  }
  expect(renewals).toBeGreaterThan(5);
  expect(lost).toEqual([]);
});
