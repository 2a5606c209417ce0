import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type {
  getProfile as getProfileCall,
  ProfileField,
  updateProfile as updateProfileCall,
} from '#contracts/user.ts';
import { outside } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { patched, revise } from './revise.ts';
import { profileOf } from './usersRows.ts';
import type { Profile } from './usersRows.ts';

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
    // People sign in by their address.
    case 'email':
    case 'Username':
      return account.email;
    case 'PhoneNumber':
      return account.phone;
    case 'PhotoUrl':
      return account.photoUrl;
  }
};

/** The fields of the own profile that were asked for. */
export const getProfile = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { fields }: ParsedOf<typeof getProfileCall>,
): Promise<OutputOf<typeof getProfileCall>> => {
  const account = await ownProfile(deps, actor);
  return Object.fromEntries(fields.map(({ asked, field }) => [asked, valueOf(account, field)]));
};

/** A person's own names; what is theirs alone is in no organisation's log. */
export const updateProfile = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { firstName, lastName }: ParsedOf<typeof updateProfileCall>,
): Promise<OutputOf<typeof updateProfileCall>> => {
  const { userId } = await ownProfile(deps, actor);
  await revise(outside(deps.store), profileKind, { userId }, (row) => patched(row, { firstName, lastName }));
  const { email } = await ownProfile(deps, actor);
  return { id: userId, firstName, lastName, email };
};
