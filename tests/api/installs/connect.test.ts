import { connectCode } from '#contracts/organisations/connect.ts';
import { connect } from '../../../bot/src/services/connect/connectOrganisation.ts';
import { answerConnect, offerConnection } from '../../../bot/src/services/connect/connectOffer.ts';
import { resumeConnecting } from '../../../bot/src/services/connect/connectJob.ts';
import * as installs from '../../../bot/src/services/teamsSync/installations.ts';
import { createAccount } from '../../../bot/src/services/registration/createAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequest.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSync.ts';
import { inOrg, outside } from '../../../bot/src/store/records.ts';
import { membership, teamsUser } from '../../../bot/src/store/kinds/accounts.ts';
import { orgIndex, tenantOrg } from '../../../bot/src/store/kinds/organisationLookups.ts';
import { org, orgMember, orgUser, vacation } from '../../../bot/src/store/kinds/org.ts';
import { payment } from '../../../bot/src/store/kinds/payment.ts';
import { meeting as meetingKind, teamMember } from '../../../bot/src/store/kinds/team.ts';
import { tables } from '../../../bot/src/store/tableStore.ts';
import type { TableStore } from '../../../bot/src/store/tableStore.ts';
import { aDate, aMeeting, aPayment, aUserId } from '../../support/data/builders.ts';
import { codeIn, connectWorld, home, inOwnChat, passwordOf, reader } from '../../support/apps/connectWorld.ts';
import type { ConnectWorld } from '../../support/apps/connectWorld.ts';
import { aRosterPerson, aThread } from '../../support/fakes/fakeChat.ts';
import { failingStore, failures } from '../../support/store/failingStore.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { outcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readRows.ts';
import { tokenFor } from '../../support/worlds/sessions.ts';
import { aCard } from '../../support/data/readableMessages.ts';

const { tid } = anEntraPerson();

/** Keys of all rows except temporary ones: codes, sessions, counters, log and outbox. */
const keysOf = async ({ store }: ConnectWorld): Promise<string[]> => {
  const all: string[] = [];
  for (const table of tables)
    if (table !== 'Outbox')
      for (const { pk, rk } of await rowsOf(store.admin, table))
        if (!/^(?:L\||fam\||t$)/.test(rk) && !pk.startsWith('lim-')) all.push(`${table} ${pk} ${rk}`);
  return all.sort();
};
const logOf = async ({ store }: ConnectWorld, orgId: string): Promise<string[]> =>
  (await rowsOf(store.admin, 'Org', 'L|'))
    .filter((row) => row.pk === orgId)
    .map((row) => String(row.values['message']));
const refusedWith = (message: string) => ({
  code: 'CONNECT_REFUSED',
  details: { message: `connectRefused.${message}` },
});

describe('the connection code', () => {
  it('is shown to the first installer in their own chat', async () => {
    const world = connectWorld();
    const { orgId } = await world.install();
    await offerConnection(world.deps, inOwnChat('ann'), reader, orgId);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.to).toMatchObject({ user: '29:ann', tenant: tid });
    expect(codeIn(world.sent[0]?.message ?? aCard())).toBeDefined();
    // The card contains no link, because someone who gets it forwarded could connect another organisation.
    expect(JSON.stringify(world.sent[0]?.message)).not.toMatch(/https:|Action\.OpenUrl|rollcall\.test/);
  });

  it('is hidden from other people, in team chats, and if there is nothing to connect', async () => {
    const world = connectWorld();
    const { orgId, teamId } = await world.install();
    const said = async (sender = inOwnChat('ann')) => codeIn(await answerConnect(world.deps, sender, reader));
    expect(await said()).toBeDefined();
    expect(await said(inOwnChat('bob'))).toBeUndefined();
    expect(await said(inOwnChat('cy'))).toBeUndefined();
    expect(await said({ ...inOwnChat('ann'), isInOwnChat: false })).toBeUndefined();
    const meeting = aMeeting({ teamId });
    await inOrg(world.store, orgId).insert(meetingKind, { teamId, meetingId: meeting.id }, meeting);
    expect(await said()).toBeUndefined();
  });

  it('delays no message if it cannot be delivered, and can be requested again', async () => {
    const world = connectWorld();
    const { orgId } = await world.install();
    world.mood.isBlocked = true;
    await offerConnection(world.deps, inOwnChat('ann'), reader, orgId);
    expect(world.deps.log.lines).toContainEqual(expect.objectContaining({ event: 'connect.noticeNotSent' }));
    expect(await world.newCode()).toMatch(/^[0-9A-Z]{12}$/);
  });

  it('is stored only as a hash, and deleted later', async () => {
    const world = connectWorld();
    await world.install();
    const code = await world.newCode();
    const kept = JSON.stringify(await rowsOf(world.store.admin, 'Accounts', 't'));
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(code.slice(4));
    const [row] = await rowsOf(world.store.admin, 'Accounts', 't');
    expect((await rowsOf(world.store.admin, 'Outbox')).map((item) => `tok:${String(item.values['subject'])}`)).toEqual([
      row?.pk,
    ]);
  });

  it.each([
    ['ABCD-EFGH-JKMN', 'ABCDEFGHJKMN'],
    ['abcd efgh jkmn', 'ABCDEFGHJKMN'],
    ['  0i1l–oOJK—mnpq ', '011100JKMNPQ'],
  ])('is accepted as %j and read as %s', (typed, read) => {
    expect(connectCode.parse(typed)).toBe(read);
  });
  it.each(['', 'ABCD', 'ABCD-EFGH-JKMU', 'ABCD-EFGH-JKMN-P', 'https://evil.test', 'x'.repeat(100)])(
    'the connection code is rejected as %j',
    (typed) => {
      expect(connectCode.safeParse(typed).success).toBe(false);
    },
  );
});

describe('a check of the code', () => {
  it('shows tenant, installer and team without a change', async () => {
    const world = connectWorld();
    await world.install(['ann', 'bob']);
    const zoe = await world.register();
    const code = await world.newCode();
    const before = await keysOf(world);
    expect(await world.look(zoe, code)).toEqual({
      isConnected: false,
      tenantId: tid,
      tenantName: 'Platform',
      installer: 'Ann',
      team: 'Platform',
      members: 2,
    });
    expect(await world.look(zoe, code)).toMatchObject({ isConnected: false });
    expect(await keysOf(world)).toEqual(before);
  });
});

describe('connecting', () => {
  it('moves teams, people and their accounts, and leaves a tombstone', async () => {
    const world = connectWorld();
    const { orgId: from, teamId } = await world.install(['ann', 'bob', 'cy']);
    const records = inOrg(world.store, from);
    const members = await records.list(orgMember, undefined, { from: 'mem|', to: 'mem}' });
    const bob = members.find((row) => row.value.name === 'Bob')?.value.memberId;
    if (bob === undefined) throw new Error('no Bob');
    await records.insert(
      vacation,
      { memberId: bob, date: aDate('2026-12-24') },
      { memberId: bob, date: aDate('2026-12-24') },
    );
    const userId = aUserId('bob');
    await createAccount(world.deps, {
      ...{ email: 'bob@example.test', password: passwordOf('bob'), firstName: 'Bob', lastName: 'L', userId },
      ...{ orgId: from, memberId: bob, role: 'user', isConfirmed: true },
    });
    const old = await tokenFor(world.deps, { userId, orgId: from });
    const zoe = await world.register();
    const done = await world.confirm(zoe, await world.newCode());
    expect(done).toMatchObject({ isConnected: true, tenantId: tid, members: 3 });

    expect((await outside(world.store).get(tenantOrg, { tid }))?.value.orgId).toBe(zoe.orgId);
    expect(await world.orgOf('ann')).toBe(zoe.orgId);
    const heard = (await syncSender(world.deps, inOwnChat('cy'))).actor;
    expect(heard).toMatchObject({ orgId: zoe.orgId, teamIds: [teamId], role: 'user' });
    expect((await syncSender(world.deps, inOwnChat('ann'))).actor).toMatchObject({ role: 'admin' });
    expect(
      await inOrg(world.store, zoe.orgId).get(vacation, { memberId: bob, date: aDate('2026-12-24') }),
    ).toBeDefined();

    expect(await authenticate(world.deps, old)).toBeUndefined();
    const created = await tokenFor(world.deps, { userId, orgId: zoe.orgId });
    expect(await authenticate(world.deps, created)).toMatchObject({ memberId: bob, teamIds: [teamId] });
    expect(await outside(world.store).get(membership, { userId, orgId: from, memberId: bob })).toBeUndefined();

    const left = (await keysOf(world)).filter((key) => key.includes(from));
    expect(left).toEqual([expect.stringMatching(/^Dir org-\d\d /), `Org ${from} org`]);
    expect((await outside(world.store).get(orgIndex, { orgId: from }))?.value.state).toBe('DELETED');
    expect((await records.get(org, undefined))?.value.state).toBe('DELETED');
    expect((await inOrg(world.store, zoe.orgId).get(org, undefined))?.value).toMatchObject({ tid, isAutomatic: false });
    expect(await logOf(world, zoe.orgId)).toContain('activity.orgConnected');
  });

  it('adds and removes people who joined or left since the last roster', async () => {
    const world = connectWorld();
    const { thread, teamId } = await world.install(['ann', 'bob']);
    const zoe = await world.register();
    const code = await world.newCode();
    world.chat.setRoster(
      thread,
      ['ann', 'dee'].map((name) => aRosterPerson(name, { oid: anEntraPerson(name).oid })),
    );
    await world.confirm(zoe, code);
    expect(await world.orgOf('dee')).toBe(zoe.orgId);
    const rows = await inOrg(world.store, zoe.orgId).list(teamMember, { teamId }, { from: 'M|', to: 'M}' });
    expect(rows.map(({ value }) => [value.name, value.leftOn === null]).sort()).toEqual([
      ['Ann', true],
      ['Bob', false],
      ['Dee', true],
    ]);
  });

  it('makes the organisation the tenant’s: the next team belongs to it, and creates no admin', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    await world.confirm(zoe, await world.newCode());
    const second = await world.install(['eve', 'fay'], { team: 'sales' });
    expect(second.orgId).toBe(zoe.orgId);
    expect((await syncSender(world.deps, inOwnChat('eve'))).actor).toMatchObject({
      role: 'user',
      teamIds: [second.teamId],
    });
    expect(codeIn(await answerConnect(world.deps, inOwnChat('ann'), reader))).toBeUndefined();
  });

  it('notifies the installer in the chat and the admins by email', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    await world.confirm(zoe, await world.newCode());
    expect(world.sent.map((item) => item.message.summary)).toEqual(['You are connected with zoe Ltd']);
    expect(world.sent[0]?.to).toMatchObject({ user: '29:ann' });
    const emails = (await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.values['letter'] === 'CONNECTED');
    expect(emails.map((row) => row.values['address'])).toEqual(['zoe@example.test']);
  });

  it('succeeds without a notification if a person is unreachable', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    world.mood.isBlocked = true;
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true });
    expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
  });

  it('merges an account that is in both, and keeps its admin role', async () => {
    const world = connectWorld();
    const { orgId: from } = await world.install(['ann', 'bob']);
    const zoe = await world.register();
    const bob = await outside(world.store).get(teamsUser, anEntraPerson('bob'));
    const memberId = bob?.value.memberId;
    if (memberId === undefined || zoe.userId === null) throw new Error('no Bob');
    const { userId } = zoe;
    await outside(world.store).insert(membership, { userId, orgId: from, memberId }, { orgId: from, memberId });
    await inOrg(world.store, from).insert(orgUser, { userId }, { userId, memberId, role: 'user' });
    await world.confirm(zoe, await world.newCode());
    const now = await authenticate(world.deps, await tokenFor(world.deps, { userId, orgId: zoe.orgId }));
    expect(now).toMatchObject({ memberId, role: 'admin' });
    const places = await outside(world.store).list(membership, { userId }, { from: 'm|', to: 'm}' });
    expect(places.map((row) => row.value)).toEqual([{ orgId: zoe.orgId, memberId }]);
  });

  it('reports success when it is repeated', async () => {
    const world = connectWorld();
    await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    const done = await world.confirm(zoe, code);
    expect(await world.confirm(zoe, code)).toEqual(done);
    expect(await world.look(zoe, code)).toEqual(done);
    expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
  });
});

describe('a connection is rejected', () => {
  const ready = async () => {
    const world = connectWorld();
    const installed = await world.install();
    const zoe = await world.register();
    return { world, zoe, code: await world.newCode(), ...installed };
  };

  it('a connection is rejected for a wrong code', async () => {
    const { world, zoe } = await ready();
    await expect(world.look(zoe, 'ABCDEFGHJKMN')).rejects.toMatchObject(refusedWith('codeWrong'));
  });

  it('a connection is rejected for a code after five wrong attempts of any people', async () => {
    const { world, zoe, code } = await ready();
    const yan = await world.register('yan');
    const wrong = code.slice(0, 11) + (code.endsWith('0') ? '1' : '0');
    for (let n = 1; n <= 5; n += 1)
      await expect(world.look(n < 3 ? zoe : yan, wrong)).rejects.toMatchObject(refusedWith('codeWrong'));
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('codeEnded'));
    expect(await world.look(zoe, await world.newCode())).toMatchObject({ isConnected: false });
  });

  it('a connection is rejected for many parallel wrong attempts after the fifth', async () => {
    const { world, zoe, code } = await ready();
    const wrong = code.slice(0, 11) + (code.endsWith('0') ? '1' : '0');
    const all = Array.from({ length: 50 }, (_, n) => world.look({ ...zoe, userId: aUserId(`guesser ${n}`) }, wrong));
    expect(outcomes(await Promise.allSettled(all))).toEqual({ CONNECT_REFUSED: 50 });
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('codeEnded'));
  });

  it('a connection is rejected for too many guesses', async () => {
    const { world, zoe } = await ready();
    for (let n = 0; n < 10; n += 1) await world.look(zoe, `ABCDEFGHJKM${n}`).catch(() => undefined);
    await expect(world.look(zoe, 'ABCDEFGHJKMN')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('a connection is rejected for an expired code', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 60 });
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('codeExpired'));
  });

  it('a connection is rejected for a used code', async () => {
    const { world, zoe, code } = await ready();
    await world.confirm(zoe, code);
    const yan = await world.register('yan');
    await expect(world.look(yan, code)).rejects.toMatchObject(refusedWith('codeUsed'));
  });

  it('a connection is rejected for an organisation with a tenant', async () => {
    const { world, zoe, code } = await ready();
    await world.confirm(zoe, code);
    await world.install(['ann'], { tenant: 'fabrikam' });
    const other = await world.newCode('ann', 'fabrikam');
    await expect(world.confirm(zoe, other)).rejects.toMatchObject(refusedWith('hasTenant'));
  });

  it('a connection is rejected for an organisation that was not registered on the web', async () => {
    const { world, code, orgId } = await ready();
    const ann = (await syncSender(world.deps, inOwnChat('ann'))).actor;
    if (ann === undefined) throw new Error('no Ann');
    expect(ann.orgId).toBe(orgId);
    await expect(world.look(ann, code)).rejects.toMatchObject(refusedWith('notWeb'));
  });

  it('a connection is rejected for a tenant in use: a meeting, an answer, a payment method', async () => {
    const { world, zoe, code, orgId, teamId } = await ready();
    const records = inOrg(world.store, orgId);
    const meeting = aMeeting({ teamId });
    const key = { teamId, meetingId: meeting.id };
    const etag = await records.insert(meetingKind, key, meeting);
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
    await records.delete(meetingKind, key, etag);
    expect(await world.look(zoe, code)).toMatchObject({ isConnected: false });
    const answered = { pk: `${orgId}|${teamId}`, rk: 'Q|someone|1|meeting' };
    const row = await world.store.insert('Team', { ...answered, values: { v: 1 } });
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
    await world.store.delete('Team', answered, row);
    await records.insert(payment, undefined, aPayment());
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
  });

  it('a connection is rejected for a tenant whose organisation is being deleted', async () => {
    const { world, zoe, code, orgId } = await ready();
    await inOrg(world.store, orgId).touch(org, undefined, { state: 'DELETING' });
    await expect(world.look(zoe, code)).rejects.toMatchObject(refusedWith('gone'));
  });

  it('a connection is rejected for an old sign-in without the password, and a wrong password', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 5 });
    await expect(connect(world.deps, zoe, { code, confirm: true }, home)).rejects.toMatchObject({ code: 'REAUTH' });
    await expect(connect(world.deps, zoe, { code, confirm: true, password: 'wrong' }, home)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { message: 'connectRefused.password' },
    });
    expect(await world.orgOf('ann')).not.toBe(zoe.orgId);
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true });
  });

  it('a connection is not rejected for a recent sign-in without the password', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 4 });
    expect(await connect(world.deps, zoe, { code, confirm: true }, home)).toMatchObject({ isConnected: true });
  });
});

describe('a race', () => {
  it('connects one of several organisations with one code', async () => {
    const world = connectWorld();
    await world.install();
    const admins = await Promise.all(['zoe', 'yan', 'xia'].map((name) => world.register(name)));
    const code = await world.newCode();
    const results = await Promise.allSettled(admins.map((admin) => world.confirm(admin, code)));
    expect(outcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 2 });
    const winner = admins[results.findIndex((result) => result.status === 'fulfilled')];
    expect(await world.orgOf('ann')).toBe(winner?.orgId);
    const tids = await Promise.all(
      admins.map(async (admin) => (await inOrg(world.store, admin.orgId).get(org, undefined))?.value.tid),
    );
    expect(tids.filter((item) => item === tid)).toHaveLength(1);
  });

  it('connects one of several organisations with a code each for one tenant', async () => {
    const world = connectWorld();
    await world.install();
    const [zoe, yan] = [await world.register('zoe'), await world.register('yan')];
    const codes = [await world.newCode(), await world.newCode()];
    const results = await Promise.allSettled([world.confirm(zoe, codes[0] ?? ''), world.confirm(yan, codes[1] ?? '')]);
    expect(outcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 1 });
    const both = await Promise.all(
      [zoe, yan].map(async (admin) => (await inOrg(world.store, admin.orgId).get(org, undefined))?.value.tid),
    );
    expect(both.filter((item) => item === tid)).toHaveLength(1);
  });

  it('connects one of several tenants, and leaves the others unchanged', async () => {
    const world = connectWorld();
    await world.install(['ann'], { tenant: 'contoso' });
    await world.install(['ann'], { tenant: 'fabrikam' });
    const zoe = await world.register();
    const codes = [await world.newCode('ann', 'contoso'), await world.newCode('ann', 'fabrikam')];
    const results = await Promise.allSettled(codes.map((code) => world.confirm(zoe, code)));
    expect(outcomes(results)).toEqual({ done: 1, CONNECT_REFUSED: 1 });
    const orgs = [await world.orgOf('ann', 'contoso'), await world.orgOf('ann', 'fabrikam')];
    expect(orgs.filter((item) => item === zoe.orgId)).toHaveLength(1);
    const loser = orgs[0] === zoe.orgId ? 'fabrikam' : 'contoso';
    expect((await syncSender(world.deps, inOwnChat('ann', loser))).actor).toMatchObject({ role: 'admin' });
    expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
  });

  it('succeeds for both parallel calls of one admin', async () => {
    const world = connectWorld();
    await world.install(['ann', 'bob', 'cy']);
    const zoe = await world.register();
    const code = await world.newCode();
    const results = await Promise.allSettled([1, 2, 3].map(() => world.confirm(zoe, code)));
    expect(outcomes(results)).toEqual({ done: 3 });
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true, members: 3 });
    expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
  });

  it('is cancelled by a meeting saved at the last moment, and changes nothing', async () => {
    const world = connectWorld();
    const { orgId, teamId } = await world.install();
    const zoe = await world.register();
    const code = await world.newCode();
    const meeting = aMeeting({ teamId });
    const key = { teamId, meetingId: meeting.id };
    const before = [...(await keysOf(world)), `Team ${orgId}|${teamId} G|${meeting.id}`].sort();
    let isSaved = false;
    const store: TableStore = {
      ...world.store,
      transact: async (table, pk, steps) => {
        await world.store.transact(table, pk, steps);
        if (table !== 'Org' || pk !== zoe.orgId || isSaved) return;
        isSaved = true;
        await inOrg(world.store, orgId).insert(meetingKind, key, meeting);
      },
    };
    await expect(world.confirm(zoe, code, { ...world.deps, store })).rejects.toMatchObject(refusedWith('inUse'));
    expect(isSaved).toBe(true);
    expect(await keysOf(world)).toEqual(before);
    expect((await inOrg(world.store, orgId).get(org, undefined))?.value).toMatchObject({ state: 'ACTIVE', tid });
    expect((await inOrg(world.store, zoe.orgId).get(org, undefined))?.value.tid).toBeNull();
    expect((await syncSender(world.deps, inOwnChat('bob'))).actor).toMatchObject({ orgId, teamIds: [teamId] });
    expect((await logOf(world, zoe.orgId)).slice(-2).sort()).toEqual([
      'activity.orgConnectCalledOff',
      'activity.orgConnected',
    ]);
  });
});

describe('a fault at any operation', () => {
  const prepare = async () => {
    const world = connectWorld();
    const { orgId: from } = await world.install(['ann', 'bob']);
    await world.install(['ann', 'cy'], { team: 'sales' });
    const zoe = await world.register();
    return { world, from, zoe, code: await world.newCode() };
  };

  it('leaves a connection that the next start or attempt completes', async () => {
    const reference = await prepare();
    await reference.world.confirm(reference.zoe, reference.code);
    const expected = await keysOf(reference.world);
    await reference.world.store.close();
    let operations = 0;
    let finishedByStart = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += 1) {
        const { world, zoe, code, from } = await prepare();
        const failing = failingStore(world.store, index, failure);
        const onFailing = { ...world.deps, store: failing.store };
        await connect(onFailing, zoe, { code, confirm: true }, home).catch(() => undefined);
        isDone = failing.calls() < index;
        operations = Math.max(operations, failing.calls());
        // Bob writes to the bot at the same time and becomes a member.
        await syncSender(world.deps, inOwnChat('bob'));
        await resumeConnecting(world.deps);
        expect(await rowsOf(world.store.admin, 'Sys', 'connect|')).toEqual([]);
        const holder = await world.orgOf('ann');
        expect([from, zoe.orgId]).toContain(holder);
        if (holder === zoe.orgId) finishedByStart += 1;
        const again = await connect(world.deps, zoe, { code, confirm: true }, home);
        expect(again).toMatchObject({ isConnected: true, members: 3 });
        expect(await keysOf(world)).toEqual(expected);
        expect((await logOf(world, zoe.orgId)).filter((text) => text === 'activity.orgConnected')).toHaveLength(1);
        await world.store.close();
      }
    expect(operations).toBeGreaterThan(60);
    expect(finishedByStart).toBeGreaterThan(60);
  });

  it('duplicates no person by an installation in between', async () => {
    for (let at = 10; at < 200; at += 7) {
      const { world, zoe, code } = await prepare();
      const failing = failingStore(world.store, at, 'crash');
      await world.confirm(zoe, code, { ...world.deps, store: failing.store }).catch(() => undefined);
      await world.install(['ann', 'bob', 'dee']).catch(() => undefined);
      await installs.handleMembersAdded(world.deps, aThread('sales', { tid, threadId: '19:sales@thread.tacv2' }), [
        aRosterPerson('eve', { oid: anEntraPerson('eve').oid }),
      ]);
      await resumeConnecting(world.deps);
      await world.confirm(zoe, code);
      await world.install(['ann', 'bob', 'dee']);
      const people = (await rowsOf(world.store.admin, 'Org', 'mem|')).filter((row) => row.pk === zoe.orgId);
      const oids = people.map((row) => row.values['oid']);
      expect(new Set(oids).size).toBe(oids.length);
      const teams = (await rowsOf(world.store.admin, 'Org', 'team|')).filter((row) => row.pk === zoe.orgId);
      expect(teams).toHaveLength(2);
      await world.store.close();
    }
  });
});
