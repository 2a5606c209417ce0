import type { OrgId } from '#contracts/core/ids.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import type { OutboxRow, Written } from '../../services/runs/outboxRows.ts';
import { isMessage } from '../../store/kinds/messageKinds.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';

// Messages that become due are written and sent in one step, mostly by the instance that planned them. Inserting such a row also
// claims it, and only one insert succeeds, so no instance reads and claims it again before it is sent.

export interface ImmediateSends {
  /** New rows as they are to be written: messages of tenants with few on their way hold a lease of this instance. */
  claim(rows: readonly OutboxRow[]): readonly OutboxRow[];
  /** Begins to send the messages that were written with a lease. */
  send(written: readonly Written<OutboxRow>[]): void;
  /** Resolves when all sends that were begun are over. */
  done(): Promise<void>;
}

/** What the rate of a tenant allows in some seconds. Further messages wait for the next reading of the shard, which claims them in batches. */
const maxOfTenant = 250;

const countByTenant = (rows: readonly OutboxRow[]): Map<OrgId, number> => {
  const counts = new Map<OrgId, number>();
  for (const { orgId } of rows) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
  return counts;
};

const claimedOf = ({ row, key }: Written<OutboxRow>): Claimed[] =>
  row.lease === null ? [] : [{ row, key, lease: row.lease }];

export const createImmediateSends = (
  { clock, settings }: Pick<JobDeps, 'clock' | 'settings'>,
  /** `send` never throws. */
  sender: { readonly mayClaim: () => boolean; readonly send: (claimed: readonly Claimed[]) => Promise<void> },
): ImmediateSends => {
  const sending = new Map<OrgId, number>();
  const running = new Set<Promise<void>>();
  const countSending = (counts: ReadonlyMap<OrgId, number>, sign: 1 | -1): void => {
    for (const [orgId, count] of counts) {
      const left = (sending.get(orgId) ?? 0) + sign * count;
      if (left === 0) sending.delete(orgId);
      else sending.set(orgId, left);
    }
  };

  return {
    claim: (rows) => {
      if (!sender.mayClaim()) return rows;
      const counts = countByTenant(rows);
      const isFew = (orgId: OrgId): boolean => (counts.get(orgId) ?? 0) + (sending.get(orgId) ?? 0) <= maxOfTenant;
      const now = clock.now();
      const lease = toInstant(now + settings.rowLeaseMs);
      return rows.map((row) =>
        isMessage(row.kind) && isFew(row.orgId) && Date.parse(row.notBefore) <= now ? { ...row, lease } : row,
      );
    },
    send: (written) => {
      const claimed = written.flatMap(claimedOf);
      if (claimed.length === 0) return;
      const counts = countByTenant(claimed.map((item) => item.row));
      countSending(counts, 1);
      const work = sender.send(claimed).finally(() => {
        countSending(counts, -1);
        running.delete(work);
      });
      running.add(work);
    },
    done: async () => {
      await Promise.all(running);
    },
  };
};
