import type { EntraPerson } from '../../../bot/src/gateways/entraPort.ts';
import { createEntra } from '../../../bot/src/gateways/entra/entraGateway.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { createHttpServer } from '../../../bot/src/http/server/httpServer.ts';
import { microsoftAccountRoutes } from '../../../bot/src/http/routes/microsoftAccountRoutes.ts';
import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aRosterPerson, aSender, aThread, fakeChat } from '../fakes/fakeChatWithRostersAndSenders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { jsonOf, send } from '../http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../http/rawHttpClient.ts';
import { anEntraPerson, clientId, clientSecret, startLocalEntra } from '../fakes/localEntra.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

export const host = 'rollcall.test';

const named = (name: string, tenant: string) => {
  const { tid, oid } = anEntraPerson(name, tenant);
  return { sender: aSender(name, { tid, oid }), person: aRosterPerson(name, { oid }), tid };
};

/** Installs the bot in a team of a tenant. The first named person installs it. */
export const installIn = async (
  deps: installs.InstallDeps,
  chat: ReturnType<typeof fakeChat>,
  people: readonly [string, ...string[]],
  { tenant = 'contoso', team = 'platform' } = {},
) => {
  const known = people.map((name) => named(name, tenant));
  const thread = aThread(team, { tid: anEntraPerson('', tenant).tid });
  chat.setRoster(
    thread,
    known.map((item) => item.person),
  );
  const installed = await installs.handleInstalled(deps, thread, named(people[0], tenant).sender);
  return { ...installed, thread };
};

export interface Reply {
  readonly status: number;
  readonly errorCode: string | null;
  readonly data: unknown;
  readonly headers: RawReply['headers'];
}

const readReply = (raw: RawReply): Reply => {
  const isJson = (raw.headers['content-type'] ?? '').startsWith('application/json');
  const body = isJson ? jsonOf(raw) : {};
  const { errorCode = null, data = null } = body as { errorCode?: string | null; data?: unknown };
  return { status: raw.status, errorCode, data, headers: raw.headers };
};

/** Starts the sign-in calls over real services and an in-memory store, with a fake Entra and a fake Teams. */
export const startSignInApp = async ({ withSecret = true, withEntra = true } = {}) => {
  const clock: FakeClock = fakeClock();
  const store = openSqliteStore({ file: ':memory:' });
  const entra = await startLocalEntra(clock);
  const chat = fakeChat();
  const settings = { clientId, clientSecret: withSecret ? clientSecret : null, publicUrl: `https://${host}` };
  const gateway = createEntra({ ...settings, authority: entra.authority }, clock);
  const deps = { ...testDeps(store, clock), messenger: chat.messenger, entra: withEntra ? gateway : null };
  const http = createHttpServer({
    newId: deps.newId,
    log: deps.log,
    metrics: noMetrics,
    tracer: noTracer,
    translateFor: translateFor,
    authenticate: (token) => authenticate(deps, token),
    isReadOnly: () => Promise.resolve(false),
    routes: microsoftAccountRoutes(deps),
    publicUrl: `https://${host}`,
    allowedHosts: [host],
    webDir: null,
    isDemo: false,
    trustedProxies: 0,
    drainTimes: { linger: 0, bound: 2000 },
  });
  const { port } = await http.listen(0, '127.0.0.1');
  const ask = async (request: RawRequest): Promise<Reply> => readReply(await send(port, { host, ...request }));
  const post = (target: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    ask({
      method: 'POST',
      target,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const memberOf = async (person: EntraPerson, at: TableStore = store) => {
    const pointer = await outside(at).get(teamsUser, person);
    if (pointer === undefined) throw new Error('no person has that tenant and id');
    const { orgId, memberId } = pointer.value;
    return { pointer: pointer.value, member: (await inOrg(at, orgId).get(orgMember, { memberId }))?.value };
  };
  return {
    clock,
    store,
    entra,
    chat,
    deps,
    ask,
    post,
    memberOf,
    install: (people: readonly [string, ...string[]], where: { tenant?: string; team?: string } = {}) =>
      installIn(deps, chat, people, where),
    signIn: async (ssoToken: string) => post('/api/v1/userlogin/teams', { ssoToken }),
    close: async () => {
      await http.close();
      await entra.close();
      await store.close();
    },
  };
};
export type SignInApp = Awaited<ReturnType<typeof startSignInApp>>;
