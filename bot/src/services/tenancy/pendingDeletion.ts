import { AppError } from '#contracts/core/errors.ts';
import type { Instant, OrgId } from '#contracts/core/ids.ts';
import type { MessageValues } from '#contracts/text/catalogueKeys.ts';
import { inOrg, outside } from '../../store/records.ts';
import { org as orgKind } from '../../store/kinds/org.ts';
import { deletionJob } from '../../store/kinds/resumableJobs.ts';
import type { Deps } from '../core/deps.ts';
import { momentInWords } from '../core/formatUtcInstant.ts';

/** An organisation pending deletion, which can still be restored. */
export interface PendingDeletion {
  readonly name: string;
  readonly until: Instant;
}

/** Defined while the organisation is pending deletion and none of its rows is removed. */
export const findPendingDeletion = async (
  { store }: Pick<Deps, 'store'>,
  orgId: OrgId,
): Promise<PendingDeletion | undefined> => {
  const organisation = (await inOrg(store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return undefined;
  const removal = (await outside(store).get(deletionJob, { target: 'ORG', id: orgId }))?.value;
  return removal === undefined ? undefined : { name: organisation.name, until: removal.until };
};

/** Text values of a pending deletion: the organisation's name, and the time until which it can be restored. */
export const pendingDeletionValues = ({ name, until }: PendingDeletion, locale = 'en'): MessageValues => ({
  organisation: name,
  until: momentInWords(until, locale),
});

/** Returns true if the error was made by `pendingDeletionError`. */
export const isPendingDeletionError = (error: AppError): boolean => error.details.message === 'org.deleting';

/** The error that keeps people of an organisation pending deletion out. */
export const pendingDeletionError = (
  code: 'FORBIDDEN' | 'NOT_IN_ROSTER',
  pendingDeletion: PendingDeletion,
  locale?: string,
): AppError => new AppError(code, { message: 'org.deleting', values: pendingDeletionValues(pendingDeletion, locale) });
