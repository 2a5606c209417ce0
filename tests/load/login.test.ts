import { performance } from 'node:perf_hooks';
import { createAddressGate } from '../../bot/src/services/addressGate.ts';
import { login } from '../../bot/src/services/accounts.ts';
import { createLimiter } from '../../bot/src/services/limiter.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { createAccount } from '../../bot/src/services/newAccount.ts';
import { aUserId, anOrgId } from '../support/builders.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { outcomes } from '../support/outcomes.ts';
import { seedTeam } from '../support/seed.ts';
import { elsewhere, emailOf, passwordOf } from '../support/sessionWorld.ts';
import { useTempDir } from '../support/tempDir.ts';
import { testDeps } from '../support/testDeps.ts';

const people = Array.from({ length: 50 }, (_, at) => `p${at}`);
const dir = useTempDir();

const setUp = async (file: string) => {
  const store = openSqliteStore({ file: dir(file) });
  const clock = fakeClock();
  const deps = { ...testDeps(store, clock), limiter: createLimiter({ store, clock, gate: createAddressGate() }) };
  await seedTeam(store);
  for (const name of people)
    await createAccount(deps, {
      email: emailOf(name),
      password: passwordOf(name),
      firstName: name,
      lastName: 'Lee',
      orgId: anOrgId(),
      memberId: null,
      role: 'user',
      isConfirmed: true,
      userId: aUserId(name),
    });
  return { deps, store };
};

const percentile = (times: readonly number[], part: number): string =>
  (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(0);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

describe('50 sign-ins at once', () => {
  it('from 50 addresses all succeed', async () => {
    const { deps, store } = await setUp('apart.db');
    const times: number[] = [];
    const all = people.map(async (name, at) => {
      const started = performance.now();
      await login(deps, { email: emailOf(name), password: passwordOf(name) }, elsewhere(at));
      times.push(performance.now() - started);
    });
    const results = await Promise.allSettled(all);
    say(`50 sign-ins at once, 50 addresses: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`);
    expect(outcomes(results)).toEqual({ done: 50 });
    await store.close();
  });

  it('from one address: 30 under way, the others are told to wait', async () => {
    const { deps, store } = await setUp('together.db');
    const times: number[] = [];
    const all = people.map(async (name) => {
      const started = performance.now();
      await login(deps, { email: emailOf(name), password: passwordOf(name) }, elsewhere(0));
      times.push(performance.now() - started);
    });
    const results = outcomes(await Promise.allSettled(all));
    say(`50 sign-ins at once, 1 address: ${JSON.stringify(results)}, p99 ${percentile(times, 0.99)} ms`);
    expect(results).toEqual({ done: 30, TOO_MANY_REQUESTS: 20 });
    await store.close();
  });
});
