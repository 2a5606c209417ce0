import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type {
  getProfile as getProfileCall,
  ProfileField,
  updateProfile as updateProfileCall,
} from '#contracts/people/userAndProfileCalls.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { nameOf, profileOf } from '../identity/accountProfilesAndMembers.ts';
import type { Profile } from '../identity/accountProfilesAndMembers.ts';
import { requireOwnReach } from '../identity/requireAccountWithinSession.ts';

type ProfileDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;
type Names = Pick<Profile, 'firstName' | 'lastName'>;

const ownProfile = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<Profile> => {
  const account = actor.userId === null ? undefined : await profileOf(deps, actor.userId);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

const valueOf = (account: Profile, field: ProfileField): string | null => {
  switch (field) {
    case 'id':
      return account.userId;
    case 'firstName':
      return account.firstName;
    case 'lastName':
      return account.lastName;
    // People sign in with their email address, so it is the user name.
    case 'email':
    case 'Username':
      return account.email;
    case 'PhoneNumber':
      return account.phone;
    case 'PhotoUrl':
      return account.photoUrl;
  }
};

export const getProfile = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { fields }: ParsedOf<typeof getProfileCall>,
): Promise<OutputOf<typeof getProfileCall>> => {
  const account = await ownProfile(deps, actor);
  return Object.fromEntries(fields.map(({ asked, field }) => [asked, valueOf(account, field)]));
};

const logRename = (deps: ProfileDeps, actor: Actor, account: Profile, names: Names): Promise<void> => {
  const values = { before: nameOf(account), after: nameOf(names) };
  const nameIn = (orgId: Actor['orgId']): string => (orgId === actor.orgId ? actor.name : values.before);
  const author = { userId: account.userId, nameIn };
  return logAccountChange(deps, author, { message: 'activity.profileRenamed', values });
};

/** Changes the caller's own first and last name, which all of the caller's organisations show. */
export const updateProfile = async (
  deps: ProfileDeps,
  actor: Actor,
  { firstName, lastName }: ParsedOf<typeof updateProfileCall>,
): Promise<OutputOf<typeof updateProfileCall>> => {
  const account = await ownProfile(deps, actor);
  const { userId } = account;
  await requireOwnReach(deps, actor);
  if (mergeChanges(account, { firstName, lastName }) !== undefined)
    await logRename(deps, actor, account, { firstName, lastName });
  await updateRow(outside(deps.store), profileKind, { userId }, (row) => mergeChanges(row, { firstName, lastName }));
  const { email } = await ownProfile(deps, actor);
  return { id: userId, firstName, lastName, email };
};
