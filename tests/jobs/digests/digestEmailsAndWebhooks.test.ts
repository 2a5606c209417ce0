import { createHmac } from 'node:crypto';
import { WebhookError } from '../../../bot/src/gateways/webhookPort.ts';
import type { WebhookCall } from '../../../bot/src/gateways/webhookPort.ts';
import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import {
  chooseForAddress,
  addressHash,
} from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { digestSending } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { mailWork } from '../../support/worlds/mailWorld.ts';
import { aDigest, digestRow, digestWorld, resultsOf, sendingsOf } from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';

const outside = 'lead@elsewhere.test';
const hook = 'https://hooks.example.test/rollcall';

const emailDigest = (world: DigestWorld, role: 'user' | 'admin') =>
  world.digest('ann', { recipients: { emails: [outside] } }, { role });

const withHook = async (world: DigestWorld) => {
  await world.meeting();
  const draft = saveDigestCall.input.parse(aDigest(world, [], { recipients: { webhookUrl: hook } }));
  return saveDigest(world.services, world.actor('ann', { role: 'admin' }), draft);
};

it('keeps a webhook that an owner who is no admin any more does not see, until an admin removes it', async () => {
  const world = await digestWorld();
  const { digest } = await withHook(world);
  const stored = await digestRow(world, digest);
  const save = async (role: 'user' | 'admin', recipients: object) =>
    saveDigest(
      world.services,
      world.actor('ann', { role }),
      saveDigestCall.input.parse({ ...aDigest(world, [], { recipients }), id: digest.id }),
    );
  const saved = await save('user', { webhookUrl: null });
  expect(saved).toMatchObject({ secret: null, digest: { webhookHost: 'hooks.example.test' } });
  expect(saved.digest.recipients.webhookUrl).toBeNull();
  const { recipients, webhookSecret } = (await digestRow(world, digest)) ?? {};
  expect([recipients?.webhookUrl, webhookSecret]).toEqual([hook, stored?.webhookSecret]);
  await expect(save('user', { webhookUrl: `${hook}/2` })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await save('admin', { memberIds: [world.member('ann')], webhookUrl: null });
  expect((await digestRow(world, digest))?.recipients.webhookUrl).toBeNull();
  expect((await save('user', { memberIds: [world.member('ann')] })).digest).not.toHaveProperty('webhookHost');
});

it('asks an outside address first, and sends it the digest only after it agreed', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'user');
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(world.mail.sent.map(({ email }) => email.kind)).toEqual(['CONSENT']);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SKIPPED NO_CONSENT']);
  await chooseForAddress(world.services, world.orgId, addressHash(outside), 'AGREE');
  await world.runUntil('2026-11-23T16:30:00Z', 300);
  expect(world.mail.sent.map(({ email, to }) => `${email.kind} ${to}`)).toEqual([
    `CONSENT ${outside}`,
    `DIGEST ${outside}`,
  ]);
});

it('sends nothing to an address that unsubscribed', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  const [email] = world.mail.sent.map((mail) => mail.email);
  expect(email?.kind === 'DIGEST' ? email.stopUrl : '').toContain('/email/summaries/');
  await chooseForAddress(world.services, world.orgId, addressHash(outside), 'STOP');
  await world.runUntil('2026-11-23T16:30:00Z', 300);
  expect(world.mail.sent).toHaveLength(1);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SKIPPED UNSUBSCRIBED', 'EMAIL SENT']);
});

it('sends one email to a member who is also named by address', async () => {
  const world = await digestWorld();
  await world.meeting();
  await world.changeMember('bob', { summaryDelivery: 'EMAIL', email: 'Bob@example.org' });
  const recipients = { memberIds: [world.member('bob')], emails: ['bob@example.org'] };
  const digest = await world.digest('ann', { recipients }, { role: 'admin' });
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(world.mail.sent.map(({ to }) => to.toLowerCase())).toEqual(['bob@example.org']);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SENT']);
});

it('shows an address that refuses the email', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  world.mail.fault = { kind: 'REFUSED', status: 550 };
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL FAILED REJECTED']);
});

it('sends a late email once after the mail server was down', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-20T18:30:00Z', 60);
  world.mail.fault = null;
  await world.runUntil('2026-11-20T21:00:00Z', 60);
  expect(world.mail.sent).toMatchObject([{ email: { kind: 'DIGEST', model: { isLate: true } } }]);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SENT']);
});

it('skips an email that a limit of emails holds longer than seven days', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  world.mail.fault = { kind: 'HELD', retryAfterMs: 8 * 24 * 3_600_000 };
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SKIPPED MAIL_LIMIT']);
});

it('skips an email that the mail server did not take for seven days', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  await world.runUntil('2026-11-20T15:59:00Z', 600);
  world.mail.fault = { kind: 'LATER' };
  await world.runUntil('2026-11-27T17:30:00Z', 3600);
  expect((await resultsOf(world, digest)).at(-1)).toBe('EMAIL SKIPPED TOO_LATE');
});

it('sends an email once although the store rejects its result for minutes', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await emailDigest(world, 'admin');
  let isRejecting = true;
  const replace: TableStore['replace'] = (table, row, etag) =>
    isRejecting && row.rk.startsWith('dge|')
      ? Promise.reject(new StoreError('UNAVAILABLE', 'busy'))
      : world.store.replace(table, row, etag);
  const deps = { ...world.deps, store: { ...world.store, replace } };
  const engine = world.instance('rejected', {
    store: deps.store,
    accountWork: mailWork({ ...world, deps }, world.mail, world.webhooks),
  });
  await world.runUntil('2026-11-20T16:05:00Z', 10, engine);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL WAITING']);
  isRejecting = false;
  await world.runUntil('2026-11-20T16:30:00Z', 60, engine);
  expect(await resultsOf(world, digest)).toEqual(['EMAIL SENT']);
  expect(world.mail.sent).toHaveLength(1);
});

it('calls the webhook with a body that its secret signs', async () => {
  const world = await digestWorld();
  const { secret, digest } = await withHook(world);
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  const [call] = world.webhooks.calls;
  expect(world.webhooks.calls).toHaveLength(1);
  expect(call?.url).toBe(hook);
  const [, seconds = '', sent = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call?.headers['X-Rollcall-Signature'] ?? '') ?? [];
  expect(
    createHmac('sha256', secret ?? '')
      .update(`${seconds}.${call?.body ?? ''}`)
      .digest('hex'),
  ).toBe(sent);
  expect(JSON.parse(call?.body ?? '{}')).toMatchObject({
    ...{ version: 1, runs: 1, isLate: false, digest: { id: digest.id, name: 'Evening digest', scope: 'TEAM' } },
    period: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z', timezone: 'Europe/Berlin' },
    people: [{ name: 'ann', asked: 1, answered: 0 }, { name: 'bob' }, { name: 'eve' }],
  });
});

it('keeps the secret encrypted, and shows it only while the webhook is new', async () => {
  const world = await digestWorld();
  const { secret, digest } = await withHook(world);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const again = saveDigestCall.input.parse({
    ...aDigest(world, [], { recipients: { webhookUrl: hook } }),
    id: digest.id,
  });
  expect((await saveDigest(world.services, world.actor('ann', { role: 'admin' }), again)).secret).toBeNull();
  const moved = saveDigestCall.input.parse({
    ...aDigest(world, [], { recipients: { webhookUrl: `${hook}/2` } }),
    id: digest.id,
  });
  const renewed = await saveDigest(world.services, world.actor('ann', { role: 'admin' }), moved);
  expect(renewed.secret).not.toBeNull();
  expect(renewed.secret).not.toBe(secret);
  expect(JSON.stringify(renewed.digest)).not.toContain('whsec_');
});

it('calls a webhook without a reply at most three times, always with the same delivery id', async () => {
  const world = await digestWorld();
  const ids = new Set<string | undefined>();
  let calls = 0;
  const { digest } = await withHook(world);
  Object.assign(world.webhooks, {
    post: (call: WebhookCall) => {
      calls += 1;
      ids.add(call.headers['X-Rollcall-Delivery']);
      return Promise.reject(new WebhookError({ kind: 'LATER', mayHaveArrived: true }));
    },
  });
  await world.runUntil('2026-11-21T16:30:00Z', 60);
  expect([calls, ids.size]).toEqual([3, 1]);
  expect(await resultsOf(world, digest)).toEqual(['WEBHOOK FAILED UNCONFIRMED']);
});

it.each([
  [{ kind: 'REFUSED', status: 410 }, 'REJECTED'],
  [{ kind: 'FORBIDDEN' }, 'FORBIDDEN_ADDRESS'],
] as const)('gives up a webhook that fails with %j', async (fault, reason) => {
  const world = await digestWorld();
  const { digest } = await withHook(world);
  world.webhooks.fault = fault;
  await world.runUntil('2026-11-20T16:30:00Z', 60);
  expect(await resultsOf(world, digest)).toEqual([`WEBHOOK FAILED ${reason}`]);
});

it('keeps the results of the last 20 sendings', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann', {
    schedule: { cadence: 'DAILY', time: 1020, timezone: 'Europe/Berlin', isWorkingDaysOnly: false },
    recipients: { inChannel: true },
  });
  await world.runUntil('2026-12-15T17:00:00Z', 3600);
  expect(await sendingsOf(world, digest)).toHaveLength(20);
});

it('keeps an older sending whose message still waits', async () => {
  const world = await digestWorld();
  await world.meeting();
  const digest = await world.digest('ann', {
    schedule: { cadence: 'DAILY', time: 1020, timezone: 'Europe/Berlin', isWorkingDaysOnly: false },
    recipients: { inChannel: true },
  });
  await world.runUntil('2026-12-09T12:00:00Z', 3600);
  const records = inOrg(world.store, world.orgId);
  const [oldest] = (await sendingsOf(world, digest)).slice(-1);
  if (oldest === undefined) throw new Error('The digest was sent.');
  const key = { digestId: digest.id, at: oldest.at };
  const stored = await records.get(digestSending, key);
  if (stored === undefined) throw new Error('The sending is stored.');
  const messages = stored.value.messages.map((message) => ({ ...message, state: 'WAITING' as const }));
  await records.replace(digestSending, key, { ...stored.value, messages }, stored.etag);
  world.plants(/./);
  await world.runUntil('2026-12-15T17:00:00Z', 3600);
  const kept = await sendingsOf(world, digest);
  expect([kept.length, kept.at(-1)?.at]).toEqual([21, oldest.at]);
});
