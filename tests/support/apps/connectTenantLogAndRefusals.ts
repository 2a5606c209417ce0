import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { ConnectWorld } from './connectTenantWorld.ts';
import { anEntraPerson } from '../fakes/localEntra.ts';
import { rowsOf } from '../data/readStoreRows.ts';

export const { tid } = anEntraPerson();

/**
 * Returns the keys of all rows except temporary ones (codes, sessions, counters, log and outbox), so that a test can
 * compare them before and after a call.
 */
export const keysOf = async ({ store }: ConnectWorld): Promise<string[]> => {
  const all: string[] = [];
  for (const table of tables)
    if (table !== 'Outbox')
      for (const { pk, rk } of await rowsOf(store.admin, table))
        if (!/^(?:L\||fam\||t$)/.test(rk) && !pk.startsWith('lim-')) all.push(`${table} ${pk} ${rk}`);
  return all.sort();
};
export const logOf = async ({ store }: ConnectWorld, orgId: string): Promise<string[]> =>
  (await rowsOf(store.admin, 'Org', 'L|'))
    .filter((row) => row.pk === orgId)
    .map((row) => String(row.values['message']));
export const refusedWith = (message: string) => ({
  code: 'CONNECT_REFUSED',
  details: { message: `connectRefused.${message}` },
});
