import { logAccountChange } from '../core/logAccountChange.ts';
import type { Deps } from '../core/deps.ts';
import { listIdentities } from '../identity/microsoftIdentities.ts';
import { detachIdentity } from './detachIdentity.ts';
import { nameOf } from '../identity/accountProfilesAndMembers.ts';
import type { Profile } from '../identity/accountProfilesAndMembers.ts';

/**
 * Removes every Microsoft account that was joined to the account. Call it after the write that raises `joinsFrom`: that
 * write makes the joins invalid, including one in progress.
 */
export const removeJoinedIdentities = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  profile: Pick<Profile, 'userId' | 'firstName' | 'lastName'>,
): Promise<void> => {
  const { userId } = profile;
  for (const identity of await listIdentities(deps, userId))
    if (identity.wasJoined) {
      const name = nameOf(profile);
      await logAccountChange(
        deps,
        { userId, nameIn: () => name },
        { message: 'activity.identityRemoved', values: { name } },
      );
      await detachIdentity(deps, userId, identity);
    }
};
