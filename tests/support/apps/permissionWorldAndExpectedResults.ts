import { request } from 'node:http';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Permission, Role } from '#contracts/core/rolesAndPermissions.ts';
import { permissions } from '#contracts/core/rolesAndPermissions.ts';
import { saveStandup } from './standupDayAndValidCalls.ts';
import { aMeetingId, aMemberId, anOrgId, aTeamId, aUserId } from '../data/idDateAndRecordBuilders.ts';
import { bearer } from '../http/rawHttpClient.ts';
import type { RawRequest } from '../http/rawHttpClient.ts';
import { channelThread, oidOf, teamsUserIdOf } from '../data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, startTestApp } from './testApp.ts';
import type { Person, TestApp } from './testApp.ts';

// The three dimensions of the permission test: the caller, the place of the object in the call, and the result that
// docs/product-rules.md (Roles) requires.

export const callers = ['signed out', 'user', 'creator', 'admin', 'superadmin'] as const;
export type Caller = (typeof callers)[number];
/**
 * Place of the object in a call: the caller's team, another team of the organisation, another organisation, or nowhere.
 */
export const placeNames = ['own', 'other team', 'other org', 'missing'] as const;
export type PlaceName = (typeof placeNames)[number];

const people: Readonly<Record<Caller, Person | null>> = {
  'signed out': null,
  user: 'cy',
  creator: 'bob',
  admin: 'ann',
  superadmin: 'gus',
};
export const personOf = (caller: Caller): Person | null => people[caller];

const roleOf = (caller: Exclude<Caller, 'signed out'>): Role => (caller === 'creator' ? 'user' : caller);

export interface Place {
  readonly org: string;
  readonly team: string;
  /** Members of the place's team; the first is an admin. */
  readonly people: readonly string[];
  readonly meetingId: MeetingId;
}

export interface Cell {
  readonly caller: Caller;
  readonly name: PlaceName;
  readonly place: Place;
}

export interface PermissionWorld {
  readonly app: TestApp;
  readonly places: Readonly<Record<PlaceName, Place>>;
  /** Returns a word that no earlier call returned. */
  readonly fresh: () => string;
}

/**
 * The kind of object whose id a call contains. With such an id, a caller can name an object of another person, team or
 * organisation.
 */
export type Named =
  /** The call has no id, so an added id must have no effect. */
  | 'nothing'
  /** A team, or an object inside a team, such as a report. */
  | 'team'
  /** An account or member of the organisation, in any team. */
  | 'person'
  /** The caller's own account; in other places the account of another person. */
  | 'self'
  /** An organisation to manage. A superadmin can manage all of them. */
  | 'org'
  /** An organisation in which the caller is a member. */
  | 'membership';

export type Outcome = string;

const isInOrg = (name: PlaceName): boolean => name === 'own' || name === 'other team';

export type Owner = 'everybody' | 'creator';

export interface CallRule {
  readonly named: Named;
  readonly owner: Owner;
  /** The outcome for a caller who may make the call. */
  readonly allowed: Outcome;
}

/** Returns the result that the permission table requires, calculated without the product's own check. */
export const expected = (
  access: Permission,
  { named, owner, allowed }: CallRule,
  { caller, name }: Pick<Cell, 'caller' | 'name'>,
): Outcome => {
  if (caller === 'signed out') return 'UNAUTHENTICATED';
  const scope = permissions[access][roleOf(caller)];
  if (scope === 'none') return 'FORBIDDEN';
  if (named === 'nothing') return allowed;
  if (name === 'missing') return 'NOT_FOUND';
  if (name === 'other org') return named === 'org' && caller === 'superadmin' ? allowed : 'NOT_FOUND';
  switch (scope) {
    case 'org':
      return isInOrg(name) ? allowed : 'NOT_FOUND';
    case 'team':
      return name === 'own' || named === 'membership' || named === 'org' ? allowed : 'NOT_FOUND';
    case 'own':
      if (name !== 'own') return 'NOT_FOUND';
      return owner === 'everybody' || caller === 'creator' ? allowed : 'FORBIDDEN';
  }
};

const seeds = {
  own: { org: 'contoso', team: 'platform', people: ['ann', 'bob', 'cy'] },
  'other team': { org: 'contoso', team: 'sales', people: ['eve', 'sam'] },
  'other org': { org: 'fabrikam', team: 'mars', people: ['zoe'] },
  missing: { org: 'nowhere', team: 'nowhere', people: ['nobody', 'noone'] },
} as const;

const inTeams = (name: string, org: string) => ({
  ...{ id: teamsUserIdOf(name), aadObjectId: oidOf(name), name, email: emailOf(name), tenantId: `tenant-${org}` },
});

/** Starts the composed app with an open run in each team. Gus is its superadmin. */
export const startPermissionWorld = async (): Promise<PermissionWorld> => {
  const app = await startTestApp(undefined, { SUPERADMINS: emailOf('gus') });
  const own = await saveStandup(app, 'bob', { team: 'platform', members: seeds.own.people });
  const other = await saveStandup(app, 'eve', { team: 'sales', members: seeds['other team'].people });
  const foreign = await saveStandup(app, 'zoe', { team: 'mars', members: seeds['other org'].people });
  for (const { org, team, people: names } of Object.values(seeds)) {
    const threadId = channelThread(team);
    app.connector.setChannels(threadId, [{ id: threadId }]);
    app.connector.setMembers(
      threadId,
      names.map((name) => inTeams(name, org)),
    );
  }
  await app.beatAt('2026-11-20T09:00:00Z');
  let count = 0;
  return {
    app,
    places: {
      own: { ...seeds.own, meetingId: own.id },
      'other team': { ...seeds['other team'], meetingId: other.id },
      'other org': { ...seeds['other org'], meetingId: foreign.id },
      missing: { ...seeds.missing, meetingId: aMeetingId('nowhere') },
    },
    fresh: () => {
      count += 1;
      return `fresh${count}`;
    },
  };
};

/** Returns the ids of a place, under every field name that a call might accept. */
export const idsOf = ({ org, team, people: [name = ''], meetingId }: Place) => ({
  orgId: anOrgId(org),
  teamId: aTeamId(team),
  memberId: aMemberId(name),
  userId: aUserId(name),
  meetingId,
});

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly outcome: Outcome;
}

const outcomeOf = (status: number, text: string): Outcome => {
  try {
    const envelope = JSON.parse(text) as { status?: string; errorCode?: string | null };
    if (envelope.status === 'Success') return 'OK';
    return envelope.errorCode ?? `HTTP ${status}`;
  } catch {
    return `HTTP ${status}`;
  }
};

let address = 1;
/** Returns a new network address for each call, so that no limit per address applies. */
const nextAddress = (): string => {
  address += 1;
  return `127.0.${Math.floor(address / 250)}.${(address % 250) + 1}`;
};

// Node's HTTP client adds no Content-Length to the body of a DELETE, so the test adds it.
const lengthOf = (body: RawRequest['body']) =>
  body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };

export const ask = (port: number, token: string | null, { method = 'GET', target, headers, body }: RawRequest) =>
  new Promise<Answered>((resolve, reject) => {
    const req = request(
      {
        ...{ host: '127.0.0.1', port, method, path: target, localAddress: nextAddress(), agent: false },
        headers: { ...headers, ...lengthOf(body), ...(token === null ? {} : bearer(token)) },
      },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const status = res.statusCode ?? 0;
          resolve({ status, text, outcome: outcomeOf(status, text) });
        });
      },
    );
    req.on('error', reject);
    req.end(body);
  });
