// Runs the product in a process of its own, on a store file with 10,500 conversations and on a clock that the leak test
// moves.
import '../engine/disableJestHooks.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { compose } from '../../../bot/src/main.ts';
import { createLog } from '../../../bot/src/http/server/structuredLog.ts';
import { refreshTokenOf, startTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { bundledSheetWorker } from '../../support/files/bundledExportFileWorker.ts';
import { fakeSleep } from '../../support/worlds/teamWorldWithEngine.ts';
import { seedDigest } from '../engine/seedAndCountDigests.ts';
import { personName, seedManyTenants } from '../engine/seedManyTenants.ts';
import type { Browser, FromServer, ToServer } from './memoryLeakServerMessages.ts';

const [connector = '', begin = ''] = process.argv.slice(2);
const tenants = 70;
const teams = 15;
const people = 10;
const readers = 100;
const browsersOfReader = 10;
const stepMinutes = 30;

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-leak-'));
const config = readConfig({
  ...{ DEMO: 'true', PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3978', DATA_DIR: folder, LOG_LEVEL: 'error' },
  SESSION_SECRET: 'a secret of these tests of 32 bytes and more',
});
const clock = fakeClock(begin);
// Caches drop unused entries by the monotonic clock, so this clock must follow the simulated days.
performance.now = () => clock.now();
const app = await compose(config, {
  ...{ clock, sleep: fakeSleep(clock), log: createLog({ level: config.logLevel, clock }) },
  ...{ webDir: null, hasDemoData: false, ticks: false, timeZone: 'UTC', sheetWorker: bundledSheetWorker },
});
const { services } = app;

/**
 * Each tenant has its reports on one weekday, so that each day prompts other people and no cache can hold all of them.
 */
const plan = Array.from({ length: tenants }, (_, index) => {
  const days = Object.fromEntries(weekdays.map((day, position) => [day, position === index % weekdays.length]));
  return {
    name: `tenant${index}`,
    teams,
    people,
    serviceUrl: `${connector}/`,
    meeting: { ...days, isReminderEnabled: false },
  };
});
await Promise.all(plan.map((tenant) => seedManyTenants({ store: services.store, clock }, [tenant])));

const actorOf = (index: number) => {
  const [tenant, team] = [`tenant${index % tenants}`, Math.floor(index / tenants)];
  const name = personName(tenant, team, 0);
  const place = { orgId: anOrgId(tenant), teamId: aTeamId(`${tenant} ${team}`), memberId: aMemberId(name) };
  return { ...place, meetingId: aMeetingId(`${tenant} ${team}`), tenant, team, name };
};

const openBrowsers = async (index: number): Promise<readonly Browser[]> => {
  const { orgId, memberId, teamId, meetingId, name } = actorOf(index);
  const account = { email: `reader${index}@example.org`, password: 'open sesame, please', firstName: name };
  const userId = await createAccount(services, {
    ...{ ...account, lastName: 'Lee', orgId, memberId, role: 'user', isConfirmed: true },
  });
  const browsers: Browser[] = [];
  for (let number = 0; number < browsersOfReader; number += 1) {
    const family = await startTokenFamily(services, {
      ...{ account: { userId, sessionEpoch: 1 }, orgId, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null },
    });
    browsers.push({ refreshToken: refreshTokenOf(services.sessionKeys, family), memberId, teamId, meetingId });
  }
  return browsers;
};

const seedDigestOf = async (index: number): Promise<void> => {
  const { orgId, memberId, teamId, tenant, team, name } = actorOf(index);
  const actor = { orgId, memberId, teamIds: [teamId], name, userId: null, role: 'admin', locale: 'en' } as const;
  const members = Array.from({ length: people }, (_, person) => aMemberId(personName(tenant, team, person)));
  await seedDigest({ store: services.store, clock, newId: services.newId }, actor, { members, minute: 780 });
};

const indices = Array.from({ length: readers }, (_, index) => index);
const browsers = (await Promise.all(indices.map(openBrowsers))).flat();
for (const index of indices.slice(0, tenants)) await seedDigestOf(index);

const pass = async (until: number): Promise<void> => {
  while (clock.now() < until) {
    clock.set(Math.min(clock.now() + stepMinutes * 60_000, until));
    await app.heartbeat.poll();
  }
};

const measure = async (): Promise<FromServer> => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    // Finalisers and weak references release their objects in the turn between two collections.
    await turn();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const connections = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  return { kind: 'memory', kept: heapUsed + external, rss, connections };
};

const answer = async (message: ToServer): Promise<FromServer> => {
  if (message.kind === 'measure') return measure();
  await pass(Date.parse(message.until));
  return { kind: 'passed' };
};

const sendToParent = (message: FromServer): void => {
  process.send?.(message);
};
process.on('message', (message: ToServer) => {
  answer(message).then(sendToParent, (error: unknown) => {
    sendToParent({ kind: 'failed', message: String(error) });
  });
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
sendToParent({ kind: 'ready', port: (await app.listen()).port, browsers });
