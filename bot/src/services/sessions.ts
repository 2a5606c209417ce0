import { AppError } from '#contracts/errors.ts';
import type { OrgId } from '#contracts/ids.ts';
import { minuteMs, msOf } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import type { Derive } from '../store/provenRows.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { family as familyKind } from '../store/kinds/sessions.ts';
import type { Actor, SignIn } from './actor.ts';
import type { Deps } from './deps.ts';
import { livingOrg, openTeams, placesOf } from './standing.ts';
import { asSuperadmin } from './superadmins.ts';
import type { SuperadminDeps } from './superadmins.ts';
import { verifyAccess } from './tokens.ts';
import type { AccessClaims, TokenDeps } from './tokens.ts';

export interface SessionDeps extends Pick<Deps, 'store'>, TokenDeps, SuperadminDeps {
  /** Where the store can prove that nothing was written since (store/provenRows.ts); left out: everything is worked out anew. */
  readonly derive?: Derive;
}

type Profile = ValueOf<typeof profileKind>;

interface Live {
  readonly profile: Profile;
  readonly signIn: SignIn;
  /** Epoch ms at which the sign-in is over by itself. */
  readonly until: number;
}

/** Whose session it is, if neither it nor all sessions of its owner have been ended since. */
const liveSession = async ({ store }: SessionDeps, said: AccessClaims): Promise<Live | undefined> => {
  const records = outside(store);
  const [row, family] = await Promise.all([
    records.get(profileKind, { userId: said.sub }),
    records.get(familyKind, { userId: said.sub, familyId: said.fam }),
  ]);
  if (row === undefined || family === undefined) return undefined;
  const { sessionEpoch } = row.value;
  if (sessionEpoch !== said.epoch || sessionEpoch !== family.value.epoch) return undefined;
  const { familyId, method, hasSecondFactor, signedInAt, confinedTo, epoch } = family.value;
  if (confinedTo !== null && confinedTo !== said.org) return undefined;
  const signIn = { familyId, epoch, method, hasSecondFactor, confinedTo, at: msOf(signedInAt) };
  return { profile: row.value, signIn, until: msOf(family.value.expiresAt) };
};

const actorOf = async (records: Records<OrgId>, profile: Profile, spoken: string): Promise<Actor | undefined> => {
  const place = await records.get(orgUser, { userId: profile.userId });
  if (place === undefined) return undefined;
  const { memberId } = place.value;
  const accountName = `${profile.firstName} ${profile.lastName}`.trim();
  const account = { orgId: records.scope, userId: profile.userId, locale: profile.locale ?? spoken };
  if (memberId === null) return { ...account, memberId, name: accountName, role: place.value.role, teamIds: [] };
  const [member, places] = await Promise.all([records.get(orgMember, { memberId }), placesOf(records, memberId)]);
  // The role is the member's, so without the member there is none to go by but the least.
  if (member === undefined) return { ...account, memberId: null, name: accountName, role: 'user', teamIds: [] };
  return {
    ...account,
    memberId,
    name: member.value.name,
    role: member.value.role,
    teamIds: openTeams(places),
  };
};

/**
 * Who calls with this access token: epoch, sign-in, membership, role and teams are read anew each time, so that a sign-out, a
 * removal or a change of role holds from the next request, on every instance. `spoken` is the language of whoever has chosen none.
 * Undefined = not signed in.
 */
export const authenticate = async (deps: SessionDeps, token: string, spoken = 'en'): Promise<Actor | undefined> => {
  const said = await verifyAccess(deps, token);
  return said === undefined ? undefined : actorBehind(deps, said, spoken);
};

interface Behind extends Pick<Live, 'until'> {
  readonly actor: Actor;
}

const readBehind = async (deps: SessionDeps, said: AccessClaims, spoken: string): Promise<Behind | undefined> => {
  const records = inOrg(deps.store, said.org);
  const [live, organisation] = await Promise.all([liveSession(deps, said), livingOrg(records)]);
  if (live === undefined || organisation === undefined) return undefined;
  const { profile, signIn, until } = live;
  const actor = await actorOf(records, profile, spoken);
  return actor === undefined ? undefined : { actor: await asSuperadmin(deps, profile, { ...actor, signIn }), until };
};

/** Who a session is of, as of now. */
export const actorBehind = async (deps: SessionDeps, said: AccessClaims, spoken = 'en'): Promise<Actor | undefined> => {
  const { derive, clock } = deps;
  const name = `actor ${said.sub} ${said.org} ${said.epoch} ${said.fam} ${spoken}`;
  const work = (): Promise<Behind | undefined> => readBehind(deps, said, spoken);
  const behind = derive === undefined ? await work() : await derive(name, work);
  return behind === undefined || behind.until <= clock.now() ? undefined : behind.actor;
};

const recentMs = 5 * minuteMs;

/**
 * Refuses what concerns all of an account to a session that a tenant vouched for: who runs the tenant can sign in as its
 * people, and must not get into their other organisations by that.
 */
export const requireWholeAccount = (actor: Actor | undefined): void => {
  if (actor?.signIn?.confinedTo !== null) throw new AppError('FORBIDDEN', { message: 'org.confined' });
};

/** Refuses with REAUTH what must not be done with a browser left open: the sign-in must be younger than 5 minutes. */
export const requireRecentSignIn = ({ clock }: Pick<Deps, 'clock'>, { signIn }: Actor): void => {
  if (signIn === undefined || clock.now() - signIn.at >= recentMs) throw new AppError('REAUTH');
};
