import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Endpoint, Envelope, InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { createLog } from '../../../bot/src/http/server/structuredLog.ts';
import { refusalsOf } from '../../../bot/src/http/openapi/endpointErrors.ts';
import { compose } from '../../../bot/src/main.ts';
import type { Telemetry } from '../../../bot/src/observability/createObservability.ts';
import type { App } from '../../../bot/src/main.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { confirmAddress } from '../../../bot/src/services/identity/confirmSuperadmin.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anOrgId, aUserId, aZone } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { startFakeConnector } from '../fakes/fakeConnector.ts';
import type { FakeConnector } from '../fakes/fakeConnector.ts';
import { asJson, bearer, jsonOf, send } from '../http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../http/rawHttpClient.ts';
import { everything, rowsOf } from '../data/readStoreRows.ts';
import { seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { bundledSheetWorker } from '../files/bundledExportFileWorker.ts';
import { fakeSleep } from '../worlds/teamWorldWithEngine.ts';
import { asSession } from '../worlds/signInSessionAndToken.ts';

// Starts the whole product, composed as in `main.ts`, with a data folder of its own, a fixed clock and a fake chat
// service. There are two organisations with two teams each, and a client for people who sign in.

/** Members by team. The first of a team is an admin; gus has an account but is in no team. */
export const places = [
  { org: 'contoso', team: 'platform', people: ['ann', 'bob', 'cy'], zones: { bob: aZone('Pacific/Auckland') } },
  { org: 'contoso', team: 'sales', people: ['eve', 'sam'], zones: {} },
  { org: 'fabrikam', team: 'mars', people: ['zoe'], zones: {} },
  { org: 'fabrikam', team: 'venus', people: ['wim', 'yan'], zones: {} },
] as const;
export type Person = (typeof places)[number]['people'][number] | 'gus';
export const people = [...places.flatMap((place) => place.people), 'gus'] as const satisfies readonly Person[];

export const secret = 'a secret of these tests of 32 bytes and more';
export const publicUrl = 'http://127.0.0.1:3978';
export const emailOf = (name: string): string => `${name}@example.test`;
export const passwordOf = (name: string): string => `open sesame ${name}`;

export interface Reply extends RawReply {
  readonly text: string;
  readonly envelope: Envelope<unknown>;
}

export interface TestApp {
  readonly services: App['services'];
  readonly routes: App['routes'];
  readonly clock: FakeClock;
  readonly connector: FakeConnector;
  readonly port: number;
  readonly lines: readonly string[];
  /** Returns an access token that is valid at the current time. */
  token(who: Person): Promise<string>;
  send(request: RawRequest): Promise<Reply>;
  /** Makes a call as this person and returns the reply, also if the call is rejected; null = without a token. */
  ask<E extends Endpoint>(who: Person | null, endpoint: E, input: Partial<InputOf<E>>): Promise<Reply>;
  /** Makes a call that must succeed, and returns its data parsed by the endpoint's schema. */
  get<E extends Endpoint>(who: Person, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  /** Runs heartbeats until no work is due at this time. */
  beat(): Promise<void>;
  beatAt(at: string): Promise<void>;
  /**
   * Returns every row with its version, except those that signing in writes. If the result is equal before and after a
   * call, the call wrote nothing.
   */
  dump(): Promise<string[]>;
  /** Starts another instance on the same store and clock, as a second process would be. */
  another(): Promise<{
    readonly port: number;
    readonly store: TableStore;
    beat(): Promise<void>;
    stop(): Promise<void>;
  }>;
  stop(): Promise<void>;
}

/** Rows that the test client's own sign-ins change: attempt counters, sessions and networks. */
const ofSignIns = /^(?:Dir lim-|Accounts \S+ (?:fam\||net ))/;

/**
 * Builds path, query and body of a call as a client does. Fields that are not in the path go to the query of a GET, or
 * to the body of any other method.
 */
export const requestOf = (endpoint: Endpoint, input: object): RawRequest => {
  const left = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
  const part = (name: string): string => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  };
  const [head = '', tail] = endpoint.path.split('[');
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, name: string) => part(name));
  const tailName = /\{(\w+)\}/.exec(tail ?? '')?.[1] ?? '';
  const where = fill(head) + (left.has(tailName) ? fill((tail ?? '').replace(']', '')) : '');
  if (endpoint.method !== 'GET')
    return {
      method: endpoint.method,
      target: where,
      headers: asJson,
      body: JSON.stringify(Object.fromEntries(left)),
    };
  const query = new URLSearchParams([...left].map(([key, value]): [string, string] => [key, String(value)])).toString();
  return { target: query === '' ? where : `${where}?${query}` };
};

const seed = async ({ services }: App, connector: FakeConnector): Promise<void> => {
  const { store } = services;
  const serviceUrl = `${connector.url}/`;
  for (const place of places) {
    const { orgId, teamId } = await seedTeam(store, place);
    const records = inOrg(store, orgId);
    await records.touch(team, { teamId }, { serviceUrl });
    for (const name of place.people)
      await records.touch(teamMember, { teamId, memberId: aMemberId(name) }, { serviceUrl });
  }
  const account = (name: Person, org: string) =>
    createAccount(services, {
      email: emailOf(name),
      password: passwordOf(name),
      firstName: name,
      lastName: 'Lee',
      orgId: anOrgId(org),
      memberId: name === 'gus' ? null : aMemberId(name),
      role: name === 'gus' ? 'admin' : 'user',
      isConfirmed: true,
      userId: aUserId(name),
    });
  const accounts = places.flatMap((place) => place.people.map((name) => account(name, place.org)));
  await Promise.all([...accounts, account('gus', 'contoso')]);
  // Confirms the superadmins as the command `confirm-superadmin` does.
  for (const entry of services.superadmins) await confirmAddress(services, entry, 'Operator');
};

const isBusy = async (admin: SqliteStore['admin'], now: string): Promise<boolean> => {
  const rows = [...(await rowsOf(admin, 'Outbox')), ...(await rowsOf(admin, 'Due'))];
  const waiting = rows.filter(({ values }) => values['parkedReason'] === undefined);
  return waiting.some(({ values }) => String(values['notBefore'] ?? values['at']) <= now);
};

/** Returns a function that reads all rows again only after a commit, because most rejected calls commit nothing. */
const createDump = (store: SqliteStore): TestApp['dump'] => {
  let last: { readonly state: string; readonly rows: string[] } | undefined;
  return async () => {
    const state = await store.state();
    if (last?.state !== state) {
      const rows = await everything(store.admin);
      last = { state, rows: rows.filter((row) => !ofSignIns.test(row)) };
    }
    return last.rows;
  };
};

const maxTicks = 200;

const beatUntilIdle = async (app: App, clock: FakeClock): Promise<void> => {
  const { admin } = app.services.store as SqliteStore;
  for (let ticks = 0; ticks < maxTicks; ticks += 1) {
    await app.heartbeat.poll();
    if (!(await isBusy(admin, new Date(clock.now()).toISOString()))) return;
    await turn();
  }
  throw new Error(`Still at work after ${maxTicks} heartbeats`);
};

/** True for a JSON reply; false for a download. */
const isJson = ({ headers }: RawReply): boolean => (headers['content-type'] ?? '').startsWith('application/json');

const reread = (reply: RawReply): Reply => ({
  ...reply,
  text: reply.body.toString('utf8'),
  envelope: (isJson(reply) ? jsonOf(reply) : {}) as unknown as Envelope<unknown>,
});

/** Half the lifetime of a token. A cached token therefore never expires between two calls. */
const tokenMs = 15 * 60_000;

/** Fails if a call is rejected with a code that the OpenAPI document does not list. */
const mustBeDeclared = (routes: App['routes'], endpoint: Endpoint, { envelope }: Reply): void => {
  const route = routes.find((item) => item.endpoint === endpoint);
  // A reply to a download has no envelope.
  const { errorCode: code = null } = envelope as Partial<Envelope<unknown>>;
  if (route === undefined || code === null || refusalsOf(route).has(code)) return;
  throw new Error(`${route.name} rejects with ${code}, which bot/src/http/openapi/notes does not name`);
};

const createClient = (routes: App['routes'], port: number, clock: FakeClock, host: string | undefined) => {
  const tokens = new Map<Person, { readonly token: string; readonly at: number }>();
  const named = host === undefined ? {} : { host };
  const sendOne = async (request: RawRequest): Promise<Reply> => reread(await send(port, { ...named, ...request }));
  const dataOf = <E extends Endpoint>(endpoint: E, { envelope }: Reply): OutputOf<E> => {
    if (envelope.status !== 'Success') throw new Error(`${endpoint.path}: ${envelope.errorCode} ${envelope.message}`);
    return endpoint.output.parse(envelope.data) as OutputOf<E>;
  };
  const token = async (who: Person): Promise<string> => {
    const cached = tokens.get(who);
    if (cached !== undefined && Math.abs(clock.now() - cached.at) < tokenMs) return cached.token;
    const reply = await sendOne(requestOf(login, { email: emailOf(who), password: passwordOf(who) }));
    const created = { token: asSession(dataOf(login, reply)).token, at: clock.now() };
    tokens.set(who, created);
    return created.token;
  };
  const ask: TestApp['ask'] = async (who, endpoint, input) => {
    const request = requestOf(endpoint, input);
    const headers = who === null ? {} : bearer(await token(who));
    const reply = await sendOne({ ...request, headers: { ...request.headers, ...headers } });
    mustBeDeclared(routes, endpoint, reply);
    return reply;
  };
  const get: TestApp['get'] = async (who, endpoint, input) => dataOf(endpoint, await ask(who, endpoint, input));
  return { send: sendOne, token, ask, get };
};

/** Starts the app with its clock at Friday, 20 November 2026, 08:00 UTC by default. */
export const startTestApp = async (
  start?: string,
  more: Readonly<Record<string, string>> = {},
  webDir: string | null = null,
  telemetry?: Telemetry,
): Promise<TestApp> => {
  const clock = fakeClock(start);
  const connector = await startFakeConnector();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rollcall-api-'));
  const lines: string[] = [];
  const settings = { DEMO: 'true', PORT: '0', PUBLIC_URL: publicUrl, DATA_DIR: dataDir, SESSION_SECRET: secret };
  const config = readConfig({ ...settings, ...more });
  const world = {
    clock,
    sleep: fakeSleep(clock),
    log: createLog({ level: 'trace', clock, destination: { write: (line) => lines.push(line) } }),
    webDir,
    ...(telemetry === undefined ? {} : { telemetry }),
    hasDemoData: false,
    ticks: false,
    timeZone: 'UTC',
    sheetWorker: bundledSheetWorker,
  };
  const app = await compose(config, world);
  await seed(app, connector);
  const { port } = await app.listen();
  const tick = (): Promise<void> => beatUntilIdle(app, clock);
  await tick();
  return {
    ...createClient(
      app.routes,
      port,
      clock,
      more['PUBLIC_URL'] === undefined ? undefined : new URL(config.publicUrl).host,
    ),
    ...{ services: app.services, routes: app.routes, clock, connector, port, lines, beat: tick },
    beatAt: async (at) => {
      clock.set(at);
      await tick();
    },
    dump: createDump(app.services.store as SqliteStore),
    another: async () => {
      const second = await compose(config, world);
      const { port: at } = await second.listen();
      const { store } = second.services;
      return { port: at, store, beat: () => second.heartbeat.poll(), stop: () => second.stop() };
    },
    stop: async () => {
      await app.stop();
      await connector.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Starts the app once for a test file. Returns a function that returns the app. */
export const useTestApp = (start?: string, telemetry?: Telemetry): (() => TestApp) => {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(start, {}, null, telemetry);
  });
  afterAll(() => app?.stop());
  return () => {
    if (app === undefined) throw new Error('The app starts before the tests, not while they are declared.');
    return app;
  };
};
