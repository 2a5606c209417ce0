import en from '#contracts/text/en.json' with { type: 'json' };
import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getMeeting, isMeetingNameExists, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { listMembers, listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { signAccess } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import {
  apiCalls,
  callsByName,
  nameOf,
  openDay,
  pointedAt,
  saveStandup,
  today,
  valuesOf,
} from '../../support/apps/standupDayAndValidCalls.ts';
import type { ApiCall, Day } from '../../support/apps/standupDayAndValidCalls.ts';
import {
  aMeetingDraft,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aTeamId,
  aUserId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { asJson } from '../../support/http/rawHttpClient.ts';
import { people, publicUrl, requestOf, secret, useTestApp } from '../../support/apps/testApp.ts';
import type { Person, Reply, TestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
let day: Day;
beforeAll(async () => {
  day = await openDay(app());
});

const closed = apiCalls.filter(({ endpoint }) => endpoint.access !== 'anyone');
const closedByName = closed.map((apiCall) => [nameOf(apiCall), apiCall] as const);

/** Returns the reply without its correlation id, which differs in each request. */
const withoutCorrelationId = ({ status, text, envelope }: Reply): string => {
  const id = envelope.status === 'Error' ? (envelope.correlationId ?? '') : '';
  return `${status} ${id === '' ? text : text.replace(id, 'X')}`;
};

const refusal = (code: number, errorCode: string, message: string) => ({
  status: 'Error',
  data: null,
  code,
  message,
  errorCode,
  correlationId: expect.stringMatching(/^[0-9A-Z]{26}$/) as unknown,
});

describe('without a valid token', () => {
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const bob = { sub: aUserId('bob'), org: anOrgId('contoso'), epoch: 1 } as const;
  const [fresh, keys] = [{ publicUrl, clock: fakeClock('2026-11-20T09:00:00Z') }, sessionKeys([secret]).access];
  /**
   * Returns the session of bob's valid token. Each invalid token contains this session too, so that the token differs
   * from a valid one in exactly one respect.
   */
  const family = async (): Promise<string> => String(decodeJwt(await app().token('bob'))['fam']);

  /** Returns a token like a valid one, with the given change of a claim, a header or the key. */
  const signed = async (change: object, header: object = {}, key: Uint8Array = keys.current.key): Promise<string> => {
    const iat = Date.parse('2026-11-20T09:00:00Z') / 1000;
    const right = { iss: publicUrl, aud: `${publicUrl}/api`, ...bob, fam: await family(), iat };
    return new SignJWT({ ...right, exp: iat + 1800, ...change })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keys.current.kid, ...header })
      .sign(key);
  };
  const none = async (alg: string): Promise<string> => {
    const payload = decodeJwt(await app().token('bob'));
    return `${base64({ alg, typ: 'at+jwt', kid: keys.current.kid })}.${base64(payload)}.`;
  };
  const tampered = async (change: object): Promise<string> => {
    const [head = '', , signature = ''] = (await app().token('bob')).split('.');
    return `${head}.${base64({ ...decodeJwt(await app().token('bob')), ...change })}.${signature}`;
  };
  const old = { publicUrl, clock: fakeClock('2026-11-20T08:29:59Z'), sessionKeys: sessionKeys([secret]) };
  const foreignKeys = sessionKeys(['another secret, also of 32 bytes and more']);
  const ofBob = async () => ({ ...bob, fam: await family() });

  const tokens: Readonly<Record<string, () => Promise<string | null> | string | null>> = {
    'no token': () => null,
    'an empty one': () => 'Bearer ',
    words: () => 'Bearer null',
    'another scheme': async () => `Basic ${await app().token('bob')}`,
    'one without its signature': async () => `Bearer ${(await app().token('bob')).replace(/[^.]*$/, '')}`,
    'one with a changed signature': async () =>
      `Bearer ${(await app().token('bob')).replace(/.(?=.{3}$)/, (text) => (text === 'A' ? 'B' : 'A'))}`,
    "one with somebody else's name in it": async () => `Bearer ${await tampered({ sub: aUserId('ann') })}`,
    'one with another organisation in it': async () => `Bearer ${await tampered({ org: anOrgId('fabrikam') })}`,
    'one with a dot more': async () => `Bearer ${await app().token('bob')}.`,
    'alg none': async () => `Bearer ${await none('none')}`,
    'alg nOnE': async () => `Bearer ${await none('nOnE')}`,
    'an unsecured one': () => `Bearer ${new UnsecuredJWT(bob).encode()}`,
    'an expired one': async () => `Bearer ${await signAccess(old, await ofBob())}`,
    'one with a text for its end': async () => `Bearer ${await signed({ exp: '9999999999' })}`,
    'one without an end': async () => `Bearer ${await signed({ exp: undefined })}`,
    'one of tomorrow': async () => `Bearer ${await signed({ nbf: Date.parse('2026-11-21T00:00:00Z') / 1000 })}`,
    'one for somebody else': async () => `Bearer ${await signed({ aud: 'https://other.test/api' })}`,
    'one by somebody else': async () => `Bearer ${await signed({ iss: 'https://other.test' })}`,
    'one of another kind': async () => `Bearer ${await signed({}, { typ: 'JWT' })}`,
    'one with a key id of NUL': async () => `Bearer ${await signed({}, { kid: '\u0000' })}`,
    'one of another secret': async () =>
      `Bearer ${await signAccess({ ...fresh, sessionKeys: foreignKeys }, await ofBob())}`,
    'one signed with the public address': async () => `Bearer ${await signed({}, {}, Buffer.from(publicUrl))}`,
    'one of an ended session': async () => `Bearer ${await signed({ epoch: 0 })}`,
    'one of a sign-in that never was': async () => `Bearer ${await signed({ fam: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })}`,
    'one of nobody': async () => `Bearer ${await signed({ sub: aUserId('nobody') })}`,
    'one for an organisation one is not in': async () => `Bearer ${await signed({ org: anOrgId('fabrikam') })}`,
  };

  it('accepts each call that the tests below break', async () => {
    const { status } = await app().send({
      ...requestOf(getUserDetails, {}),
      headers: { Authorization: `Bearer ${await signed({})}` },
    });
    expect(status).toBe(200);
  });

  it.each(closedByName)('%s requires a session, whatever else is sent', async (_name, { endpoint, input }) => {
    const before = await app().dump();
    for (const [what, make] of Object.entries(tokens)) {
      const authorization = await make();
      const request = requestOf(endpoint, input(day) as object);
      const headers = { ...request.headers, ...(authorization === null ? {} : { Authorization: authorization }) };
      const { status, envelope } = await app().send({ ...request, headers });
      expect([what, status, envelope]).toEqual([what, 401, refusal(401, 'UNAUTHENTICATED', 'Please sign in.')]);
    }
    expect(await app().dump()).toEqual(before);
  });

  it('refuses a signature made with an empty key', async () => {
    const [head = '', body = ''] = (await app().token('bob')).split('.');
    const signature = createHmac('sha256', '').update(`${head}.${body}`).digest('base64url');
    const { status } = await app().send({
      ...requestOf(getUserDetails, {}),
      headers: { Authorization: `Bearer ${head}.${body}.${signature}` },
    });
    expect(status).toBe(401);
  });

  it.each(closedByName.filter(([name]) => name.startsWith('POST')))(
    '%s does not read the body of a stranger',
    async (_name, { endpoint }) => {
      const { status } = await app().send({ method: 'POST', target: endpoint.path, headers: asJson, body: '{' });
      expect(status).toBe(401);
    },
  );
});

describe("another person's", () => {
  const finds = apiCalls.flatMap((call) => call.finds.map((key) => [nameOf(call), key, call] as const));

  it.each(finds)('%s by %s gets the same response as for a missing object', async (_name, key, call) => {
    const before = await app().dump();
    const ask = (who: Person, where: 'other' | 'foreign' | 'missing') =>
      app().ask(who, call.endpoint, pointedAt(call, day, key, where));
    const missing = await ask('bob', 'missing');
    expect([missing.status, missing.envelope]).toEqual([404, refusal(404, 'NOT_FOUND', 'We could not find that.')]);
    // Admins of another team are refused as well, because their role covers the organisation but reading needs
    // membership of the team.
    for (const who of ['bob', 'ann'] as const)
      for (const where of ['other', 'foreign', 'missing'] as const)
        expect([who, where, withoutCorrelationId(await ask(who, where))]).toEqual([
          who,
          where,
          withoutCorrelationId(missing),
        ]);
    expect(await app().dump()).toEqual(before);
  });

  it('member, named in a draft, gets the same response as a missing one', async () => {
    const save = (member: string) =>
      app().ask('bob', saveMeeting, aMeetingDraft({ name: 'New', members: [aMemberId('bob'), aMemberId(member)] }));
    const missing = await save('nobody');
    expect(missing.status).toBe(400);
    for (const name of ['sam', 'zoe'])
      expect(withoutCorrelationId(await save(name))).toBe(withoutCorrelationId(missing));
  });

  it('meeting, left out of a name check, reveals nothing', async () => {
    const check = (meetingId: Day['own']['id']) =>
      app().get('bob', isMeetingNameExists, { teamId: day.own.teamId, name: day.own.name, meetingId });
    for (const id of [day.foreign.id, day.other.id, aMeetingId('nowhere')])
      expect(await check(id)).toEqual({ isExists: true });
  });

  it('meeting is not moved by a save that names it under the team of the caller', async () => {
    const stolen = { ...aMeetingDraft({ id: day.foreign.id, teamId: day.own.teamId }) };
    expect((await app().ask('ann', saveMeeting, stolen)).status).toBe(404);
    expect((await app().get('zoe', getMeeting, { meetingId: day.foreign.id })).teamId).toBe(aTeamId('mars'));
  });

  it('tick cannot be set: the answer is always the caller’s own', async () => {
    const sent = { meetingId: day.own.id, date: today, values: valuesOf(day.own), memberId: aMemberId('ann') };
    expect((await app().get('bob', saveAnswer, sent)).answer.memberId).toBe(aMemberId('bob'));
  });
});

describe('who may', () => {
  // Returns true for members of the team: by the roles of docs/product-rules.md, all of these calls require membership.
  const inTeam = (who: Person): boolean => ['ann', 'bob', 'cy'].includes(who);
  const asked = (who: Person): boolean => ['ann', 'bob'].includes(who);
  const callers = people.map((who) => [who] as const);
  const expectedOf = ({ endpoint, finds }: ApiCall, who: Person): readonly [number, string | null] => {
    if (finds.length > 0 && !inTeam(who)) return [404, 'NOT_FOUND'];
    // A team member whom the meeting does not prompt can read it but cannot answer it.
    return endpoint.path === saveAnswer.path && !asked(who) ? [403, 'NOT_ASKED'] : [200, null];
  };

  it.each(callers)('%s makes each call, and role, team and organisation decide the response', async (who) => {
    for (const call of closed) {
      const { status, envelope } = await app().ask(who, call.endpoint, call.input(day) as object);
      expect([nameOf(call), status, envelope.errorCode]).toEqual([nameOf(call), ...expectedOf(call, who)]);
    }
  });

  it('shows a card without questions to a team member who is not asked', async () => {
    const { card, ...rest } = await app().get('cy', getCard, { meetingId: day.own.id });
    expect(rest).toMatchObject({ state: 'NOT_ASKED', occurrenceState: 'OPEN' });
    expect(JSON.stringify(card)).toContain(en['error.NOT_ASKED']);
    expect(JSON.stringify(card)).not.toContain(en['error.RUN_CLOSED']);
  });

  const standing = async (who: Person) => (await app().ask(who, listMembers, { teamId: aTeamId('platform') })).status;
  const withFields = async (change: (app: TestApp) => Promise<unknown>, undo: (app: TestApp) => Promise<unknown>) => {
    await app().token('cy');
    expect(await standing('cy')).toBe(200);
    await change(app());
    const status = await standing('cy');
    await undo(app());
    return status;
  };
  const cy = { teamId: aTeamId('platform'), memberId: aMemberId('cy') };
  const contoso = ({ services }: TestApp) => inOrg(services.store, anOrgId('contoso'));

  it('applies from the next call: a person who left the team no longer finds it', async () => {
    const row = await contoso(app()).get(teamMember, cy);
    const status = await withFields(
      (testApp) => contoso(testApp).touch(teamMember, cy, { leftOn: anInstant('2026-11-20T08:30:00Z') }),
      async (testApp) => {
        const now = await contoso(testApp).get(teamMember, cy);
        if (now !== undefined && row !== undefined) await contoso(testApp).replace(teamMember, cy, row.value, now.etag);
      },
    );
    expect(status).toBe(404);
  });

  it('holds from the next call: a deleted team is not found and not listed', async () => {
    const key = { teamId: aTeamId('platform') };
    const status = await withFields(
      async (testApp) => {
        await contoso(testApp).touch(orgTeam, key, { state: 'DELETED' });
        expect(await testApp.get('cy', listTeams, {})).toEqual([]);
      },
      (testApp) => contoso(testApp).touch(orgTeam, key, { state: 'CONNECTED' }),
    );
    expect(status).toBe(404);
  });

  it.each<[string, (testApp: TestApp) => Promise<unknown>, (testApp: TestApp) => Promise<unknown>]>([
    [
      'whose sessions were ended',
      (testApp) => outside(testApp.services.store).touch(profile, { userId: aUserId('cy') }, { sessionEpoch: 2 }),
      (testApp) => outside(testApp.services.store).touch(profile, { userId: aUserId('cy') }, { sessionEpoch: 1 }),
    ],
    [
      'whose organisation is being deleted',
      (testApp) => contoso(testApp).touch(org, undefined, { state: 'DELETING' }),
      (testApp) => contoso(testApp).touch(org, undefined, { state: 'ACTIVE' }),
    ],
    [
      'who was taken out of the organisation',
      async (testApp) => {
        const row = await contoso(testApp).get(orgUser, { userId: aUserId('cy') });
        if (row !== undefined) await contoso(testApp).delete(orgUser, { userId: aUserId('cy') }, row.etag);
      },
      (testApp) =>
        contoso(testApp).insert(
          orgUser,
          { userId: aUserId('cy') },
          { userId: aUserId('cy'), memberId: aMemberId('cy'), role: 'user' },
        ),
    ],
  ])('holds from the next call: a person %s is signed out', async (_who, change, undo) => {
    expect(await withFields(change, undo)).toBe(401);
  });

  it('reveals to one organisation nothing about a name taken in another', async () => {
    await saveStandup(app(), 'zoe', { team: 'mars', members: ['zoe'] }, { name: 'Hidden plan' });
    await expect(
      saveStandup(app(), 'ann', { team: 'platform', members: ['ann'] }, { name: 'Hidden plan' }),
    ).resolves.toMatchObject({
      name: 'Hidden plan',
    });
  });
});

it('covers every call', () => {
  expect(callsByName).toHaveLength(closedByName.length + 1);
});
