import type { LocalDate, OrgId, TeamId } from '#contracts/ids.ts';
import { isOlder, keptFrom } from '../domain/retention.ts';
import { revDate } from '../domain/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, readAs } from '../store/kind.ts';
import { blocker, plan } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Range, StoredRow } from '../store/port.ts';
import { forRows, removeRange, teamsOf } from './cascadeRows.ts';
import type { CascadeDeps } from './cascadeRows.ts';
import { deleteRows } from './outboxRows.ts';
import { orgsOfShard } from './orgsIndex.ts';
import { livingOrg } from './standing.ts';

// What an organisation does not want to keep longer than so many days: runs with their answers and counts, hours, the log. What is
// set up (people, reports, future days) and what is billed stays. Nothing is remembered of it: the next night looks again.

/** Where days come first in the key only the old end is read; in the others every key is. */
const teamRanges = (from: LocalDate): readonly Range[] => [
  { from: 'D|', to: `D|${from}` },
  { from: 'H|', to: `H|${from}` },
  { from: `S|${revDate(from)}`, to: 'S}' },
  // What was asked goes before the week it was asked about.
  { from: `V|${revDate(from)}`, to: 'V}' },
  { from: `W|${revDate(from)}`, to: 'W}' },
  ...['R|', 'Q|', 'L|', 'A|', 'U|'].map(prefixRange),
];

/** The last plan and the open blocker name the day of the answer they come from. */
const forgetLast = async (deps: CascadeDeps, pk: string, from: LocalDate): Promise<void> => {
  const removeOld = (prefix: string, dateOf: (row: StoredRow) => LocalDate): Promise<void> =>
    forRows(deps, 'Team', pk, { range: prefixRange(prefix) }, async (row) => {
      if (dateOf(row) < from) await deleteRows(deps.store, 'Team', [row]);
    });
  await removeOld('P|', (row) => readAs(plan, row).value.date);
  await removeOld('B|', (row) => readAs(blocker, row).value.date);
};

const trimTeam = async (deps: CascadeDeps, orgId: OrgId, teamId: TeamId, from: LocalDate): Promise<void> => {
  const pk = teamPartition(orgId, teamId);
  for (const range of teamRanges(from)) await removeRange(deps, 'Team', pk, range, (rk) => isOlder(rk, from));
  await forgetLast(deps, pk, from);
};

/** Removes what the organisation does not keep; nothing while it keeps all, and nothing of one on its way out. */
export const trimOrg = async (deps: CascadeDeps, orgId: OrgId): Promise<void> => {
  const organisation = await livingOrg(inOrg(deps.store, orgId));
  if (organisation?.retentionDays == null) return;
  const today = toInstant(deps.clock.now()).slice(0, 10) as LocalDate;
  const from = keptFrom(today, organisation.retentionDays);
  for (const { teamId } of await teamsOf(deps, orgId)) await trimTeam(deps, orgId, teamId, from);
  for (const prefix of ['vac|', 'L|', 'A|'])
    await removeRange(deps, 'Org', orgId, prefixRange(prefix), (rk) => isOlder(rk, from));
};

/** The nightly work of all organisations of a shard; one that fails is logged and holds nothing up. */
export const trimShard = async (deps: CascadeDeps, shard: string): Promise<void> => {
  for await (const one of orgsOfShard(deps, shard)) {
    if (one === undefined) continue;
    const { orgId } = one;
    try {
      await trimOrg(deps, orgId);
    } catch (error) {
      if (deps.mayGoOn?.() === false) throw error;
      deps.log.error('retention.failed', error, { orgId });
    }
  }
};
