import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import type { Metrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { createSmtpMail } from '../../../bot/src/gateways/mail/smtpMail.ts';
import { createMailFolder, readMail } from '../../../bot/src/gateways/mail/mailFolder.ts';
import { MailError } from '../../../bot/src/gateways/mailPort.ts';
import type { Mail } from '../../../bot/src/gateways/mailPort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import {
  aRegistration,
  beatOf,
  caller,
  fakeMail,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { startSmtp } from '../../support/fakes/fakeSmtp.ts';
import type { SmtpServer } from '../../support/fakes/fakeSmtp.ts';
import { useTempDir } from '../../support/files/tempDir.ts';

const settings = { translateFor: translateFor, publicUrl: 'https://rollcall.test', from: 'no-reply@rollcall.test' };
const inTemp = useTempDir();
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtp();
});
beforeEach(() => {
  smtp.received.length = 0;
  smtp.refuse = () => undefined;
  smtp.refuseMessage = undefined;
  smtp.isSilent = false;
});
afterAll(async () => {
  await smtp.stop();
});

/** Creates a world that sends emails by SMTP to the fake server. `hour` runs a heartbeat in each minute of an hour. */
const smtpWorld = () => {
  const world = registrationWorld();
  const tick = beatOf(world.deps, createSmtpMail({ ...settings, url: smtp.url }));
  const hour = async (): Promise<void> => {
    for (let minute = 0; minute < 60; minute += 1) {
      world.clock.advance({ minutes: 1 });
      await tick();
    }
  };
  const outbox = async (): Promise<string[]> =>
    (await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.rk.includes('|mail|')).map((row) => row.rk);
  return { ...world, beat: tick, hour, outbox };
};

const linkIn = (raw: string): string =>
  /https:\/\/rollcall\.test\/confirm\/([\w-]{43})/.exec(readMail('', raw).text)?.[1] ?? '';

it('is sent when the mail server returns after three hours, however often it was tried', async () => {
  const world = registrationWorld();
  const mail = fakeMail();
  const tick = beatOf(world.deps, mail);
  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      world.clock.advance({ minutes: 1 });
      await tick();
    }
  };
  mail.fault = { kind: 'LATER' };
  await register(world.deps, aRegistration(), caller);
  await minutes(180);
  mail.fault = null;
  await minutes(25);
  expect(mail.sent).toHaveLength(1);
});

it('is sent three times if it may have arrived, the last time ten minutes after the second', async () => {
  const world = registrationWorld();
  const sentAt: number[] = [];
  let minute = 0;
  const send = (): Promise<void> => {
    sentAt.push(minute);
    return Promise.reject(new MailError({ kind: 'LATER', mayHaveArrived: true }));
  };
  const tick = beatOf(world.deps, { send });
  await register(world.deps, aRegistration(), caller);
  for (minute = 1; minute <= 60; minute += 1) {
    world.clock.advance({ minutes: 1 });
    await tick();
  }
  expect(sentAt).toEqual([1, 2, 12]);
  const rows = await rowsOf(world.store.admin, 'Outbox');
  expect(rows.map(({ values }) => values['parkedReason'] ?? null)).toContain('UNCONFIRMED');
});

it('is set aside after ten faults of the product, and counted once', async () => {
  const world = registrationWorld();
  const parked: unknown[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    count: (name, labels) => {
      if (name === 'parked_messages_total') parked.push(labels);
    },
  };
  const tick = beatOf(world.deps, { send: () => Promise.reject(new Error('a fault')) }, metrics);
  await register(world.deps, aRegistration(), caller);
  for (let tries = 0; tries < 12; tries += 1) {
    world.clock.advance({ minutes: 30 });
    await tick();
  }
  expect(parked).toEqual([{ kind: 'mail', reason: 'fault' }]);
});

describe('an email over SMTP', () => {
  it('has one recipient, both parts, one-line headers, and a valid link', async () => {
    const world = smtpWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: 'no-reply@rollcall.test', to: ['ann@example.test'] });
    const raw = mail?.raw ?? '';
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
    expect(raw).toContain('Content-Type: text/html; charset=utf-8');
    expect(raw).toMatch(/^From: Rollcall <no-reply@rollcall\.test>\r$/m);
    expect(raw).toMatch(/^To: ann@example\.test\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(readMail('', raw).subject).toBe('Confirm your email address for Rollcall');
    expect(await confirmRegisterEmail(world.deps, { code: linkIn(raw) }, caller)).toBe(true);
    expect(await world.outbox()).toEqual([]);
    await world.hour();
    expect(smtp.received).toHaveLength(1);
  });

  it.each([
    ['1@b.co', '1@b.co'],
    ['a+b@sub.b.co.uk', 'a+b@sub.b.co.uk'],
    ["o'neil@b.co", "o'neil@b.co"],
    // The product sends the domain in Punycode, and the SMTP server shows it in Unicode.
    ['a@xn--exmple-cua.de', 'a@exämple.de'],
  ])('reaches %s', async (email, shown) => {
    const world = smtpWorld();
    await register(world.deps, aRegistration({ email }), caller);
    await world.beat();
    expect(smtp.received.map((receivedMail) => receivedMail.to)).toEqual([[shown]]);
  });

  it('waits while the server is down, and is sent once afterwards; registering still succeeds', async () => {
    const world = smtpWorld();
    await smtp.stop();
    expect(await register(world.deps, aRegistration(), caller)).toMatch(/^[0-9A-Z]{26}$/);
    await world.beat();
    await world.hour();
    expect(await world.outbox()).toHaveLength(1);
    const tries = world.deps.log.lines.filter((line) => line.event === 'mail.failed').length;
    // The pause grows from half a minute to a quarter of an hour, so the hour contains only a few tries.
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
    await smtp.restart();
    await world.hour();
    expect(smtp.received).toHaveLength(1);
    expect(await world.outbox()).toEqual([]);
    expect(await confirmRegisterEmail(world.deps, { code: linkIn(smtp.received[0]?.raw ?? '') }, caller)).toBe(true);
  });

  it('is dropped for a permanently rejected recipient, whom the log does not name', async () => {
    smtp.refuse = (address) => [550, `No such user: ${address}`];
    const world = smtpWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    await world.hour();
    expect(await world.outbox()).toEqual([]);
    const lines = world.deps.log.lines.filter((line) => line.event.startsWith('mail'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ event: 'mail.refused', facts: { letter: 'CONFIRM', status: 550 } });
    expect(JSON.stringify(world.deps.log.lines)).not.toContain('ann');
  });

  it('is dropped if the message is permanently rejected', async () => {
    smtp.refuseMessage = [554, 'ShardPoller like spam'];
    const world = smtpWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    expect(await world.outbox()).toEqual([]);
  });

  it.each([
    ['a recipient put off', () => void (smtp.refuse = () => [450, 'Greylisted'])],
    ['a message put off', () => void (smtp.refuseMessage = [451, 'Try later'])],
  ])('an email over SMTP is retried after %s', async (_what, putOff) => {
    putOff();
    const world = smtpWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    expect(await world.outbox()).toHaveLength(1);
    smtp.refuse = () => undefined;
    smtp.refuseMessage = undefined;
    await world.hour();
    expect(smtp.received).toHaveLength(1);
  });

  it('gives up on a server that is silent when the deadline is over', async () => {
    smtp.isSilent = true;
    const mail: Mail = { id: 'x', to: 'ann@example.test', locale: 'en', email: { kind: 'IN_USE' } };
    const sending = createSmtpMail({ ...settings, url: smtp.url }).send(mail, 50);
    await expect(sending).rejects.toMatchObject({ fault: { kind: 'LATER' } });
  });

  it('is dropped when it has become useless: too late, or confirmed meanwhile', async () => {
    const world = smtpWorld();
    await smtp.stop();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    world.clock.advance({ minutes: 24 * 60 });
    await smtp.restart();
    await world.hour();
    expect(smtp.received).toEqual([]);
    expect(world.deps.log.lines.map((line) => line.event)).toContain('mail.tooLate');
    expect(await world.outbox()).toEqual([]);
  });

  it('is not sent in clear to another machine', async () => {
    // Another name of this machine, which the product does not recognise as loopback and therefore treats as another
    // machine.
    const plain = createSmtpMail({ ...settings, url: smtp.url.replace('127.0.0.1', '127.1') });
    const mail: Mail = { id: 'x', to: 'ann@example.test', locale: 'en', email: { kind: 'IN_USE' } };
    const requested: string[] = [];
    smtp.refuse = (address) => void requested.push(address);
    await expect(plain.send(mail, 5000)).rejects.toMatchObject({ fault: { kind: 'LATER' } });
    expect(requested).toEqual([]);
    const relay = createSmtpMail({ ...settings, url: `${smtp.url.replace('127.0.0.1', '127.1')}?requireTLS=false` });
    await relay.send(mail, 5000);
    expect(requested).toEqual(['ann@example.test']);
  });
});

/** Returns the world's store with another `get`, so that a test can change rows or the clock during a read. */
const withGet = (world: RegistrationWorld, get: TableStore['get']): TableStore => {
  const { store } = world;
  return {
    get,
    insert: (table, row) => store.insert(table, row),
    replace: (table, row, etag) => store.replace(table, row, etag),
    merge: (table, row, etag) => store.merge(table, row, etag),
    delete: (table, key, etag) => store.delete(table, key, etag),
    touch: (table, row) => store.touch(table, row),
    transact: (table, pk, steps) => store.transact(table, pk, steps),
    inOrder: (transactions) => store.inOrder(transactions),
    scan: (table, pk, range, page) => store.scan(table, pk, range, page),
    close: () => store.close(),
  };
};

describe('an email of several instances', () => {
  it('is sent once by 8 that tick at once', async () => {
    const world = registrationWorld();
    const mail = fakeMail();
    await register(world.deps, aRegistration(), caller);
    await Promise.all(Array.from({ length: 8 }, () => beatOf(world.deps, mail)()));
    expect(mail.sent).toHaveLength(1);
  });

  it('is not begun by one that was paused until its lease ran out', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    const slow = fakeMail();
    // Each read of an account takes 15 seconds, so the lease ends while this instance still creates the email.
    const store = withGet(world, (table, key) => {
      if (table === 'Accounts') world.clock.advance({ seconds: 15 });
      return world.store.get(table, key);
    });
    await beatOf({ ...world.deps, store }, slow)();
    expect(slow.sent).toEqual([]);
    world.clock.advance({ minutes: 5 });
    await world.beat();
    expect(world.mail.sent).toHaveLength(1);
  });

  it.each(failures)(
    'is sent at least once when the store fails (%s) at any step, and once when its mark is written',
    async (failure) => {
      for (let index = 1; index < 60; index += callsBetweenFaults) {
        const world = registrationWorld();
        await register(world.deps, aRegistration(), caller);
        const broken = failingStore(world.store, index, failure);
        await beatOf({ ...world.deps, store: broken.store }, world.mail)().catch(() => undefined);
        const isDone = broken.calls() < index;
        for (let minute = 0; minute < 5; minute += 1) {
          world.clock.advance({ minutes: 1 });
          await world.beat();
        }
        expect(world.mail.sent.length).toBeGreaterThanOrEqual(1);
        expect(world.mail.sent.length).toBeLessThanOrEqual(isDone ? 1 : 2);
        expect((await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.rk.includes('|mail|'))).toEqual([]);
        // All tries of an email must be identical, so that mail programs show it once.
        expect(new Set(world.mail.sent.map((item) => JSON.stringify(item))).size).toBe(1);
        if (isDone) return;
      }
      throw new Error('The walk did not end.');
    },
  );
});

describe('mails as files', () => {
  it('are written whole, read back as they were, and listed with the newest first', async () => {
    const folder = createMailFolder({ ...settings, folder: inTemp('mail') });
    expect(await folder.list(10)).toEqual([]);
    const base = { to: 'ann@example.test', locale: 'en' };
    await folder.send(
      { ...base, id: '01A', email: { kind: 'RESET', code: 'r'.repeat(43), firstName: 'Zoë = <b>' } },
      1000,
    );
    await folder.send({ ...base, id: '01B', email: { kind: 'IN_USE' } }, 1000);
    const mails = await folder.list(10);
    expect(mails.map((mail) => [mail.name, mail.subject, mail.to])).toEqual([
      ['01B-in_use.eml', 'You already have an account at Rollcall', 'ann@example.test'],
      ['01A-reset.eml', 'Set a new password for Rollcall', 'ann@example.test'],
    ]);
    expect(mails[1]?.text).toContain(`https://rollcall.test/reset-password/${'r'.repeat(43)}`);
    expect(mails[1]?.text).toContain('Hello Zoë = <b>,');
    expect(await folder.list(1)).toHaveLength(1);
  });
});
