import type { ValueOf } from '../../store/records.ts';
import { inOrg, outside } from '../../store/records.ts';
import { emailGuard, superadminProof } from '../../store/kinds/accounts.ts';
import type { profile as profileKind } from '../../store/kinds/accounts.ts';
import { orgMember } from '../../store/kinds/org.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { identityKey, isJoinedIdentity } from './microsoftIdentities.ts';

export interface SuperadminDeps extends Pick<Deps, 'store'> {
  /** `tid:oid` pairs and email addresses, in lower case (SUPERADMINS). */
  readonly superadmins: ReadonlySet<string>;
}

type Profile = ValueOf<typeof profileKind>;

/**
 * A Microsoft account is identified by tenant and object id; names and addresses of a roster do not count. It counts
 * if it opened this session, or if its owner joined it to the account. An invitation is no such proof: it may link
 * the member to the caller, but its code proves no Microsoft account.
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

/** The address counts for an account that confirmed it, and only after the operator or a superadmin confirmed that account. */
const isNamedAddress = async ({ store, superadmins }: SuperadminDeps, profile: Profile): Promise<boolean> => {
  const { email, userId, isConfirmed } = profile;
  if (!isConfirmed || !superadmins.has(email)) return false;
  const [guard, proof] = await Promise.all([
    outside(store).get(emailGuard, { email }),
    outside(store).get(superadminProof, { userId }),
  ]);
  return guard?.value.state === 'CONFIRMED' && guard.value.userId === userId && proof?.value.email === email;
};

/** The caller as superadmin if the configuration names them; otherwise unchanged. */
export const asSuperadmin = async (deps: SuperadminDeps, profile: Profile, actor: Actor): Promise<Actor> => {
  if (deps.superadmins.size === 0) return actor;
  // A tenant vouches for its own people only, not for the person who confirmed an address.
  const isConfined = actor.signIn?.confinedTo != null;
  const isNamed = (!isConfined && (await isNamedAddress(deps, profile))) || (await isNamedPerson(deps, actor));
  return isNamed ? { ...actor, role: 'superadmin' } : actor;
};
