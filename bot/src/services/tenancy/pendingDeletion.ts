import { AppError } from '#contracts/core/errors.ts';
import type { Instant, OrgId } from '#contracts/core/ids.ts';
import type { MessageValues } from '#contracts/text/catalogueKeys.ts';
import { inOrg, outside } from '../../store/kind.ts';
import { org as orgKind } from '../../store/kinds/org.ts';
import { cascade } from '../../store/kinds/sagas.ts';
import type { Deps } from '../core/deps.ts';
import { momentInWords } from '../core/formatUtc.ts';

/** An organisation pending deletion, which can still be restored. */
export interface Ending {
  readonly name: string;
  readonly until: Instant;
}

/** Defined while the organisation is pending deletion and none of its rows is removed. */
export const endingOf = async ({ store }: Pick<Deps, 'store'>, orgId: OrgId): Promise<Ending | undefined> => {
  const organisation = (await inOrg(store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return undefined;
  const removal = (await outside(store).get(cascade, { target: 'ORG', id: orgId }))?.value;
  return removal === undefined ? undefined : { name: organisation.name, until: removal.until };
};

/** Text values of a pending deletion: the organisation's name, and the time until which it can be restored. */
export const endingValues = ({ name, until }: Ending, locale = 'en'): MessageValues => ({
  organisation: name,
  until: momentInWords(until, locale),
});

/** Returns true if the error was made by `endingRefusal`. */
export const isEnding = (error: AppError): boolean => error.details.message === 'org.deleting';

/** The error that keeps people of an organisation pending deletion out. */
export const endingRefusal = (code: 'FORBIDDEN' | 'NOT_IN_ROSTER', ending: Ending, locale?: string): AppError =>
  new AppError(code, { message: 'org.deleting', values: endingValues(ending, locale) });
