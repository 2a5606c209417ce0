import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import en from '#contracts/text/en.json' with { type: 'json' };
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { endpoint } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { getMeeting, isMeetingNameExists, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { listMembers, listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { Role } from '#contracts/core/rolesAndPermissions.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { bind, bindOpen, raw } from '../../../bot/src/http/server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../../bot/src/http/server/bindEndpointsAndRawRoutes.ts';
import { healthRoutes } from '../../../bot/src/http/routes/operations/healthRoutes.ts';
import type { HealthDeps } from '../../../bot/src/http/routes/operations/healthRoutes.ts';
import { createHttpServer } from '../../../bot/src/http/server/httpServer.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { StoreFault } from '../../../bot/src/store/tableStorePort.ts';
import type { HttpDeps, HttpServer } from '../../../bot/src/http/server/httpServer.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { aMemberId, anOrgId, aTeamId, aUserId } from '../data/idDateAndRecordBuilders.ts';

// Runs the HTTP layer with handlers that return their input, so that tests of its rules need no services.

/** Translates by replacing placeholders only, whereas the real catalogue uses ICU syntax. */
export const plainWords: Translate = (key: MessageKey, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), en[key]);

const actorOf = (role: Role): Actor => ({
  orgId: anOrgId(),
  userId: aUserId(role),
  memberId: aMemberId(role),
  name: role,
  role,
  teamIds: [aTeamId()],
  locale: role === 'admin' ? 'de-DE' : 'en',
});

const actors = { user: actorOf('user'), admin: actorOf('admin'), superadmin: actorOf('superadmin') } as const;

/**
 * Fakes the sign-in: accepts the tokens `token-user`, `token-admin` and `token-superadmin`, and fails for
 * `token-storeless` as if the store were unavailable.
 */
export const authenticate = (token: string): Promise<Actor | undefined> => {
  if (token === 'token-storeless') return Promise.reject(storeError('UNAVAILABLE'));
  const role = (['user', 'admin', 'superadmin'] as const).find((item) => token === `token-${item}`);
  return Promise.resolve(role === undefined ? undefined : actors[role]);
};

export const storeError = (fault: string): Error => new StoreError(fault as StoreFault, 'disk says canary-secret');

const anything = z.unknown();
const open = { access: 'anyone', input: z.object({}), output: anything } as const;

export const echoList = endpoint({
  ...open,
  method: 'POST',
  path: '/api/echo/list/{id}',
  bodyAs: 'dates',
  input: z.object({ id: z.string(), dates: z.array(z.string()) }),
});
export const echoDelete = endpoint({
  ...open,
  method: 'DELETE',
  path: '/api/echo/delete[/{id}]',
  input: z.object({ id: z.string(), note: z.string().optional(), count: z.coerce.number().optional() }),
});
export const echoAny = endpoint({
  ...open,
  method: 'POST',
  path: '/api/echo/any',
  input: z.record(z.string(), z.unknown()),
});
export const echoPart = endpoint({
  ...open,
  method: 'GET',
  path: '/api/echo/part/{name}',
  input: z.object({ name: z.string(), page: z.string().optional() }),
});
const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/team/delete/{teamId}',
  access: 'team.manage',
  input: z.object({ teamId: z.string() }),
  output: anything,
});

const refusing = (name: string, fail: () => unknown): Route =>
  bindOpen(endpoint({ ...open, method: 'GET', path: `/api/fail/${name}` }), () => {
    throw fail();
  });

const failures: readonly Route[] = [
  refusing('bug', () => new TypeError('canary-secret in the message\n    at canary (/canary.ts:1:1)')),
  refusing('string', () => 'canary-secret'),
  refusing('nothing', () => undefined),
  refusing('foreign', () =>
    Object.assign(new Error('canary-secret'), { statusCode: 418, body: { canary: 'canary-secret' } }),
  ),
  refusing('cause', () => new AppError('INTERNAL', { cause: new Error('canary-secret') })),
  refusing('limited', () => new AppError('TOO_MANY_REQUESTS', { retryAfter: 12.2 })),
  refusing('conflict', () => storeError('CONFLICT')),
  refusing('unavailable', () => storeError('UNAVAILABLE')),
  refusing('large', () => storeError('TOO_LARGE')),
  refusing('invalid', () => storeError('INVALID')),
  refusing('unknown', () => storeError('constructor')),
  bindOpen(endpoint({ ...open, method: 'GET', path: '/api/fail/json' }), () => 1n),
  raw('GET', '/api/fail/silent', () => Promise.resolve()),
  raw('GET', '/api/fail/half', (_req, res) => {
    res.writeHead(200, { 'Content-Length': '100' });
    res.write('half');
    return Promise.reject(new Error('canary-secret'));
  }),
  raw('GET', '/api/fail/late', (_req, res) => {
    res.end('done');
    return Promise.reject(new Error('canary-secret'));
  }),
];

const calls = (gate: Gate): readonly Route[] => [
  bindOpen(login, ({ email }, call) =>
    Promise.reject(
      email === 'bug@b.co'
        ? new Error(email)
        : new AppError('INVALID_CREDENTIALS', { values: { field: call.address } }),
    ),
  ),
  bind(listTeams, (actor) => Promise.resolve(actor.teamIds.map((id) => ({ id, name: actor.name })))),
  bind(listMembers, () => Promise.resolve([])),
  bind(deleteTeam, (_actor, { teamId }) => ({ teamId })),
  bind(getMeeting, () => Promise.reject(new AppError('NOT_FOUND'))),
  bind(saveMeeting, () => Promise.reject(new AppError('MEETING_NAME_EXISTS'))),
  bind(isMeetingNameExists, (_actor, { name }) => ({ isExists: name === 'a/b%c?d#e' })),
  bind(saveAnswer, () => Promise.reject(new AppError('RUN_CLOSED'))),
  bind(getReport, () => Promise.reject(new AppError('NOT_FOUND'))),
  bindOpen(echoList, (input) => input),
  bindOpen(echoDelete, (input) => input),
  bindOpen(echoAny, (input) => ({ keys: Object.keys(input), admin: Reflect.get(input, 'admin') ?? null, input })),
  bindOpen(echoPart, (input, call) => ({ ...input, address: call.address, locale: call.locale })),
  bindOpen(endpoint({ ...open, method: 'GET', path: '/api/echo/me' }), async (_input, call) => ({
    name: (await call.actor())?.name ?? null,
  })),
  bindOpen(endpoint({ ...open, method: 'GET', path: '/api/slow' }), async () => {
    await gate.wait();
    return { waited: true };
  }),
  bind(endpoint({ ...open, access: 'team.read', method: 'GET', path: '/api/slow/own' }), async (actor) => {
    await gate.wait();
    return { name: actor.name };
  }),
  raw('POST', '/api/messages', async (_req, res, body) => {
    const activity = await body.json();
    if (typeof activity !== 'object' || activity === null || !('type' in activity)) throw new AppError('INVALID_INPUT');
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end('{}');
  }),
  // Answers through the methods that restify adds to a response, as the Bot Framework's adapter does.
  raw('GET', '/api/invoke', (_req, res) => {
    const sdk = res as ServerResponse & { status(code: number): void; send(body: unknown): void };
    sdk.status(202);
    sdk.send({ type: 'card' });
    sdk.end();
    return Promise.resolve();
  }),
  raw('GET', '/api/stream', async (_req, res) => {
    res.writeHead(200, { 'Content-Length': '9' });
    res.write('first');
    await gate.wait();
    res.end('last');
  }),
  raw('POST', '/api/webhook', async (_req, res, body) => {
    const bytes = await body.bytes();
    res.end(String(bytes.length));
  }),
];

/** Holds requests to /api/slow and /api/stream until the test opens the gate. */
export interface Gate {
  readonly wait: () => Promise<void>;
  readonly waiting: () => number;
  readonly open: () => void;
}

export const makeGate = (): Gate => {
  let held: (() => void)[] = [];
  let isOpen = false;
  return {
    wait: () =>
      isOpen
        ? Promise.resolve()
        : new Promise((resolve) => {
            held.push(resolve);
          }),
    waiting: () => held.length,
    open: () => {
      isOpen = true;
      for (const go of held) go();
      held = [];
    },
  };
};

export interface HttpAppOptions extends Partial<Omit<HttpDeps, 'newId' | 'routes'>> {
  readonly clock: Clock;
  readonly gate?: Gate;
  readonly probeStore?: () => Promise<void>;
  readonly lastHeartbeat?: () => number | undefined;
  readonly health?: Partial<HealthDeps>;
}

const wellOtherwise: Pick<HealthDeps, 'troubleOf' | 'troubles' | 'onStore' | 'token'> = {
  troubleOf: () => 'store',
  troubles: () => [],
  onStore: () => undefined,
  token: null,
};
const noLog: HttpDeps['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const httpApp = ({
  clock,
  gate = makeGate(),
  probeStore = () => Promise.resolve(),
  lastHeartbeat = () => clock.now(),
  health = {},
  ...deps
}: HttpAppOptions): HttpServer =>
  createHttpServer({
    newId: createUlids(clock),
    routes: [
      ...healthRoutes({ ...{ clock, probeStore, lastHeartbeat, storeTimeout: 50 }, ...wellOtherwise, ...health }),
      ...calls(gate),
      ...failures,
    ],
    authenticate,
    isReadOnly: () => Promise.resolve(false),
    translateFor: () => plainWords,
    log: noLog,
    metrics: noMetrics,
    tracer: noTracer,
    publicUrl: 'http://127.0.0.1:3978',
    allowedHosts: null,
    webDir: null,
    isDemo: false,
    trustedProxies: 0,
    ...deps,
  });

/** Runs a server while `work` runs, for one test or block. */
export const serving = async <T>(
  options: HttpAppOptions,
  work: (port: number, app: HttpServer) => Promise<T>,
): Promise<T> => {
  const app = httpApp({ drainTimes: { linger: 0, bound: 2000 }, ...options });
  const { port } = await app.listen(0, '127.0.0.1');
  try {
    return await work(port, app);
  } finally {
    await app.close();
  }
};
