import { confirmRegisterEmail } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { asSuperadmin } from '../../../bot/src/services/identity/superadminRoleFromSettings.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { caller, goodPassword, registrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import {
  email,
  mailbox,
  readOrganisationNames,
  squat,
  theirPassword,
  trySignIn,
} from '../../support/worlds/registeredForeignAddress.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// A registration can be completed only in the browser that started it, or with its password.

/** Opens links. Like the owner of the mailbox, it does not have the secret of the registering browser. */
const scanner = { address: '203.0.113.8', locale: 'en' };

describe('a confirmation', () => {
  const withCode = async () => {
    const world = registrationWorld();
    await squat(world);
    await world.beat();
    return { world, code: world.codeIn('CONFIRM', email) };
  };

  it('requires the password of the registration from a mailbox owner and a mail scanner', async () => {
    const { world, code } = await withCode();
    for (const other of [mailbox, scanner, { ...scanner, browser: '' }])
      await expect(confirmRegisterEmail(world.deps, { code }, other)).rejects.toMatchObject({
        code: 'PASSWORD_NEEDED',
      });
    expect(await trySignIn(world, theirPassword)).toBe('EMAIL_NOT_CONFIRMED');
    expect(await readOrganisationNames(world)).toEqual([]);
  });

  it('needs no password in the browser that registered', async () => {
    const { world, code } = await withCode();
    expect(await confirmRegisterEmail(world.deps, { code }, caller)).toBe(true);
    expect(await trySignIn(world, theirPassword)).toBe('in');
  });

  it('a confirmation in another browser requires the password of the registration', async () => {
    const { world, code } = await withCode();
    const wrong = confirmRegisterEmail(world.deps, { code, password: goodPassword }, mailbox);
    await expect(wrong).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      details: { message: 'confirm.passwordWrong' },
    });
    expect(await readOrganisationNames(world)).toEqual([]);
    expect(await confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox)).toBe(true);
    // A second click from any browser gives the same reply and changes nothing.
    expect(await confirmRegisterEmail(world.deps, { code }, scanner)).toBe(true);
    expect(await readOrganisationNames(world)).toEqual(['Squatters']);
  });

  it('limits passwords like a sign-in: after ten wrong ones even the right one must wait', async () => {
    const { world, code } = await withCode();
    for (let index = 0; index < 10; index += 1)
      await confirmRegisterEmail(world.deps, { code, password: `${goodPassword}${index}` }, mailbox).catch(
        () => undefined,
      );
    const soon = confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox);
    await expect(soon).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    world.clock.advance({ minutes: 15 });
    expect(await confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox)).toBe(true);
  });

  it('stores no secret of the browser', async () => {
    const { world } = await withCode();
    expect(JSON.stringify(await rowsOf(world.store.admin, 'Accounts'))).not.toContain(caller.browser);
  });

  it('makes no attacker superadmin who registered an address of SUPERADMINS', async () => {
    const { world, code } = await withCode();
    await confirmRegisterEmail(world.deps, { code }, scanner).catch(() => undefined);
    const [row] = await rowsOf(world.store.admin, 'Accounts', 'p');
    const profile = await outside(world.store).get(profileKind, { userId: row?.values['userId'] as never });
    if (profile === undefined) throw new Error('There is no registration.');
    const named = { ...world.deps, superadmins: new Set([email]) };
    const actor = anActor('bob');
    expect(await asSuperadmin(named, profile.value, actor)).toEqual(actor);
  });
});
