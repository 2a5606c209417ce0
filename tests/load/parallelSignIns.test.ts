import { performance } from 'node:perf_hooks';
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { createAccount } from '../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { newAddress, startAttackApp } from '../support/apps/attackApp.ts';
import type { AttackApp } from '../support/apps/attackApp.ts';
import { aUserId, anOrgId } from '../support/data/idDateAndRecordBuilders.ts';
import { emailOf, passwordOf } from '../support/apps/testApp.ts';

// Measures 50 parallel sign-ins over HTTP on two instances with one store file: their duration, and the decisions of
// the rate limiter.

const people = Array.from({ length: 50 }, (_, index) => `p${index}`);

let world: AttackApp | undefined;
const at = (): AttackApp => {
  if (world === undefined) throw new Error('The app starts before the tests.');
  return world;
};
beforeAll(async () => {
  world = await startAttackApp();
  const { services } = world.app;
  for (const name of people)
    await createAccount(services, {
      ...{ email: emailOf(name), password: passwordOf(name), firstName: name, lastName: 'Lee' },
      ...{ orgId: anOrgId(), memberId: null, role: 'user', isConfirmed: true, userId: aUserId(name) },
    });
});
afterAll(() => world?.stop());

interface Row {
  readonly what: string;
  readonly statuses: readonly number[];
  readonly times: readonly number[];
}
const rows: Row[] = [];

const count = ({ statuses }: Row, wanted: number): number => statuses.filter((status) => status === wanted).length;

interface Try {
  readonly name: string;
  readonly password: string;
  readonly from: string;
}

/** Sends all sign-ins at the same time, alternately to the first and the second instance. */
const signInAtOnce = async (name: string, tries: readonly Try[]): Promise<Row> => {
  const done = await Promise.all(
    tries.map(async ({ name, password, from }, index) => {
      const started = performance.now();
      const where = { from, instance: index % 2 === 0 ? 0 : 1 } as const;
      const { status } = await at().call(login, { email: emailOf(name), password }, where);
      return { status, ms: performance.now() - started };
    }),
  );
  const row = { what: name, statuses: done.map(({ status }) => status), times: done.map(({ ms }) => ms) };
  rows.push(row);
  return row;
};

const percentile = (times: readonly number[], part: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)} ms`;
};

afterAll(() => {
  const head = ['50 sign-ins at once'.padEnd(52), 'in', 'wrong', 'wait', 'p50', 'p99'];
  const lines = rows.map((row) => [
    row.what.padEnd(52),
    ...[200, 401, 429].map((status) => String(count(row, status))),
    ...[0.5, 0.99].map((part) => percentile(row.times, part)),
  ]);
  const print = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell : cell.padStart(8))).join('');
  process.stdout.write(`${[head, ...lines].map(print).join('\n')}\n`);
});

const own = (name: string, from: string): Try => ({ name, password: passwordOf(name), from });

it('from 50 addresses all succeed', async () => {
  const row = await signInAtOnce(
    '50 people, 50 addresses',
    people.map((name) => own(name, newAddress())),
  );
  expect(count(row, 200)).toBe(50);
});

it('from one address reject no right password: the attempt is given back, and at most 30 run in parallel', async () => {
  const office = newAddress();
  let waiting = people;
  for (let round = 1; waiting.length > 0; round += 1) {
    const what = round === 1 ? '50 people, 1 address' : `those who had to wait, try ${round}`;
    const row = await signInAtOnce(
      what,
      waiting.map((name) => own(name, office)),
    );
    expect(count(row, 200)).toBeGreaterThanOrEqual(Math.min(30, waiting.length));
    expect(count(row, 200) + count(row, 429)).toBe(waiting.length);
    waiting = waiting.filter((_, index) => row.statuses[index] === 429);
  }
});

it('from one address allow exactly 30 guesses for any accounts', async () => {
  const from = newAddress();
  const row = await signInAtOnce(
    '50 guesses at 50 accounts, 1 address',
    people.map((name) => ({ name, password: 'a guess at a password', from })),
  );
  expect([count(row, 401), count(row, 429)]).toEqual([30, 20]);
});

it('of one account with wrong passwords all fail alike, and its owner can still sign in', async () => {
  const home = newAddress();
  const before = await signInAtOnce('the owner of one account', [own('p0', home)]);
  expect(count(before, 200)).toBe(1);
  const wrong = people.map((_, index) => ({ name: 'p0', password: `a guess ${index}`, from: newAddress() }));
  const row = await signInAtOnce('50 guesses at 1 account, 50 addresses', wrong);
  expect(count(row, 401)).toBe(50);
  const stranger = await signInAtOnce('its right password, from a new address, just then', [own('p0', newAddress())]);
  expect(count(stranger, 401)).toBe(1);
  const owner = await signInAtOnce('its owner, from where they were before', [own('p0', home)]);
  expect(count(owner, 200)).toBe(1);
});
