import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { createSmtpMail } from '../../../bot/src/gateways/mail/smtpMail.ts';
import { MailError } from '../../../bot/src/gateways/mailPort.ts';
import type { Mail, MailFault, MailGateway } from '../../../bot/src/gateways/mailPort.ts';
import { register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { selfSignedCertificate } from '../../support/fakes/selfSignedCertificate.ts';
import { startClosingSmtp } from '../../support/fakes/smtpThatClosesWithoutReply.ts';
import type { ClosingSmtp } from '../../support/fakes/smtpThatClosesWithoutReply.ts';
import { aRegistration, beatOf, caller, registrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';

// An email counts as a possible delivery only if the whole message was handed to the connection and the mail server did
// not reply. nodemailer's log shows the end of the message. The tests fail if a new version no longer writes this line.

const settings = { translateFor, publicUrl: 'https://rollcall.test', from: 'no-reply@rollcall.test' };
const mail: Mail = { id: 'x', to: 'ann@example.test', locale: 'en', email: { kind: 'IN_USE' } };

const faultOf = async (url: string, sent = mail): Promise<MailFault | undefined> => {
  try {
    await createSmtpMail({ ...settings, url }).send(sent, 10_000);
    return undefined;
  } catch (error) {
    if (error instanceof MailError) return error.fault;
    throw error;
  }
};

/** Runs a heartbeat in each minute of these hours. Returns why the waiting emails are parked. */
const afterHours = async (hours: number, gatewayOf: (hour: number) => MailGateway): Promise<unknown[]> => {
  const world = registrationWorld();
  await register(world.deps, aRegistration(), caller);
  for (let minute = 0; minute < 60 * hours; minute += 1) {
    world.clock.advance({ minutes: 1 });
    await beatOf(world.deps, gatewayOf(Math.floor(minute / 60)))();
  }
  const emails = (await rowsOf(world.store.admin, 'Outbox')).filter((row) => row.rk.includes('|mail|'));
  return emails.map(({ values }) => values['parkedReason'] ?? null);
};

describe('an email to a mail server that closes the connection without a reply', () => {
  let smtp: ClosingSmtp;
  beforeAll(async () => {
    smtp = await startClosingSmtp();
  });
  beforeEach(() => {
    smtp.received.length = 0;
    smtp.closesAfter = 'END';
  });
  afterAll(() => {
    smtp.stop();
  });

  it.each(['', '?logger=true', '?logger=true&pool=true'])(
    'may have arrived if the server got the whole message (options %j)',
    async (options) => {
      expect(await faultOf(`${smtp.url}${options}`)).toEqual({ kind: 'LATER', mayHaveArrived: true });
      expect(smtp.received).toHaveLength(1);
    },
  );

  it.each(['MAIL', 'DATA'] as const)('cannot have arrived if it closes after %s', async (command) => {
    smtp.closesAfter = command;
    expect(await faultOf(smtp.url)).toEqual({ kind: 'LATER' });
    expect(smtp.received).toEqual([]);
  });

  it('cannot have arrived if its content ends with an error', async () => {
    const content = Readable.from(
      (function* () {
        yield 'half';
        throw new Error('The file cannot be read.');
      })(),
    );
    const attachments = [{ fileName: 'a.pdf', contentType: 'application/pdf', content: content as never }];
    expect(await faultOf(smtp.url, { ...mail, attachments })).toEqual({ kind: 'LATER' });
    expect(smtp.received).toEqual([]);
  });

  it('is sent at most three times', async () => {
    const gateway = createSmtpMail({ ...settings, url: smtp.url });
    expect(await afterHours(3, () => gateway)).toEqual(['UNCONFIRMED']);
    expect(smtp.received).toHaveLength(3);
  });
});

describe('an email to a mail server with TLS and a password', () => {
  const received: string[] = [];
  let server: SMTPServer;
  let place = '';
  const options: SMTPServerOptions = {
    ...{ ...selfSignedCertificate, secure: true, disableReverseLookup: true, closeTimeout: 100 },
    onAuth: ({ username = '', password }, _session, done) => {
      if (password === 'right') done(null, { user: username });
      else done(new Error('The password is wrong.'));
    },
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  };
  const urlWith = (password: string, isTrusted = true): string =>
    `smtps://rollcall:${password}@${place}${isTrusted ? '?tls.rejectUnauthorized=false' : ''}`;
  beforeAll(async () => {
    server = new SMTPServer(options);
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    place = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  });

  it('arrives', async () => {
    expect(await faultOf(urlWith('right'))).toBeUndefined();
    expect(received).toEqual(['ann@example.test']);
  });

  it.each([
    ['the password is wrong', () => urlWith('wrong')],
    ['the certificate is invalid', () => urlWith('right', false)],
  ])('cannot have arrived if %s', async (_what, url) => {
    expect(await faultOf(url())).toEqual({ kind: 'LATER' });
    expect(received).toEqual([]);
  });

  it('is sent when the certificate is valid again after two hours', async () => {
    const [untrusted, trusted] = [false, true].map((isTrusted) =>
      createSmtpMail({ ...settings, url: urlWith('right', isTrusted) }),
    );
    const gatewayOf = (hour: number) => (hour < 2 ? untrusted : trusted) as MailGateway;
    expect(await afterHours(3, gatewayOf)).toEqual([]);
    expect(received).toEqual(['ann@example.test']);
  });
});
