import type { LocalDate, OrgId } from '#contracts/ids.ts';
import { shardOf } from '../domain/ids.ts';
import { msOf, toInstant } from '../domain/time.ts';
import { runCascade } from '../services/cascades.ts';
import type { Cascade, CascadeRunDeps } from '../services/cascades.ts';
import { Halted } from '../services/cascadeRows.ts';
import { retryOnConflict } from '../services/revise.ts';
import { planShard } from '../services/replanning.ts';
import type { ReplanDeps } from '../services/replanning.ts';
import { trimShard } from '../services/retention.ts';
import { outside, readAs, scanRows } from '../store/kind.ts';
import { cascade, nightly, sagaPartition } from '../store/kinds/sagas.ts';
import { prefixRange } from '../store/port.ts';
import { createLooks } from './looks.ts';

// Goes on with removals that wait or broke off, and once a day with what organisations do not keep and with the plans of reports. Removals are few and in no
// hurry, so they are looked for once a minute and not with every beat.

const waiting = async (deps: CascadeRunDeps): Promise<Cascade[]> => {
  const rows: Cascade[] = [];
  for await (const row of scanRows(deps.store, cascade.table, sagaPartition, prefixRange('cascade|')))
    try {
      rows.push(readAs(cascade, row).value);
    } catch (error) {
      // Of a newer version, during an upgrade: left to those who can read it.
      deps.log.error('cascade.unreadable', error, { key: row.rk });
    }
  return rows;
};

/** All work of a tenant lies in one shard; of a person in several, in that of their account. */
const shardOfCascade = ({ orgId, id }: Cascade): string => shardOf(orgId ?? (id as OrgId));

const finishDay = (deps: CascadeRunDeps, shard: string, day: LocalDate): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(nightly, { shard });
    if (row === undefined) await records.insert(nightly, { shard }, { day });
    // A clock that went back does not make a night be done again.
    else if (row.value.day < day) await records.replace(nightly, { shard }, { day }, row.etag);
  });

export interface CascadeWork {
  /** What is due in the shards owned, as far as `isOwned` lets it. Never throws for what one removal does. */
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createCascadeWork = (deps: CascadeRunDeps & ReplanDeps): CascadeWork => {
  const removals = createLooks(deps.clock);
  const nights = createLooks(deps.clock);
  /** The day up to which a shard is known to be done, so that the store is asked once a day. */
  const done = new Map<string, LocalDate>();

  const night = async (shard: string, mayGoOn: () => boolean): Promise<void> => {
    const day = toInstant(deps.clock.now()).slice(0, 10) as LocalDate;
    if ((done.get(shard) ?? '') >= day) return;
    const row = await outside(deps.store).get(nightly, { shard });
    if (row === undefined || row.value.day < day) {
      await trimShard({ ...deps, mayGoOn }, shard);
      await planShard({ ...deps, mayGoOn }, shard);
      await finishDay(deps, shard, day);
    }
    done.set(shard, day);
  };

  const attempt = async (shard: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Halted)) deps.log.error('cascades.failed', error, { shard });
    }
  };

  const remove = async (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void> => {
    if (shards.length === 0) return;
    const now = deps.clock.now();
    const due = (await waiting(deps)).filter((row) => msOf(row.notBefore) <= now);
    for (const shard of shards)
      await removals.through(shard, isOwned, async (mayGoOn) => {
        for (const row of due.filter((one) => shardOfCascade(one) === shard))
          if (mayGoOn()) await attempt(shard, () => runCascade({ ...deps, mayGoOn }, row));
      });
  };

  // What somebody asked for comes before what the night brings.
  return async (shards, isOwned) => {
    await remove(removals.due(shards), isOwned);
    for (const shard of nights.due(shards))
      await nights.through(shard, isOwned, (mayGoOn) => attempt(shard, () => night(shard, mayGoOn)));
  };
};
