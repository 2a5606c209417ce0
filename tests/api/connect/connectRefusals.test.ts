import { connectOrgByCode } from '../../../bot/src/services/connect/connectOrgByCode.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aMeeting, aPayment, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { connectWorld, home, inOwnChat } from '../../support/apps/connectTenantWorld.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { refusedWith } from '../../support/apps/connectTenantLogAndRefusals.ts';

describe('a connection is rejected', () => {
  const ready = async () => {
    const world = connectWorld();
    const installed = await world.install();
    const zoe = await world.register();
    return { world, zoe, code: await world.newCode(), ...installed };
  };

  it('for a wrong code', async () => {
    const { world, zoe } = await ready();
    await expect(world.preview(zoe, 'ABCDEFGHJKMN')).rejects.toMatchObject(refusedWith('codeWrong'));
  });

  it('for a code after five wrong attempts of any people', async () => {
    const { world, zoe, code } = await ready();
    const yan = await world.register('yan');
    const wrong = code.slice(0, 11) + (code.endsWith('0') ? '1' : '0');
    for (let n = 1; n <= 5; n += 1)
      await expect(world.preview(n < 3 ? zoe : yan, wrong)).rejects.toMatchObject(refusedWith('codeWrong'));
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('codeEnded'));
    expect(await world.preview(zoe, await world.newCode())).toMatchObject({ isConnected: false });
  });

  it('for many parallel wrong attempts after the fifth', async () => {
    const { world, zoe, code } = await ready();
    const wrong = code.slice(0, 11) + (code.endsWith('0') ? '1' : '0');
    const all = Array.from({ length: 50 }, (_, n) => world.preview({ ...zoe, userId: aUserId(`guesser ${n}`) }, wrong));
    expect(countOutcomes(await Promise.allSettled(all))).toEqual({ CONNECT_REFUSED: 50 });
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('codeEnded'));
  });

  it('for too many guesses', async () => {
    const { world, zoe } = await ready();
    for (let n = 0; n < 10; n += 1) await world.preview(zoe, `ABCDEFGHJKM${n}`).catch(() => undefined);
    await expect(world.preview(zoe, 'ABCDEFGHJKMN')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('for an expired code', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 60 });
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('codeExpired'));
  });

  it('for a used code', async () => {
    const { world, zoe, code } = await ready();
    await world.confirm(zoe, code);
    const yan = await world.register('yan');
    await expect(world.preview(yan, code)).rejects.toMatchObject(refusedWith('codeUsed'));
  });

  it('for an organisation with a tenant', async () => {
    const { world, zoe, code } = await ready();
    await world.confirm(zoe, code);
    await world.install(['ann'], { tenant: 'fabrikam' });
    const other = await world.newCode('ann', 'fabrikam');
    await expect(world.confirm(zoe, other)).rejects.toMatchObject(refusedWith('hasTenant'));
  });

  it('for an organisation that was not registered on the web', async () => {
    const { world, code, orgId } = await ready();
    const ann = (await syncSender(world.deps, inOwnChat('ann'))).actor;
    if (ann === undefined) throw new Error('no Ann');
    expect(ann.orgId).toBe(orgId);
    await expect(world.preview(ann, code)).rejects.toMatchObject(refusedWith('notWeb'));
  });

  it('for a tenant in use: a meeting, an answer, a payment method', async () => {
    const { world, zoe, code, orgId, teamId } = await ready();
    const records = inOrg(world.store, orgId);
    const meeting = aMeeting({ teamId });
    const key = { teamId, meetingId: meeting.id };
    const etag = await records.insert(meetingKind, key, meeting);
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
    await records.delete(meetingKind, key, etag);
    expect(await world.preview(zoe, code)).toMatchObject({ isConnected: false });
    const answered = { pk: `${orgId}|${teamId}`, rk: 'Q|someone|1|meeting' };
    const row = await world.store.insert('Team', { ...answered, values: { v: 1 } });
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
    await world.store.delete('Team', answered, row);
    await records.insert(payment, undefined, aPayment());
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('inUse'));
  });

  it('for a tenant whose organisation is being deleted', async () => {
    const { world, zoe, code, orgId } = await ready();
    await inOrg(world.store, orgId).touch(org, undefined, { state: 'DELETING' });
    await expect(world.preview(zoe, code)).rejects.toMatchObject(refusedWith('gone'));
  });

  it('for an old sign-in without the password, and a wrong password', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 5 });
    await expect(connectOrgByCode(world.deps, zoe, { code, confirm: true }, home)).rejects.toMatchObject({
      code: 'REAUTH',
    });
    await expect(
      connectOrgByCode(world.deps, zoe, { code, confirm: true, password: 'wrong' }, home),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { message: 'connectRefused.password' },
    });
    expect(await world.orgOf('ann')).not.toBe(zoe.orgId);
    expect(await world.confirm(zoe, code)).toMatchObject({ isConnected: true });
  });

  it('but not for a recent sign-in without the password', async () => {
    const { world, zoe, code } = await ready();
    world.clock.advance({ minutes: 4 });
    expect(await connectOrgByCode(world.deps, zoe, { code, confirm: true }, home)).toMatchObject({ isConnected: true });
  });
});
