import type { OrgId } from '#contracts/core/ids.ts';
import { shardOf } from '../../domain/core/hashing.ts';
import { toInstant } from '../../domain/core/time.ts';
import { withoutNames } from '../../domain/dataLifecycle/tombstones.ts';
import { accountWork, isAccountWork } from '../../store/kinds/accountWork.ts';
import { cascade, connecting, sagaPartition } from '../../store/kinds/sagas.ts';
import { outboxPartition } from '../../store/kinds/work.ts';
import { prefixRange } from '../../store/port.ts';
import { forRows, wholePartition } from '../runs/batchedDeletion.ts';
import type { CascadeDeps } from '../runs/batchedDeletion.ts';
import { rewrite } from './eraseRows.ts';
import type { Erased } from './eraseRows.ts';

// Erases a person's names in work that is still queued for others.

type NamesErased = Pick<Erased, 'names' | 'replacement'>;

/**
 * Unfinished deletion jobs and connections of organisations name the person who requested them, also in their final
 * log entry.
 */
export const eraseInSagas = async (
  deps: CascadeDeps,
  orgIds: ReadonlySet<OrgId>,
  { names, replacement }: NamesErased,
): Promise<void> => {
  const clean = <T extends { readonly actor: string }>(row: T): T => ({
    ...row,
    actor: withoutNames(row.actor, names, replacement),
  });
  await forRows(deps, { table: 'Sys', pk: sagaPartition }, { range: prefixRange('cascade|') }, (row) =>
    rewrite(deps, cascade, row, (value) => (value.orgId !== null && orgIds.has(value.orgId) ? clean(value) : value)),
  );
  await forRows(deps, { table: 'Sys', pk: sagaPartition }, { range: prefixRange('connect|') }, (row) =>
    rewrite(deps, connecting, row, (value) =>
      orgIds.has(value.toOrgId) || orgIds.has(value.fromOrgId) ? clean(value) : value,
    ),
  );
};

/**
 * Queued emails to others name the person who caused them. An email that an instance is sending right now keeps its
 * row: a change would make another instance send it again.
 */
export const eraseInLetters = async (
  deps: CascadeDeps,
  orgId: OrgId,
  { names, replacement }: NamesErased,
): Promise<void> => {
  const pk = outboxPartition(shardOf(orgId));
  const takes = (rk: string): boolean => isAccountWork(rk) && rk.includes(`|${orgId}|`);
  const now = toInstant(deps.clock.now());
  await forRows(deps, { table: 'Outbox', pk }, { range: wholePartition, takes }, (row) =>
    rewrite(deps, accountWork, row, (letter) => {
      if (letter.lease !== null && letter.lease > now) return letter;
      const values = Object.entries(letter.values).map(([key, value]) => [
        key,
        withoutNames(value, names, replacement),
      ]);
      return { ...letter, values: Object.fromEntries(values) as Readonly<Record<string, string>> };
    }),
  );
};
