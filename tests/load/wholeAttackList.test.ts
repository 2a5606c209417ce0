import type * as argon2 from '@node-rs/argon2';
import { attempt, tableOf } from '../support/apps/runAndTabulateAttacks.ts';
import type { Outcome } from '../support/apps/runAndTabulateAttacks.ts';
import { startAttackApp } from '../support/apps/attackApp.ts';
import type { AttackApp } from '../support/apps/attackApp.ts';
import { browserAttacks } from '../e2e/attacks/browserAttacks.ts';
import { signedOutAttacks } from '../e2e/attacks/signedOutAttacks.ts';
import { requestAttacks } from '../e2e/attacks/requestAttacks.ts';
import { doubleUseAttacks } from '../e2e/attacks/doubleUseAttacks.ts';
import { tokenAttacks } from '../e2e/attacks/tokenAttacks.ts';
import { textAttacks } from '../e2e/attacks/textAttacks.ts';

// Plays every line of the attack list against the product in its production setup, and prints the results as a table.

// Counts the calls of the real functions, so that each password is still hashed.
jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify), hash: jest.fn(real.hash) };
});

let app: AttackApp | undefined;
const world = (): AttackApp => {
  if (app === undefined) throw new Error('The app starts before the tests.');
  return app;
};
beforeAll(async () => {
  app = await startAttackApp();
});
afterAll(() => app?.stop());

const attacks = [
  ...browserAttacks,
  ...tokenAttacks(world),
  ...doubleUseAttacks(world),
  ...signedOutAttacks(world),
  ...textAttacks(world),
  ...requestAttacks(world),
];
const outcomes: Outcome[] = [];

it.each(attacks)('$name', async (attack) => {
  const outcome = await attempt(attack);
  outcomes.push(outcome);
  expect(outcome.failures).toEqual([]);
  expect(outcome.tries).toBeGreaterThan(0);
});

it('prints the list', () => {
  process.stdout.write(`${tableOf(outcomes)}\n`);
  expect(outcomes.map(({ name }) => name)).toEqual(attacks.map(({ name }) => name));
});
