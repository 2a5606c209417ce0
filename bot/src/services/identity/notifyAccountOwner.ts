import type { Deps } from '../core/deps.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import type { Profile } from './accountProfilesAndMembers.ts';

/**
 * The changes of access that are reported to the owner: a Microsoft account was joined or removed; the second factor
 * was turned on or off.
 */
export type AccessChange = 'JOINED' | 'REMOVED' | 'FACTOR_ON' | 'FACTOR_OFF';

/**
 * Emails the owner that the access to the account changes. Call it before the change, so that no change happens without
 * the email.
 */
export const notifyAccountOwner = (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { userId, email, locale }: Pick<Profile, 'userId' | 'email' | 'locale'>,
  change: AccessChange,
  organisation = '',
): Promise<void> =>
  queueEmail(deps, {
    ...{ kind: 'ACCESS_CHANGED', address: email, locale, subject: userId },
    values: { change, organization: organisation },
  });
