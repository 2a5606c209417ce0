import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, superadminProof } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import type { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { identityKey, isJoinedIdentity } from './microsoftIdentities.ts';

export interface SuperadminDeps extends Pick<Deps, 'store'> {
  /** Values of SUPERADMINS: `tid:oid` pairs and email addresses, in lower case. */
  readonly superadmins: ReadonlySet<string>;
}

type Profile = ValueOf<typeof profileKind>;

/**
 * True if SUPERADMINS contains the Microsoft account (tenant and object id) of the caller, and this Microsoft account
 * opened the session or was joined to the caller's account. A link by an invitation code is not enough, because it
 * proves no Microsoft account.
 */
const isNamedPerson = async ({ store, superadmins }: SuperadminDeps, actor: Actor): Promise<boolean> => {
  const { memberId, userId, orgId, signIn } = actor;
  if (memberId === null || userId === null) return false;
  const member = (await inOrg(store, orgId).get(orgMember, { memberId }))?.value;
  if (member === undefined || member.tid === null || member.oid === null || member.userId !== userId) return false;
  const person = { tid: member.tid, oid: member.oid };
  if (!superadmins.has(`${person.tid}:${person.oid}`.toLowerCase())) return false;
  return signIn?.identity === identityKey(person) || isJoinedIdentity({ store }, person, userId);
};

/**
 * True if SUPERADMINS contains the account's address, the address is confirmed, and the operator or a superadmin has
 * confirmed the account. A confirmed address alone is not enough.
 */
const isNamedAddress = async ({ store, superadmins }: SuperadminDeps, profile: Profile): Promise<boolean> => {
  const { email, userId, isConfirmed } = profile;
  if (!isConfirmed || !superadmins.has(email)) return false;
  const [guard, proof] = await Promise.all([
    outside(store).get(emailGuard, { email }),
    outside(store).get(superadminProof, { userId }),
  ]);
  return guard?.value.state === 'CONFIRMED' && guard.value.userId === userId && proof?.value.email === email;
};

/** Returns the caller with the role superadmin if SUPERADMINS names the caller; otherwise the caller unchanged. */
export const asSuperadmin = async (deps: SuperadminDeps, profile: Profile, actor: Actor): Promise<Actor> => {
  if (deps.superadmins.size === 0) return actor;
  // A sign-in that only a tenant proved does not prove that the person owns the confirmed email address, because the
  // administrators of the tenant can sign in as its people.
  const isConfined = actor.signIn?.confinedTo != null;
  const isNamed = (!isConfined && (await isNamedAddress(deps, profile))) || (await isNamedPerson(deps, actor));
  return isNamed ? { ...actor, role: 'superadmin' } : actor;
};
