import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Email } from '../../../bot/src/gateways/mailPort.ts';
import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { addressToken } from '../../../bot/src/services/summaryEmails/consentLinkTokens.ts';
import { chooseOnPage, readAddressPage } from '../../../bot/src/services/summaryEmails/consentPage.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import {
  askableFrom,
  addressHash,
  findConsent,
  repeatRequest,
  requestConsent,
} from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { settleAddedAddresses } from '../../../bot/src/services/summaryEmails/listAndApproveSummaryEmails.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { approveAddresses, consentIn } from '../../support/data/approveAddressesAndReadConsent.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { noWebhooks } from '../../support/fakes/fakeWebhooks.ts';
import { fakeMail } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { pdfFonts } from '../../support/files/pdfFonts.ts';

const keys = codeKeys(['a secret of at least thirty-two bytes']);
const outside = 'stranger@elsewhere.test';

const consentDeps = (world: World, store: TableStore = world.store) => ({
  ...{ store, clock: world.clock, log: world.log, newId: world.answering.newId, codeKeys: keys },
  limiter: createLimiter({ store, clock: world.clock, addressLimiter: null }),
});

const mailWorld = async () => {
  const world = await aWorld();
  const mail = fakeMail();
  const accountWork = createAccountWork({
    ...{ pdfFonts, ...noWebhooks, ...world.deps, ...consentDeps(world) },
    ...{ trialDays: 30, mail },
  });
  const engine = world.instance('one', { accountWork });
  const runUntil: World['runUntil'] = (at, every, beating = engine) => world.runUntil(at, every, beating);
  return { ...world, mail, accountWork, runUntil, consents: consentDeps(world) };
};
type MailWorld = Awaited<ReturnType<typeof mailWorld>>;

const sent = ({ mail }: MailWorld): string[] => mail.sent.map(({ to, email }) => `${email.kind} ${to}`).sort();
const reasons = async (world: MailWorld, date?: string) =>
  [...(await rowsOf(world, date)).deliveries]
    .filter(([who]) => who.startsWith('email:'))
    .map(([, { value }]) => value.reason);
const tokenIn = (email: Email | undefined): string => {
  const url = email?.kind === 'CONSENT' ? email.url : email?.kind === 'SUMMARY' ? email.stopUrl : '';
  return url.slice(url.lastIndexOf('/') + 1);
};
const asking = ({ orgId }: World, address = outside) => ({ orgId, address, locale: 'en', by: null });
const ask = (world: MailWorld, address = outside) => requestConsent(world.consents, asking(world, address));
const beat = async (world: MailWorld) => {
  for (const shard of world.deps.settings.shards) await world.accountWork(shard, () => true);
};

describe('an outside address of a report', () => {
  it('gets one request and no summary until it agrees, for any number of runs', async () => {
    const world = await mailWorld();
    await world.meeting({ reportSummaryEmail: outside });
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
    expect(await reasons(world)).toEqual(['NO_CONSENT']);
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
    expect(await reasons(world, '2026-11-23')).toEqual(['NO_CONSENT']);

    const token = tokenIn(world.mail.sent[0]?.email);
    expect(await readAddressPage(world.consents, token)).toMatchObject({ is: 'ASKED' });
    await chooseOnPage(world.consents, token, 'AGREE');
    await world.runUntil('2026-11-24T12:00:00Z', 600);
    expect(sent(world)).toEqual([`CONSENT ${outside}`, `SUMMARY ${outside}`]);
  });

  it('gets no email any more once it unsubscribed, and again when it changes its mind', async () => {
    const world = await mailWorld();
    await approveAddresses(world, outside);
    await world.meeting({ reportSummaryEmail: outside });
    await world.runUntil('2026-11-20T12:00:00Z');
    const token = tokenIn(world.mail.sent[0]?.email);
    expect(await chooseOnPage(world.consents, token, 'STOP')).toMatchObject({ is: 'OFF' });
    expect(await chooseOnPage(world.consents, token, 'STOP')).toMatchObject({ is: 'OFF' });
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(sent(world)).toEqual([`SUMMARY ${outside}`]);
    expect(await reasons(world, '2026-11-23')).toEqual(['UNSUBSCRIBED']);
    await chooseOnPage(world.consents, token, 'AGREE');
    await world.runUntil('2026-11-24T12:00:00Z', 600);
    expect(sent(world)).toEqual([`SUMMARY ${outside}`, `SUMMARY ${outside}`]);
  });

  it('the address of a person of the team needs no consent, and can unsubscribe too', async () => {
    const world = await mailWorld();
    await world.meeting({ reportSummaryEmail: 'bob@example.org' });
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(sent(world)).toEqual(['SUMMARY bob@example.org']);
    await chooseOnPage(world.consents, tokenIn(world.mail.sent[0]?.email), 'STOP');
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(sent(world)).toEqual(['SUMMARY bob@example.org']);
  });

  it('the address of a person who left the organisation is an outside address', async () => {
    const world = await mailWorld();
    await world.meeting({ reportSummaryEmail: 'bob@example.org' });
    await world.changeMember('bob', { leftOn: '2026-11-19T08:00:00.000Z' as never, isEnabled: false });
    world.plants(/bob/);
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(sent(world)).toEqual(['CONSENT bob@example.org']);
  });
});

describe('saving a report', () => {
  it('saving a report as a user asks an outside address, as an admin approves it, and asks no member', async () => {
    const world = await mailWorld();
    await settleAddedAddresses(world.consents, world.actor('bob'), [outside, 'ann@example.org']);
    await settleAddedAddresses(world.consents, world.actor('ann', { role: 'admin' }), ['board@elsewhere.test']);
    await beat(world);
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
    expect(await consentIn(world, outside)).toMatchObject({ state: 'WAITING', asks: 1, by: world.member('bob') });
    expect(await consentIn(world, 'board@elsewhere.test')).toMatchObject({ state: 'APPROVED' });
    expect(await consentIn(world, 'ann@example.org')).toBeUndefined();
  });

  it('saving a report never asks or approves an address again that declined', async () => {
    const world = await mailWorld();
    await ask(world);
    await beat(world);
    await chooseOnPage(world.consents, tokenIn(world.mail.sent[0]?.email), 'STOP');
    expect(await consentIn(world, outside)).toMatchObject({ state: 'REFUSED' });
    await settleAddedAddresses(world.consents, world.actor('ann', { role: 'admin' }), [outside]);
    await settleAddedAddresses(world.consents, world.actor('bob'), [outside]);
    await beat(world);
    expect(await consentIn(world, outside)).toMatchObject({ state: 'REFUSED' });
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
  });
});

describe('a request for consent', () => {
  it('is sent once by two parallel instances, and once for two requests', async () => {
    const world = await mailWorld();
    await Promise.all([ask(world), ask(world), ask(world)]);
    world.clock.advance({ seconds: 1 });
    await ask(world);
    await Promise.all([beat(world), beat(world)]);
    await beat(world);
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
  });

  it('is sent at most once with a failure at any store call, and once after a new request', async () => {
    for (const when of failures)
      for (let failing = 1; failing <= 12; failing += 1) {
        const world = await mailWorld();
        const { store } = failingStore(world.store, failing, when);
        await requestConsent(consentDeps(world, store), asking(world)).catch(() => undefined);
        world.clock.advance({ seconds: 1 });
        await ask(world);
        await beat(world);
        world.clock.advance({ minutes: 30 });
        await beat(world);
        expect([when, failing, ...sent(world)]).toEqual([when, failing, `CONSENT ${outside}`]);
      }
  });

  it('is not sent again by a clock that moves back, nor by a holder that stopped while it sent', async () => {
    const world = await mailWorld();
    await ask(world);
    world.clock.advance({ minutes: -10 });
    await ask(world);
    await beat(world);
    world.clock.advance({ minutes: 20 });
    world.mail.fault = { kind: 'LATER', mayHaveArrived: true };
    await beat(world);
    world.mail.fault = null;
    world.clock.advance({ minutes: 60 });
    await beat(world);
    expect(sent(world)).toEqual([]);
    expect(await consentIn(world, outside)).toMatchObject({ state: 'WAITING', asks: 1 });
  });

  it('can be repeated once a day and three times in all', async () => {
    const world = await mailWorld();
    const again = async (): Promise<string> => {
      try {
        await repeatRequest(world.consents, asking(world));
        return 'OK';
      } catch (error) {
        return error instanceof AppError ? error.code : String(error);
      }
    };
    await ask(world);
    expect(await again()).toBe('TOO_MANY_REQUESTS');
    for (let day = 1; day <= 2; day += 1) {
      world.clock.advance({ minutes: 24 * 60 });
      expect(await again()).toBe('OK');
      await beat(world);
    }
    world.clock.advance({ minutes: 48 * 60 });
    expect(await again()).toBe('CONFLICT');
    expect(sent(world)).toEqual([`CONSENT ${outside}`, `CONSENT ${outside}`]);
  });

  it('can be sent manually to an address without a request, as in a report of an earlier version', async () => {
    const world = await mailWorld();
    await repeatRequest(world.consents, asking(world));
    await ask(world);
    await beat(world);
    expect(sent(world)).toEqual([`CONSENT ${outside}`]);
  });

  it('is sent to one address at most three times a day over all organisations; the rest waits', async () => {
    const world = await mailWorld();
    for (const email of ['A', 'B', 'C']) {
      const orgId = world.orgId.slice(0, -1) + email;
      await requestConsent(world.consents, { ...asking(world), orgId: orgId as never });
    }
    await ask(world);
    expect(await consentIn(world, outside)).toMatchObject({ state: 'WAITING', asks: 0, askedAt: null });
    world.plants(/summaryConsent|accountWork|ml\|/);
    world.clock.advance({ minutes: 25 * 60 });
    await ask(world);
    expect(await consentIn(world, outside)).toMatchObject({ state: 'WAITING', asks: 1 });
  });

  it('is sent to at most 50 addresses of one organisation a day', async () => {
    const world = await mailWorld();
    for (let number = 1; number <= 55; number += 1) await ask(world, `p${number}@elsewhere.test`);
    await beat(world);
    await beat(world);
    expect(new Set(sent(world)).size).toBe(50);
    expect(sent(world)).toHaveLength(50);
  });

  it('counts for no address while its organisation is at its limit', async () => {
    const world = await mailWorld();
    for (let number = 1; number <= 50; number += 1) await ask(world, `p${number}@elsewhere.test`);
    for (let times = 0; times < 3; times += 1) await ask(world);
    expect(await consentIn(world, outside)).toMatchObject({ askedAt: null });
    const other = orgId.parse(world.orgId.slice(0, -1) + 'A');
    await requestConsent(world.consents, { ...asking(world), orgId: other });
    expect((await findConsent(inOrg(world.store, other), outside))?.value).toMatchObject({ asks: 1 });
  });

  it('counts for nothing when it could not be stored', async () => {
    const world = await mailWorld();
    for (let times = 0; times < 3; times += 1) {
      const { store } = failingStore(world.store, 2, 'before');
      await expect(requestConsent({ ...world.consents, store }, asking(world))).rejects.toThrow();
    }
    await ask(world);
    expect(await consentIn(world, outside)).toMatchObject({ asks: 1 });
  });
});

it('lets an admin approve 50 outside addresses a day, and delays further ones', async () => {
  const world = await mailWorld();
  const addresses = Array.from({ length: 52 }, (_, index) => `p${index}@elsewhere.test`);
  await settleAddedAddresses(world.consents, world.actor('ann', { role: 'admin' }), addresses);
  const states = await Promise.all(addresses.map(async (address) => (await consentIn(world, address))?.state));
  expect(states.filter((state) => state === 'APPROVED')).toHaveLength(50);
  expect(states.filter((state) => state === 'WAITING')).toHaveLength(2);
  await beat(world);
  expect(sent(world)).toEqual([]);
});

it('returns the time of the next allowed request to an address', () => {
  const row = {
    state: 'WAITING',
    asks: 0,
    askedAt: null,
    changedAt: '2026-11-20T08:00:00.000Z' as never,
    by: null,
  } as const;
  expect(askableFrom(undefined)).toBe(0);
  expect(askableFrom(row)).toBe(0);
  expect(askableFrom({ ...row, asks: 1, askedAt: row.changedAt })).toBe(Date.parse('2026-11-21T08:00:00Z'));
  expect(askableFrom({ ...row, asks: 3, askedAt: row.changedAt })).toBeUndefined();
  expect(askableFrom({ ...row, state: 'AGREED' })).toBeUndefined();
});

it('rejects a link of another installation, and one with any changed character', async () => {
  const world = await mailWorld();
  const named = { orgId: world.orgId, hash: addressHash(outside) };
  const token = addressToken(keys, named);
  const other = addressToken(codeKeys(['another secret of at least thirty-two bytes']), named);
  const moved = token.replace(named.hash, addressHash('other@elsewhere.test'));
  const { orgId: otherOrg } = await seedOrg(world.store, { org: 'fabrikam' });
  const elsewhere = token.replace(named.orgId, otherOrg);
  for (const wrong of [other, moved, elsewhere, `${token}x`, token.slice(1), '', 'x'])
    expect(await chooseOnPage(world.consents, wrong, 'STOP')).toEqual({ is: 'UNKNOWN' });
  expect(await consentIn(world, outside)).toBeUndefined();
});
