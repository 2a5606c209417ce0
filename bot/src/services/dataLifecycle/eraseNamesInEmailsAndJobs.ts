import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { withoutNames } from '../../domain/dataLifecycle/anonymiseRowsOfErasedPerson.ts';
import { accountWork, isAccountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { connecting } from '../../store/kinds/connect/connectJob.ts';
import { jobPartition } from '../../store/kinds/core/jobPartition.ts';
import { outboxPartition } from '../../store/kinds/outbox/outboxRow.ts';
import { prefixRange, wholePartition } from '../../store/tableStorePort.ts';
import { forEachRow } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { rewriteRow } from './rewriteRow.ts';
import type { Erased } from './erasePersonInOrganisation.ts';

type NamesErased = Pick<Erased, 'names' | 'replacement'>;

/**
 * Erases the person's name in unfinished deletion jobs and connections. Their rows contain the name of the requester,
 * and the log entry at their end would repeat it.
 */
export const eraseInJobs = async (
  deps: BatchedDeletionDeps,
  orgIds: ReadonlySet<OrgId>,
  { names, replacement }: NamesErased,
): Promise<void> => {
  const clean = <T extends { readonly actor: string }>(row: T): T => ({
    ...row,
    actor: withoutNames(row.actor, names, replacement),
  });
  await forEachRow(deps, { table: 'Sys', pk: jobPartition }, { range: prefixRange('cascade|') }, (row) =>
    rewriteRow(deps, deletionJob, row, (value) =>
      value.orgId !== null && orgIds.has(value.orgId) ? clean(value) : value,
    ),
  );
  await forEachRow(deps, { table: 'Sys', pk: jobPartition }, { range: prefixRange('connect|') }, (row) =>
    rewriteRow(deps, connecting, row, (value) =>
      orgIds.has(value.toOrgId) || orgIds.has(value.fromOrgId) ? clean(value) : value,
    ),
  );
};

/**
 * Replaces the erased person's names in queued emails, which may name the person who caused them. An email that an
 * instance is sending now (it has a lease) is not changed, because the change would make another instance send it
 * again.
 */
export const eraseInEmails = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  { names, replacement }: NamesErased,
): Promise<void> => {
  const pk = outboxPartition(shardOf(orgId));
  const takes = (rk: string): boolean => isAccountWork(rk) && rk.includes(`|${orgId}|`);
  const now = toInstant(deps.clock.now());
  await forEachRow(deps, { table: 'Outbox', pk }, { range: wholePartition, takes }, (row) =>
    rewriteRow(deps, accountWork, row, (email) => {
      if (email.lease !== null && email.lease > now) return email;
      const values = Object.entries(email.values).map(([key, value]) => [key, withoutNames(value, names, replacement)]);
      return { ...email, values: Object.fromEntries(values) as Readonly<Record<string, string>> };
    }),
  );
};
