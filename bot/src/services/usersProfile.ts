import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type {
  getProfile as getProfileCall,
  ProfileField,
  updateProfile as updateProfileCall,
} from '#contracts/user.ts';
import { inOrg, outside } from '../store/kind.ts';
import { membership, profile as profileKind } from '../store/kinds/accounts.ts';
import { orgUser } from '../store/kinds/org.ts';
import { prefixRange } from '../store/port.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { patched, revise } from './revise.ts';
import { nameOf, profileOf } from './usersRows.ts';
import type { Profile } from './usersRows.ts';

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

/** In the log of every organisation that lists the account, before the change: it may say it twice, it never leaves it out. */
const logRename = async (deps: ProfileDeps, actor: Actor, account: Profile, names: Names): Promise<void> => {
  const values = { before: nameOf(account), after: nameOf(names) };
  const anyPlace = { userId: account.userId, orgId: actor.orgId, memberId: null };
  const places = await outside(deps.store).list(membership, anyPlace, prefixRange('m|'));
  for (const orgId of new Set(places.map(({ value }) => value.orgId))) {
    const records = inOrg(deps.store, orgId);
    const place = await records.get(orgUser, { userId: account.userId });
    if (place === undefined) continue;
    const { memberId } = place.value;
    const doer = { memberId, userId: account.userId, name: orgId === actor.orgId ? actor.name : values.before };
    await records.transact(
      deedSteps(records, doer, {
        ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
        ...{ message: 'activity.profileRenamed', values },
      }),
    );
  }
};

/** A person's own names. */
export const updateProfile = async (
  deps: ProfileDeps,
  actor: Actor,
  { firstName, lastName }: ParsedOf<typeof updateProfileCall>,
): Promise<OutputOf<typeof updateProfileCall>> => {
  const account = await ownProfile(deps, actor);
  const { userId } = account;
  if (patched(account, { firstName, lastName }) !== undefined)
    await logRename(deps, actor, account, { firstName, lastName });
  await revise(outside(deps.store), profileKind, { userId }, (row) => patched(row, { firstName, lastName }));
  const { email } = await ownProfile(deps, actor);
  return { id: userId, firstName, lastName, email };
};
