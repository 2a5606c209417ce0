import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { rowsOf } from '../data/readStoreRows.ts';
import { aRegistration, caller } from './registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from './registrationWorldAndFakeMail.ts';

// An attacker registers the address of Bob, who does not know it.

export const email = 'bob@example.test';
export const theirPassword = 'copper-lantern-77-moss';

/** The owner of the mailbox in another browser, which does not have the secret that the registering browser stores. */
export const mailbox = { address: '203.0.113.7', locale: 'en', browser: 'm'.repeat(43) };

/** Registers another person's address, as an attacker does. */
export const squat = async (world: RegistrationWorld): Promise<void> => {
  const squatter = { firstName: 'Mal', lastName: 'Lory', organizationName: 'Squatters', password: theirPassword };
  await register(world.deps, aRegistration({ email, ...squatter }), caller);
};

export const readOrganisationNames = async ({ store }: RegistrationWorld): Promise<unknown[]> =>
  (await rowsOf(store.admin, 'Org', 'org')).map((row) => row.values['name']);

/** Signs in to the address from the owner's browser. Returns `in`, or the code of the rejection. */
export const trySignIn = (world: RegistrationWorld, password: string): Promise<string> =>
  login(world.deps, { email, password }, mailbox).then(
    () => 'in',
    (error: unknown) => (error as { code: string }).code,
  );
