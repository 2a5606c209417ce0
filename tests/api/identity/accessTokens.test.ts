import { createHmac } from 'node:crypto';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { memberTeam } from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMemberId, aTeamId, aUserId, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { setUpAccount } from '../../support/worlds/accountWithPassword.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import type { testDeps } from '../../support/data/testDepsAndLogs.ts';

describe('an access token', () => {
  const subject = { userId: aUserId('ann'), orgId: anOrgId() };

  it('is valid for 30 minutes by the given clock', async () => {
    const { deps, clock } = await setUpAccount();
    const token = await tokenFor(deps, subject);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', typ: 'at+jwt' });
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await authenticate(deps, token)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('is valid as long as its secret is listed, and is signed with the first secret', async () => {
    const { deps } = await setUpAccount();
    const older = { ...deps, sessionKeys: sessionKeys(['the older secret, long enough for use']) };
    const both = {
      ...deps,
      sessionKeys: sessionKeys(['the newer secret, long enough for use', 'the older secret, long enough for use']),
    };
    const newer = { ...deps, sessionKeys: sessionKeys(['the newer secret, long enough for use']) };
    const token = await tokenFor(older, subject);
    expect(await authenticate(both, token)).toBeDefined();
    expect(await authenticate(newer, token)).toBeUndefined();
    expect(await authenticate(newer, await tokenFor(both, subject))).toBeDefined();
    expect(() => sessionKeys([])).toThrow('SESSION_SECRET');
  });

  const forged = async (
    deps: ReturnType<typeof testDeps>,
    change: { header?: object; claims?: object; key?: Uint8Array },
  ): Promise<string> => {
    const real = await tokenFor(deps, subject);
    const key = change.key ?? deps.sessionKeys.access.current.key;
    const header = { ...decodeProtectedHeader(real), ...change.header } as { alg: string };
    return new SignJWT({ ...decodeJwt(real), ...change.claims }).setProtectedHeader(header).sign(key);
  };

  it('can be rebuilt by these tests, so that each rejection below is caused by its change alone', async () => {
    const { deps } = await setUpAccount();
    expect(await authenticate(deps, await forged(deps, {}))).toBeDefined();
  });

  it.each<[string, { header?: object; claims?: object; key?: Uint8Array }]>([
    ['another issuer', { claims: { iss: 'https://evil.test' } }],
    ['another audience', { claims: { aud: 'https://rollcall.test/download' } }],
    ['another type of token', { header: { typ: 'JWT' } }],
    ['another algorithm', { header: { alg: 'HS512' }, key: new Uint8Array(64).fill(7) }],
    ['an unknown key', { header: { kid: 'nobody' } }],
    ['another key', { key: new Uint8Array(32).fill(7) }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is no id', { claims: { sub: '../p' } }],
    ['another epoch', { claims: { epoch: 2 } }],
    ['an organisation they are not in', { claims: { org: anOrgId('fabrikam') } }],
    ['somebody unknown', { claims: { sub: aUserId('mallory') } }],
  ])('an access token is rejected with %s', async (_what, change) => {
    const { deps } = await setUpAccount();
    expect(await authenticate(deps, await forged(deps, change))).toBeUndefined();
  });

  it('is rejected when it is missing, unsigned or changed', async () => {
    const { deps } = await setUpAccount();
    const token = await tokenFor(deps, subject);
    const [, payload = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const secretItself = Buffer.from('a secret for tests, 32 bytes and more');
    const head = token.slice(0, token.lastIndexOf('.'));
    const bySecret = `${head}.${createHmac('sha256', secretItself).update(head).digest('base64url')}`;
    for (const bad of ['', 'x', '..', none, bySecret, `${head}.`, `${token}x`, '\u0000', 'a.b.c.d.e'])
      expect(await authenticate(deps, bad)).toBeUndefined();
  });

  it('follows changes of role, teams, epoch and organisation from the next call on', async () => {
    const { deps, store, teamId } = await setUpAccount();
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    const memberId = aMemberId('ann');
    await records.touch(orgMember, { memberId }, { role: 'user' });
    expect(await authenticate(deps, token)).toMatchObject({ role: 'user', teamIds: [teamId] });
    await records.touch(orgTeam, { teamId }, { state: 'DISCONNECTED' });
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [teamId] });
    await records.touch(orgTeam, { teamId }, { state: 'DELETED' });
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [] });
    await records.touch(org, undefined, { state: 'DELETING' });
    expect(await authenticate(deps, token)).toBeUndefined();
    await records.touch(org, undefined, { state: 'ACTIVE' });
    await outside(store).touch(profile, { userId: aUserId('ann') }, { sessionEpoch: 2 });
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('ignores a pointer to a team that the member left or never joined', async () => {
    const { deps, store, teamId } = await setUpAccount();
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    await records.insert(
      memberTeam,
      { memberId: aMemberId('ann'), teamId: aTeamId('orphan') },
      { teamId: aTeamId('orphan') },
    );
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [teamId] });
    await records.touch(
      teamMember,
      { teamId, memberId: aMemberId('ann') },
      { leftOn: anInstant('2026-11-20T07:00:00Z') },
    );
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [] });
  });

  it('gives the lowest role to an account whose member was deleted, and no access to a removed account', async () => {
    const { deps, store } = await setUpAccount({ role: 'admin' });
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    const member = await records.get(orgMember, { memberId: aMemberId('ann') });
    if (member === undefined) throw new Error('seeded');
    await records.delete(orgMember, { memberId: aMemberId('ann') }, member.etag);
    expect(await authenticate(deps, token)).toMatchObject({ role: 'user', memberId: null, teamIds: [] });
    const place = await records.get(orgUser, { userId: aUserId('ann') });
    if (place === undefined) throw new Error('made with the account');
    await records.delete(orgUser, { userId: aUserId('ann') }, place.etag);
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('gives an account without a member its own role and name', async () => {
    const { deps } = await setUpAccount({ memberId: null, role: 'admin' });
    expect(await authenticate(deps, await tokenFor(deps, subject))).toMatchObject({
      role: 'admin',
      memberId: null,
      name: 'Ann Lee',
      teamIds: [],
    });
  });
});
