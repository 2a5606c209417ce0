import { AppError } from '#contracts/errors.ts';
import type { Instant, OrgId } from '#contracts/ids.ts';
import type { MessageValues } from '#contracts/text/keys.ts';
import { inOrg, outside } from '../store/kind.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { cascade } from '../store/kinds/sagas.ts';
import type { Deps } from './deps.ts';
import { momentInWords } from './moments.ts';

/** An organisation on its way out that can still be brought back. */
export interface Ending {
  readonly name: string;
  readonly until: Instant;
}

/** Set while the organisation is being deleted and nothing of it is gone. */
export const endingOf = async ({ store }: Pick<Deps, 'store'>, orgId: OrgId): Promise<Ending | undefined> => {
  const organisation = (await inOrg(store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return undefined;
  const removal = (await outside(store).get(cascade, { target: 'ORG', id: orgId }))?.value;
  return removal === undefined ? undefined : { name: organisation.name, until: removal.until };
};

/** What people are told of it: that it is being deleted, and until when it can be restored. */
export const endingValues = ({ name, until }: Ending, locale = 'en'): MessageValues => ({
  organisation: name,
  until: momentInWords(until, locale),
});

/** Whether a refusal is the one below. */
export const isEnding = (error: AppError): boolean => error.details.message === 'org.deleting';

/** The reason why somebody of it is let in no more. */
export const endingRefusal = (code: 'FORBIDDEN' | 'NOT_IN_ROSTER', ending: Ending, locale?: string): AppError =>
  new AppError(code, { message: 'org.deleting', values: endingValues(ending, locale) });
