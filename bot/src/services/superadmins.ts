import type { ValueOf } from '../store/kind.ts';
import { inOrg, outside } from '../store/kind.ts';
import { emailGuard } from '../store/kinds/accounts.ts';
import type { profile as profileKind } from '../store/kinds/accounts.ts';
import { orgMember } from '../store/kinds/org.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';

export interface SuperadminDeps extends Pick<Deps, 'store'> {
  /** `tid:oid` pairs and e-mail addresses, lower case (SUPERADMINS). */
  readonly superadmins: ReadonlySet<string>;
}

type Profile = ValueOf<typeof profileKind>;

/** Identity in Teams is tid + oid: what a roster says of names and addresses counts for nothing here. */
const isNamedPerson = async ({ store, superadmins }: SuperadminDeps, actor: Actor): Promise<boolean> => {
  if (actor.memberId === null) return false;
  const member = (await inOrg(store, actor.orgId).get(orgMember, { memberId: actor.memberId }))?.value;
  if (member === undefined || member.tid === null || member.oid === null) return false;
  return member.userId === actor.userId && superadmins.has(`${member.tid}:${member.oid}`.toLowerCase());
};

/** The address counts for the account that confirmed it, not for one that merely carries it. */
const isNamedAddress = async ({ store, superadmins }: SuperadminDeps, profile: Profile): Promise<boolean> => {
  const { email, userId, isConfirmed } = profile;
  if (!isConfirmed || !superadmins.has(email)) return false;
  const guard = await outside(store).get(emailGuard, { email });
  return guard?.value.state === 'CONFIRMED' && guard.value.userId === userId;
};

/** The caller as superadmin, when the configuration names them; else as they are. */
export const asSuperadmin = async (deps: SuperadminDeps, profile: Profile, actor: Actor): Promise<Actor> => {
  if (deps.superadmins.size === 0) return actor;
  // A tenant vouches for its own people only, not for who has confirmed an address.
  const isConfined = actor.signIn?.confinedTo != null;
  const isNamed = (!isConfined && (await isNamedAddress(deps, profile))) || (await isNamedPerson(deps, actor));
  return isNamed ? { ...actor, role: 'superadmin' } : actor;
};
