import { createHash, hkdfSync } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { orgId, userId } from '#contracts/ids.ts';
import type { OrgId, UserId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { livingOrg, openTeams, placesOf } from './standing.ts';
import { asSuperadmin } from './superadmins.ts';
import type { SuperadminDeps } from './superadmins.ts';

/** One key a secret: the first signs, all verify, so that secrets can be changed without signing anybody out. */
export interface SessionKeys {
  readonly current: { readonly kid: string; readonly key: Uint8Array };
  readonly byKid: ReadonlyMap<string, Uint8Array>;
}

// Each use of the secret has its own key, named by its purpose: a token of one kind is never good for another.
const derive = (secret: string, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, bytes));

const keyOf = (secret: string): SessionKeys['current'] => ({
  kid: createHash('sha256')
    .update(derive(secret, 'access-token-kid', 32))
    .digest('hex')
    .slice(0, 16),
  key: derive(secret, 'access-token', 32),
});

/** `secrets`: the parts of SESSION_SECRET, newest first. */
export const sessionKeys = (secrets: readonly string[]): SessionKeys => {
  const keys = secrets.map(keyOf);
  const [current] = keys;
  if (current === undefined) throw new Error('SESSION_SECRET holds no secret.');
  return { current, byKid: new Map(keys.map(({ kid, key }) => [kid, key])) };
};

export interface SessionDeps extends Pick<Deps, 'store' | 'clock' | 'publicUrl'>, SuperadminDeps {
  readonly sessionKeys: SessionKeys;
}

const lifetimeSeconds = 30 * 60;
const algorithm = 'HS256';
const tokenType = 'at+jwt';
const audienceOf = (publicUrl: string): string => `${publicUrl}/api`;

/** What an access token says: who, in which organisation, and of which epoch of their account it is. */
const claims = z.object({ sub: userId, org: orgId, epoch: z.int() });
type Claims = z.output<typeof claims>;

export interface SessionSubject {
  readonly userId: UserId;
  readonly orgId: OrgId;
  readonly sessionEpoch: number;
}

/** An access token (JWT) for 30 minutes. */
export const issueToken = (deps: Omit<SessionDeps, 'store' | 'superadmins'>, subject: SessionSubject): Promise<string> => {
  const issuedAt = Math.floor(deps.clock.now() / 1000);
  const { kid, key } = deps.sessionKeys.current;
  return new SignJWT({ org: subject.orgId, epoch: subject.sessionEpoch })
    .setProtectedHeader({ alg: algorithm, typ: tokenType, kid })
    .setSubject(subject.userId)
    .setIssuer(deps.publicUrl)
    .setAudience(audienceOf(deps.publicUrl))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(key);
};

const verifiedClaims = async (deps: SessionDeps, token: string): Promise<Claims | undefined> => {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = kid === undefined ? undefined : deps.sessionKeys.byKid.get(kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [algorithm],
        typ: tokenType,
        issuer: deps.publicUrl,
        audience: audienceOf(deps.publicUrl),
        requiredClaims: ['sub', 'org', 'epoch', 'iat', 'exp'],
        currentDate: new Date(deps.clock.now()),
      },
    );
    return claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

type Profile = ValueOf<typeof profileKind>;

/** Who the session is, if it has not been ended since: here families of refresh tokens join the epoch. */
const liveProfile = async (deps: Pick<Deps, 'store'>, { sub, epoch }: Claims): Promise<Profile | undefined> => {
  const row = await outside(deps.store).get(profileKind, { userId: sub });
  return row?.value.sessionEpoch === epoch ? row.value : undefined;
};

const actorOf = async (records: Records<OrgId>, profile: Profile): Promise<Actor | undefined> => {
  const place = await records.get(orgUser, { userId: profile.userId });
  if (place === undefined) return undefined;
  const { memberId } = place.value;
  const accountName = `${profile.firstName} ${profile.lastName}`.trim();
  const account = { orgId: records.scope, userId: profile.userId, locale: profile.locale ?? 'en' };
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
 * Who calls with this access token: epoch, membership, role and teams are read anew each time, so that a sign-out, a
 * removal or a change of role holds from the next request, on every instance. Undefined = not signed in.
 */
export const authenticate = async (deps: SessionDeps, token: string): Promise<Actor | undefined> => {
  const said = await verifiedClaims(deps, token);
  if (said === undefined) return undefined;
  const records = inOrg(deps.store, said.org);
  const [profile, organisation] = await Promise.all([liveProfile(deps, said), livingOrg(records)]);
  const actor = profile === undefined || organisation === undefined ? undefined : await actorOf(records, profile);
  return actor === undefined || profile === undefined ? undefined : asSuperadmin(deps, profile, actor);
};
