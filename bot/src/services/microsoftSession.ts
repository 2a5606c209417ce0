import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { OrgId, UserId } from '#contracts/ids.ts';
import { outside } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { destinationOf, homeIn } from './homes.ts';
import type { Profile } from './homes.ts';
import { openSession } from './openSession.ts';
import type { OpenDeps } from './openSession.ts';

const profileOf = async ({ store }: Pick<OpenDeps, 'store'>, userId: UserId): Promise<Profile> => {
  const row = await outside(store).get(profileKind, { userId });
  // Erased between two reads: whoever it was is nobody now.
  if (row === undefined) throw new AppError('NOT_IN_ROSTER');
  return row.value;
};

/** In Teams the session is in the organisation of the tenant, whichever was used last. */
export const enterFromTeams = async (deps: OpenDeps, userId: UserId, orgId: OrgId): Promise<Session> => {
  const profile = await profileOf(deps, userId);
  const home = await homeIn(deps.store, profile, orgId);
  if (home === undefined) throw new AppError('NOT_IN_ROSTER');
  return openSession(deps, profile, home, { method: 'TEAMS', hasSecondFactor: false, confinedTo: orgId });
};

interface FromWeb {
  /** Null = the one used last. */
  readonly preferred: OrgId | null;
  /** The organisation of the tenant that vouches; null = the person joined that identity to all of the account. */
  readonly confinedTo: OrgId | null;
}

/** On the web it is in the preferred organisation, else in the one used last. */
export const enterFromWeb = async (
  deps: OpenDeps,
  userId: UserId,
  { preferred, confinedTo }: FromWeb,
): Promise<Session> => {
  const profile = await profileOf(deps, userId);
  const way = { method: 'MICROSOFT', hasSecondFactor: false, confinedTo } as const;
  const destination = await destinationOf(deps.store, profile, way, preferred ?? profile.lastOrgId);
  // A second factor of ours is asked of passwords only.
  if (destination.welcome !== 'COME_IN') throw new AppError('FORBIDDEN');
  return openSession(deps, profile, destination.home, way);
};
