import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import type { Deps } from '../core/deps.ts';
import { formatUtcDateAndTime } from '../core/formatUtcDateAndTime.ts';

/** An organisation that is pending deletion and can still be restored. */
export interface PendingDeletion {
  readonly name: string;
  readonly until: Instant;
}

/**
 * Returns the pending deletion of an organisation; undefined if it is not being deleted, or if the removal of its rows
 * has begun.
 */
export const findPendingDeletion = async (
  { store }: Pick<Deps, 'store'>,
  orgId: OrgId,
): Promise<PendingDeletion | undefined> => {
  const organisation = (await inOrg(store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return undefined;
  const removal = (await outside(store).get(deletionJob, { target: 'ORG', id: orgId }))?.value;
  return removal === undefined ? undefined : { name: organisation.name, until: removal.until };
};

/**
 * Returns the values for texts about a pending deletion: the name of the organisation, and the time (UTC) until which
 * it can be restored.
 */
export const pendingDeletionValues = ({ name, until }: PendingDeletion, locale = 'en'): MessageValues => ({
  organisation: name,
  until: formatUtcDateAndTime(until, locale),
});

export const isPendingDeletionError = (error: AppError): boolean => error.details.message === 'org.deleting';

/** Returns the error for a person whose organisation is pending deletion, because that person may not enter it. */
export const pendingDeletionError = (
  code: 'FORBIDDEN' | 'NOT_IN_ROSTER',
  pendingDeletion: PendingDeletion,
  locale?: string,
): AppError => new AppError(code, { message: 'org.deleting', values: pendingDeletionValues(pendingDeletion, locale) });
