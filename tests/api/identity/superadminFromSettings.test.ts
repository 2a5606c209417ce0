import { confirmAddress } from '../../../bot/src/services/identity/confirmSuperadmin.ts';
import { identityKey } from '../../../bot/src/services/identity/microsoftIdentities.ts';
import { asSuperadmin } from '../../../bot/src/services/identity/superadminRoleFromSettings.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { aMemberId, anInstant, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeAccountWorlds, createAccountWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { anActor, oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

afterEach(closeAccountWorlds);

describe('a superadmin', () => {
  const named = async (superadmins: readonly string[], change: Partial<{ isConfirmed: boolean }> = {}) => {
    const world = await createAccountWorld();
    const { store, deps, userId } = world;
    await world.change(change);
    const email = 'ann@example.test';
    const since = anInstant('2026-11-01T08:00:00Z');
    const account = (await outside(store).get(profile, { userId }))?.value;
    if (account === undefined) throw new Error('There is no account');
    const signIn = {
      familyId: 'f',
      epoch: 1,
      method: 'TEAMS',
      hasSecondFactor: false,
      confinedTo: null,
      at: 0,
    } as const;
    const identity = identityKey({ tid: 'tenant-contoso', oid: oidOf('ann') });
    const actor = { ...anActor('ann', { role: 'admin' }), userId, signIn: { ...signIn, identity } };
    const role = async () => (await asSuperadmin({ ...deps, superadmins: new Set(superadmins) }, account, actor)).role;
    const claim = (by: string, state: 'PENDING' | 'CONFIRMED') =>
      outside(store).touch(emailGuard, { email }, { userId: aUserId(by), state, since });
    const confirm = () => confirmAddress({ ...deps, superadmins: new Set(superadmins) }, email, 'Operator');
    return { store, role, claim, confirm };
  };

  it('is not created by confirming a named address without the operator or another superadmin', async () => {
    const { role, claim, confirm } = await named(['ann@example.test']);
    await claim('ann', 'CONFIRMED');
    expect(await role()).toBe('admin');
    expect(await confirm()).toMatchObject({ email: 'ann@example.test' });
    expect(await role()).toBe('superadmin');
  });

  it('is not created by an operator’s command for an unlisted or unconfirmed address', async () => {
    const unnamed = await named([`tenant-contoso:${oidOf('nobody')}`]);
    await unnamed.claim('ann', 'CONFIRMED');
    expect(await unnamed.confirm()).toBeUndefined();
    const pending = await named(['ann@example.test']);
    await pending.claim('ann', 'PENDING');
    expect(await pending.confirm()).toBeUndefined();
    expect([await unnamed.role(), await pending.role()]).toEqual(['admin', 'admin']);
  });

  it('is identified by an address only while the account that confirmed it has that address', async () => {
    const { role, claim, confirm } = await named(['ann@example.test']);
    await claim('ann', 'CONFIRMED');
    await confirm();
    await claim('ann', 'PENDING');
    expect(await role()).toBe('admin');
    await claim('bob', 'CONFIRMED');
    expect(await role()).toBe('admin');
    await claim('ann', 'CONFIRMED');
    expect(await role()).toBe('superadmin');
  });

  it('is not created by an unconfirmed account', async () => {
    const { role, claim } = await named(['ann@example.test'], { isConfirmed: false });
    await claim('ann', 'CONFIRMED');
    expect(await role()).toBe('admin');
  });

  it('is identified by tenant and object id together, in any case', async () => {
    expect(await (await named([`tenant-contoso:${oidOf('ann')}`])).role()).toBe('superadmin');
    for (const entry of [`tenant-fabrikam:${oidOf('ann')}`, `tenant-contoso:${oidOf('bob')}`, 'tenant-contoso:'])
      expect(await (await named([entry])).role()).toBe('admin');
  });

  it('is not created by a roster that lists a person under a named address', async () => {
    const { role, store } = await named(['boss@example.test']);
    await inOrg(store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { email: 'boss@example.test' });
    expect(await role()).toBe('admin');
  });
});
