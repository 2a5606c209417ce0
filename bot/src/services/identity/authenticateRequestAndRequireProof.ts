import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { DeriveFromRows } from '../../store/stateVersionCache.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { tokenFamily as familyKind } from '../../store/kinds/identity/refreshTokenFamily.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import type { Actor, SignIn } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import {
  chosenTeamLocale,
  findActiveOrganisation,
  accessibleTeamIds,
  findTeamMemberships,
} from '../tenancy/activeOrganisationAndTeams.ts';
import { asSuperadmin } from './superadminRoleFromSettings.ts';
import type { SuperadminDeps } from './superadminRoleFromSettings.ts';
import { verifyAccess } from './accessAndChallengeTokens.ts';
import type { AccessClaims, TokenDeps } from './accessAndChallengeTokens.ts';

export interface SessionDeps extends Pick<Deps, 'store'>, TokenDeps, SuperadminDeps {
  /**
   * Returns the result of a computation from a cache as long as none of the rows that the computation read has changed
   * (store/stateVersionCache.ts). Undefined = nothing is cached.
   */
  readonly derive?: DeriveFromRows;
}

type Profile = ValueOf<typeof profileKind>;

interface Live {
  readonly profile: Profile;
  readonly signIn: SignIn;
  /** Epoch ms at which the sign-in expires. */
  readonly until: number;
}

/**
 * Returns the session of an access token. Undefined if this session, or all sessions of its owner, ended after the
 * token was issued.
 */
const liveSession = async ({ store }: SessionDeps, claims: AccessClaims): Promise<Live | undefined> => {
  const records = outside(store);
  const [row, family] = await Promise.all([
    records.get(profileKind, { userId: claims.sub }),
    records.get(familyKind, { userId: claims.sub, familyId: claims.fam }),
  ]);
  if (row === undefined || family === undefined) return undefined;
  const { sessionEpoch } = row.value;
  if (sessionEpoch !== claims.epoch || sessionEpoch !== family.value.epoch) return undefined;
  const { familyId, method, hasSecondFactor, signedInAt, confinedTo, epoch, identity = null } = family.value;
  if (confinedTo !== null && confinedTo !== claims.org) return undefined;
  const signIn = { familyId, epoch, method, hasSecondFactor, confinedTo, identity, at: msOf(signedInAt) };
  return { profile: row.value, signIn, until: msOf(family.value.expiresAt) };
};

const actorOf = async (
  records: Records<OrgId>,
  { profile, signIn }: Live,
  locale: string,
): Promise<Actor | undefined> => {
  const place = await records.get(orgUser, { userId: profile.userId });
  if (place === undefined) return undefined;
  const { memberId } = place.value;
  const accountName = `${profile.firstName} ${profile.lastName}`.trim();
  const account = { orgId: records.scope, userId: profile.userId, locale: profile.locale ?? locale };
  if (memberId === null) return { ...account, memberId, name: accountName, role: place.value.role, teamIds: [] };
  const [member, places] = await Promise.all([
    records.get(orgMember, { memberId }),
    findTeamMemberships(records, memberId),
  ]);
  // The role is stored in the member's row. If this row is missing, the lowest role applies.
  if (member === undefined) return { ...account, memberId: null, name: accountName, role: 'user', teamIds: [] };
  return {
    ...account,
    locale: (signIn.confinedTo === null ? null : chosenTeamLocale(places)) ?? account.locale,
    memberId,
    name: member.value.name,
    role: member.value.role,
    teamIds: accessibleTeamIds(places),
  };
};

/**
 * Returns the caller with this access token; undefined if the caller is not signed in. Session, membership, role and
 * teams are current on each call, so a sign-out, a removal or a change of role applies from the next request on, on
 * every instance. `locale`: used if the person has chosen none.
 */
export const authenticate = async (deps: SessionDeps, token: string, locale = 'en'): Promise<Actor | undefined> => {
  const content = await verifyAccess(deps, token);
  return content === undefined ? undefined : actorBehind(deps, content, locale);
};

interface Behind extends Pick<Live, 'until'> {
  readonly actor: Actor;
}

const readBehind = async (deps: SessionDeps, claims: AccessClaims, locale: string): Promise<Behind | undefined> => {
  const records = inOrg(deps.store, claims.org);
  const [live, organisation] = await Promise.all([liveSession(deps, claims), findActiveOrganisation(records)]);
  if (live === undefined || organisation === undefined) return undefined;
  const { profile, signIn, until } = live;
  const actor = await actorOf(records, live, locale);
  return actor === undefined ? undefined : { actor: await asSuperadmin(deps, profile, { ...actor, signIn }), until };
};

/**
 * Returns the caller of a session with the current role and teams. Undefined if the session has ended or the
 * organisation is not active.
 */
export const actorBehind = async (
  deps: SessionDeps,
  claims: AccessClaims,
  locale = 'en',
): Promise<Actor | undefined> => {
  const { derive, clock } = deps;
  const name = `actor ${claims.sub} ${claims.org} ${claims.epoch} ${claims.fam} ${locale}`;
  const work = (): Promise<Behind | undefined> => readBehind(deps, claims, locale);
  const behind = derive === undefined ? await work() : await derive(name, work);
  return behind === undefined || behind.until <= clock.now() ? undefined : behind.actor;
};

const recentMs = 5 * minuteMs;

/**
 * Throws FORBIDDEN if there is no session, or if only a tenant proved the person's identity: the administrators of a
 * tenant can sign in as its people, and must not reach the account's other organisations in this way.
 */
export const requireWholeAccount = (actor: Actor | undefined): void => {
  if (actor?.signIn?.confinedTo !== null) throw new AppError('FORBIDDEN', { message: 'org.confinedAccount' });
};

/**
 * Throws REAUTH unless the sign-in is younger than 5 minutes, so that a stranger at an unattended browser cannot make
 * important changes.
 */
export const requireRecentSignIn = ({ clock }: Pick<Deps, 'clock'>, { signIn }: Actor): void => {
  if (signIn === undefined || clock.now() - signIn.at >= recentMs) throw new AppError('REAUTH');
};

/**
 * Throws REAUTH unless the sign-in is younger than 5 minutes and proved every factor of the account. A stolen access
 * token must not be enough to get permanent access to the account.
 */
export const requireFullProof = async (deps: Pick<Deps, 'store' | 'clock'>, actor: Actor): Promise<void> => {
  requireRecentSignIn(deps, actor);
  if (actor.userId === null || actor.signIn?.hasSecondFactor === true) return;
  const factor = await outside(deps.store).get(totp, { userId: actor.userId });
  if (factor?.value.state === 'ON') throw new AppError('REAUTH');
};
