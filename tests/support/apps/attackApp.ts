import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId } from '../data/idDateAndRecordBuilders.ts';
import { bearer, jsonOf, send } from '../http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../http/rawHttpClient.ts';
import { seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { startSmtp } from '../fakes/fakeSmtp.ts';
import type { SmtpServer } from '../fakes/fakeSmtp.ts';
import { emailOf, passwordOf, requestOf, secret, startTestApp } from './testApp.ts';
import type { TestApp } from './testApp.ts';

// Starts the product as in production: two instances of the server that share one store, behind a trusted proxy, with a
// local SMTP server.

export const host = 'app.example';

export interface AttackReply extends RawReply {
  readonly text: string;
  readonly body: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface AttackApp {
  readonly app: TestApp;
  readonly smtp: SmtpServer;
  readonly secret: string;
  /** The store objects of the two instances; both open the same file. */
  readonly stores: readonly TableStore[];
  /**
   * Sends a request as a client behind the proxy. Each request has a new network address, unless `from` contains one.
   */
  readonly send: (
    request: RawRequest,
    options?: { readonly from?: string; readonly instance?: 0 | 1 },
  ) => Promise<AttackReply>;
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: Partial<InputOf<E>> | Readonly<Record<string, unknown>>,
    options?: { readonly from?: string; readonly instance?: 0 | 1; readonly token?: string },
  ) => Promise<AttackReply>;
  readonly signIn: (name: string, from?: string) => Promise<Session>;
  /** Adds a member without an account to Contoso's Platform team. */
  readonly uninvited: (name: string) => Promise<MemberId>;
  /** Does all due work, although each row may be leased by either instance. */
  readonly beat: () => Promise<void>;
  /** Does all due work and returns the newest email to an address, with its parts decoded. */
  readonly letterTo: (address: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Decodes the quoted-printable text of an email as a mail program does. Returns its headers and parts as one text. */
export const decodedMail = (raw: string): string => {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

let made = 0;
/** Returns a network address that has sent no request yet. */
export const newAddress = (): string => {
  made += 1;
  return `10.${Math.floor(made / 62_500)}.${Math.floor(made / 250) % 250}.${(made % 250) + 1}`;
};

export const startAttackApp = async (more: Readonly<Record<string, string>> = {}): Promise<AttackApp> => {
  const smtp = await startSmtp();
  const app = await startTestApp(undefined, {
    NODE_ENV: 'production',
    DEMO: 'false',
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://${host}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@app.example',
    INVOICE_PAYMENT_DETAILS: 'Example Bank|IBAN DE02 1203 0000 0000 2020 51',
    MicrosoftAppId: '11111111-2222-4333-8444-555555555555',
    MicrosoftAppTenantId: '21111111-2222-4333-8444-555555555555',
    TRUST_PROXY: '1',
    ...more,
  });
  const second = await app.another();
  const ports = [app.port, second.port] as const;
  const sendFrom: AttackApp['send'] = async (request, { from = newAddress(), instance = 0 } = {}) => {
    const headers = { 'X-Forwarded-For': from, ...request.headers };
    const reply = await send(ports[instance], { host, ...request, headers });
    const text = reply.body.toString('utf8');
    const isJson = (reply.headers['content-type'] ?? '').startsWith('application/json');
    return { ...reply, text, json: isJson ? jsonOf(reply) : {} };
  };
  const tick = async (rounds = 50): Promise<void> => {
    // Either instance may hold the leases of the rows, so both run a heartbeat.
    await second.beat();
    try {
      await app.beat();
    } catch (error) {
      if (rounds === 0) throw error;
      await tick(rounds - 1);
    }
  };
  const call: AttackApp['call'] = (endpoint, input, { token, ...where } = {}) => {
    const request = requestOf(endpoint, input);
    const headers = { ...request.headers, ...(token === undefined ? {} : bearer(token)) };
    return sendFrom({ ...request, headers }, where);
  };
  return {
    app,
    smtp,
    secret,
    stores: [app.services.store, second.store],
    send: sendFrom,
    call,
    signIn: async (name, from = newAddress()) => {
      const { json } = await call(login, { email: emailOf(name), password: passwordOf(name) }, { from });
      return json['data'] as Session;
    },
    uninvited: async (name) => {
      await seedTeam(app.services.store, { people: [name], admins: [] });
      return aMemberId(name);
    },
    beat: () => tick(),
    letterTo: async (address) => {
      await tick();
      return decodedMail(smtp.received.findLast(({ to }) => to.includes(address))?.raw ?? '');
    },
    stop: async () => {
      await second.stop();
      await app.stop();
      await smtp.stop();
    },
  };
};
