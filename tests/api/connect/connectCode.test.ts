import { connectCode } from '#contracts/connect/connectOrgByCode.ts';
import { answerConnect, offerConnection } from '../../../bot/src/services/connect/connectCodeOfferAndCommand.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aMeeting } from '../../support/data/idDateAndRecordBuilders.ts';
import { codeIn, connectWorld, inOwnChat, reader } from '../../support/apps/connectTenantWorld.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { aCard } from '../../support/data/messagesWithReadableCards.ts';
import { keysOf, tid } from '../../support/apps/connectTenantLogAndRefusals.ts';

describe('the connection code', () => {
  it('is shown to the first installer in their own chat', async () => {
    const world = connectWorld();
    const { orgId } = await world.install();
    await offerConnection(world.deps, inOwnChat('ann'), reader, orgId);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.to).toMatchObject({ user: '29:ann', tenant: tid });
    expect(codeIn(world.sent[0]?.message ?? aCard())).toBeDefined();
    // A forwarded card must not connect another organisation, so it contains no link.
    expect(JSON.stringify(world.sent[0]?.message)).not.toMatch(/https:|Action\.OpenUrl|rollcall\.test/);
  });

  it('is hidden from other people, in team chats, and if there is nothing to connect', async () => {
    const world = connectWorld();
    const { orgId, teamId } = await world.install();
    const codeFor = async (sender = inOwnChat('ann')) => codeIn(await answerConnect(world.deps, sender, reader));
    expect(await codeFor()).toBeDefined();
    expect(await codeFor(inOwnChat('bob'))).toBeUndefined();
    expect(await codeFor(inOwnChat('cy'))).toBeUndefined();
    expect(await codeFor({ ...inOwnChat('ann'), isInOwnChat: false })).toBeUndefined();
    const meeting = aMeeting({ teamId });
    await inOrg(world.store, orgId).insert(meetingKind, { teamId, meetingId: meeting.id }, meeting);
    expect(await codeFor()).toBeUndefined();
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
    'is rejected as %j',
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
    expect(await world.preview(zoe, code)).toEqual({
      isConnected: false,
      tenantId: tid,
      tenantName: 'Platform',
      installer: 'Ann',
      team: 'Platform',
      members: 2,
    });
    expect(await world.preview(zoe, code)).toMatchObject({ isConnected: false });
    expect(await keysOf(world)).toEqual(before);
  });
});
