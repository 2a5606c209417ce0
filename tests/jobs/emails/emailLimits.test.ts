import { fakeWebhooks } from '../../support/fakes/fakeWebhooks.ts';
import { MailError } from '../../../bot/src/gateways/mailPort.ts';
import type { Email, Mail } from '../../../bot/src/gateways/mailPort.ts';
import { createPrometheus } from '../../../bot/src/gateways/prometheus/prometheusMetrics.ts';
import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { queueEmail } from '../../../bot/src/services/core/queueEmailsAndPurges.ts';
import { createRateLimitedMail } from '../../../bot/src/services/rateLimits/rateLimitedMail.ts';
import { dayOf, emptyCounter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { counter } from '../../../bot/src/store/kinds/rateLimits/rateLimitCounters.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  aRegistration,
  callerFrom,
  fakeMail,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';

// Tests the limits that every email passes before it reaches the mail gateway.

const ask: Email = {
  ...{ kind: 'ASK', meetingName: 'Daily', date: '2026-11-20' as never, closesAt: '2026-11-20T11:00:00.000Z' as never },
  ...{ timezone: 'UTC' as never, url: 'https://rollcall.test/x' },
};
const changed: Email = { kind: 'PASSWORD_CHANGED', firstName: 'Ann', removed: 0 };
const reset: Email = { kind: 'RESET', code: 'c'.repeat(43), firstName: 'Ann' };

const limitedWorld = () => {
  const world = registrationWorld();
  const metrics = createPrometheus();
  const { limiter, log } = world.deps;
  const limited = createRateLimitedMail({ mail: world.mail, limiter, metrics, log });
  let count = 0;
  /** Sends an email. Returns the wait in milliseconds if a limit delays the email. */
  const send = async (email: Email, org: string | null, to = 'ann@example.test'): Promise<number> => {
    count += 1;
    const mail: Mail = { id: `letter-${count}`, to, locale: 'en', email };
    try {
      await limited.send(mail, org === null ? null : anOrgId(org), 1000);
      return 0;
    } catch (error) {
      if (error instanceof MailError && error.fault.kind === 'HELD') return error.fault.retryAfterMs;
      throw error;
    }
  };
  const times = async (number: number, work: () => Promise<number>): Promise<number[]> => {
    const waits: number[] = [];
    for (let each = 0; each < number; each += 1) waits.push(await work());
    return waits;
  };
  return { ...world, metrics, send, times };
};
/** Uses up the organisation's emails of the day, except `emails` of them. */
const leave = async (world: ReturnType<typeof limitedWorld>, org: string, emails: number): Promise<void> => {
  const now = world.clock.now();
  const key = { day: dayOf(now), what: `letterFromOrg|${anOrgId(org)}` };
  const stamps = Array.from({ length: 2_000 - emails }, (_, index) => now - index);
  await outside(world.store).insert(counter, key, { ...emptyCounter, stamps });
};
const sentOf = (waits: readonly number[]): number => waits.filter((wait) => wait === 0).length;

describe('emails to one recipient', () => {
  it('are 40 a day from one organisation and 100 from all, and the next day as many', async () => {
    const world = limitedWorld();
    const from = (org: string) => world.times(45, () => world.send(ask, org));
    expect([
      sentOf(await from('a')),
      sentOf(await from('b')),
      sentOf(await from('c')),
      sentOf(await from('d')),
    ]).toEqual([40, 40, 20, 0]);
    world.clock.advance({ minutes: 24 * 60 + 1 });
    expect(sentOf(await from('a'))).toBe(40);
  });

  it('are counted together, however its address is written', async () => {
    const world = limitedWorld();
    await world.times(40, () => world.send(ask, 'a'));
    expect(await world.send(ask, 'a', 'Ann@Example.TEST')).toBeGreaterThan(0);
  });

  it('allow 3 account emails in 15 minutes and 10 a day, regardless of the organisations’ emails', async () => {
    const world = limitedWorld();
    for (const org of ['a', 'b', 'c']) await world.times(40, () => world.send(ask, org));
    expect(sentOf(await world.times(5, () => world.send(reset, null)))).toBe(3);
    world.clock.advance({ minutes: 16 });
    expect(sentOf(await world.times(5, () => world.send(reset, null)))).toBe(3);
  });

  it('about a change to an account are never delayed', async () => {
    const world = limitedWorld();
    for (const org of ['a', 'b', 'c']) await world.times(40, () => world.send(ask, org));
    await world.times(10, () => world.send(reset, null));
    expect(sentOf(await world.times(30, () => world.send(changed, null)))).toBe(30);
  });
});

it('does not count an email that the mail server rejected temporarily, but counts one that may have arrived', async () => {
  const world = limitedWorld();
  world.mail.fault = { kind: 'LATER' };
  for (let each = 0; each < 50; each += 1) await world.send(ask, 'a').catch(() => 0);
  world.mail.fault = { kind: 'LATER', mayHaveArrived: true };
  for (let each = 0; each < 39; each += 1) await world.send(ask, 'a').catch(() => 0);
  world.mail.fault = null;
  expect(sentOf(await world.times(5, () => world.send(ask, 'a')))).toBe(1);
});

it('sends 2,000 emails of one organisation in a day, and delays no other organisation', async () => {
  const world = limitedWorld();
  await leave(world, 'a', 5);
  const waits: number[] = [];
  for (let number = 0; number < 10; number += 1) waits.push(await world.send(ask, 'a', `p${number}@example.test`));
  expect(sentOf(waits)).toBe(5);
  expect(await world.send(ask, 'b')).toBe(0);
});

it('counts an email for no recipient while its organisation is at its limit', async () => {
  const world = limitedWorld();
  await leave(world, 'a', 0);
  expect(sentOf(await world.times(40, () => world.send(ask, 'a')))).toBe(0);
  const others = [await world.times(40, () => world.send(ask, 'b')), await world.times(40, () => world.send(ask, 'c'))];
  expect(others.map(sentOf)).toEqual([40, 40]);
  expect(sentOf(await world.times(40, () => world.send(ask, 'd')))).toBe(20);
});

it('logs and counts an email that a limit holds back, without its address', async () => {
  const world = limitedWorld();
  await world.times(41, () => world.send(ask, 'a', 'secret@example.test'));
  const held = world.deps.log.lines.filter(({ event }) => event === 'mail.held');
  expect(held).toEqual([
    { level: 'warn', event: 'mail.held', facts: { letter: 'ASK', orgId: anOrgId('a'), id: 'letter-41' } },
  ]);
  expect(await world.metrics.text()).toContain('rollcall_messages_total{kind="mail",outcome="held"} 1');
});

it('sends a delayed email once when the limit allows it, without counting a failure', async () => {
  const world = registrationWorld();
  const mail = fakeMail();
  const work = createAccountWork({
    ...{ ...world.deps, mail, metrics: createPrometheus(), random: () => 0.5, settings: jobSettings },
    webhooks: fakeWebhooks(),
  });
  const tick = async () => {
    for (const shard of jobSettings.shards) await work(shard, () => true);
  };
  await register(world.deps, aRegistration(), callerFrom(1));
  for (let each = 0; each < 3; each += 1)
    await queueEmail(world.deps, { kind: 'IN_USE', address: 'ann@example.test', locale: 'en' });
  await tick();
  expect(mail.sent).toHaveLength(3);
  await tick();
  world.clock.advance({ minutes: 14 });
  await tick();
  expect(mail.sent).toHaveLength(3);
  world.clock.advance({ minutes: 2 });
  await tick();
  await tick();
  expect(mail.sent).toHaveLength(4);
});
