import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** An SMTP server on loopback that stores every accepted email. */
export interface SmtpServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Rejects a recipient with the returned code and text; undefined accepts the recipient. */
  refuse: (address: string) => readonly [number, string] | undefined;
  /** Rejects the message with this code and text; undefined accepts it. */
  refuseMessage: readonly [number, string] | undefined;
  /** If true, the server accepts the connection but never answers. */
  isSilent: boolean;
  stop(): Promise<void>;
  /** Starts the server again on the same port, after `stop`. */
  restart(): Promise<void>;
}

const refusal = ([code, words]: readonly [number, string]): Error =>
  Object.assign(new Error(words), { responseCode: code });

export const startSmtp = async (): Promise<SmtpServer> => {
  const received: ReceivedMail[] = [];
  let port = 0;
  let server: SMTPServer | undefined;
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      if (!smtp.isSilent) done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const no = smtp.refuse(address);
      done(no === undefined ? null : refusal(no));
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (smtp.refuseMessage !== undefined) {
          done(refusal(smtp.refuseMessage));
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map((item) => item.address);
        received.push({ from, to, raw: Buffer.concat(parts).toString('utf8') });
        done();
      });
    },
  };
  const listen = async (): Promise<void> => {
    const created = new SMTPServer(options);
    created.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      created.listen(port, '127.0.0.1', () => {
        resolve();
      });
    });
    port = (created.server.address() as AddressInfo).port;
    server = created;
  };
  const smtp: SmtpServer = {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received,
    refuse: () => undefined,
    refuseMessage: undefined,
    isSilent: false,
    stop: () =>
      new Promise((resolve) => {
        if (server === undefined) resolve();
        else
          server.close(() => {
            resolve();
          });
        server = undefined;
      }),
    restart: listen,
  };
  await listen();
  return smtp;
};
