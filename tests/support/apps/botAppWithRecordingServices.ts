import { ServiceClientCredentialsFactory } from 'botframework-connector';
import type { ServiceClientCredentials } from 'botframework-connector';
import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isLoopbackUrl } from '../../../bot/src/gateways/botframework/allowedUrls.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { raw } from '../../../bot/src/http/server/bindEndpointsAndRawRoutes.ts';
import { createHttpServer } from '../../../bot/src/http/server/httpServer.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { Log } from '../../../bot/src/services/core/deps.ts';
import { createBot } from '../../../bot/src/teams/activityHandler.ts';
import { createBotAuthentication, TeamsAdapter } from '../../../bot/src/teams/botAuthentication.ts';
import type { CardReply, SyncedSender } from '../../../bot/src/services/tenancy/chatEventTypesAndTextRepair.ts';
import type { BotServices } from '../../../bot/src/teams/botServicesPort.ts';
import { readablePresenter } from '../data/messagesWithReadableCards.ts';
import type { ReadableMessage } from '../data/messagesWithReadableCards.ts';
import { createBotEndpoint } from '../../../bot/src/teams/messagesEndpoint.ts';
import type { TypingTimeout } from '../../../bot/src/teams/typingIndicator.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aMemberId, anOrgId, aTeamId, idOf } from '../data/idDateAndRecordBuilders.ts';
import { startFakeConnector } from '../fakes/fakeConnector.ts';
import type { FakeConnector } from '../fakes/fakeConnector.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { appId, startLocalIssuer } from '../fakes/localBotTokenIssuer.ts';
import type { LocalIssuer } from '../fakes/localBotTokenIssuer.ts';

// Starts the real HTTP server, authentication, adapter and activity handler of the bot. The services behind them are
// fakes that record their calls.

export const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });

const plain = (key: 'bot.help' | 'card.edit' | 'card.send'): ReadableMessage =>
  presenter.notice({ title: { key }, lines: [], buttons: [] }, { locale: 'en', timezone: zoneId.parse('UTC') });

/** Replies of the fake services: three messages that a test can distinguish. */
export const replies = { help: plain('bot.help'), start: plain('card.send'), card: plain('card.edit') } as const;

export const anActor = (): Actor => ({
  orgId: anOrgId(),
  userId: userId.parse(idOf('user ann')),
  memberId: aMemberId('ann'),
  name: 'Ann',
  role: 'admin',
  teamIds: [aTeamId()],
  locale: 'en',
});

type Call = { readonly [K in keyof BotServices]: readonly [K, ...Parameters<BotServices[K]>] }[keyof BotServices];

export interface Recorded {
  readonly calls: Call[];
  readonly behaviour: {
    isWelcomeDue: boolean;
    /** False if the sender's own chat rejects messages. */
    isReachable: boolean;
    /** If true, only the caller may read the reply of `start`. */
    isStartPrivate: boolean;
    /** The error with which an installation in a team is rejected. */
    refusal: AppError | undefined;
    /** The pending deletion of the sender's organisation. */
    pendingDeletion: SyncedSender['pendingDeletion'];
    actor: Actor | undefined;
    card: () => Promise<CardReply>;
    help: () => Promise<OutgoingMessage>;
  };
  readonly services: BotServices;
}

export const recordingServices = (): Recorded => {
  const calls: Call[] = [];
  const behaviour: Recorded['behaviour'] = {
    isWelcomeDue: true,
    isReachable: true,
    isStartPrivate: false,
    refusal: undefined,
    pendingDeletion: undefined,
    actor: anActor(),
    card: () => Promise.resolve(replies.card),
    help: () => Promise.resolve(replies.help),
  };
  const done = (...call: Call): Promise<void> => {
    calls.push(call);
    return Promise.resolve();
  };
  const services: BotServices = {
    syncSender: async (...args) => {
      await done('syncSender', ...args);
      const { actor, pendingDeletion } = behaviour;
      const known = { actor, reader: { locale: 'en', timezone: zoneId.parse('UTC') } };
      return pendingDeletion === undefined ? known : { ...known, pendingDeletion };
    },
    installed: async (...args) => {
      await done('installed', ...args);
      if (behaviour.refusal !== undefined) throw behaviour.refusal;
      return { orgId: anOrgId(), teamId: aTeamId(), isWelcomeDue: behaviour.isWelcomeDue, language: 'en' };
    },
    installedPersonally: async (...args) => {
      await done('installedPersonally', ...args);
      return { isWelcomeDue: behaviour.isWelcomeDue };
    },
    uninstalled: (...args) => done('uninstalled', ...args),
    uninstalledPersonally: (...args) => done('uninstalledPersonally', ...args),
    membersAdded: (...args) => done('membersAdded', ...args),
    membersRemoved: (...args) => done('membersRemoved', ...args),
    threadRenamed: (...args) => done('threadRenamed', ...args),
    threadDeleted: (...args) => done('threadDeleted', ...args),
    threadRestored: (...args) => done('threadRestored', ...args),
    channelChanged: (...args) => done('channelChanged', ...args),
    channelDeleted: (...args) => done('channelDeleted', ...args),
    start: async (...args) => {
      await done('start', ...args);
      return behaviour.isStartPrivate ? { ...replies.start, isPrivate: true } : replies.start;
    },
    tomorrow: async (...args) => {
      await done('tomorrow', ...args);
      return replies.start;
    },
    why: async (...args) => {
      await done('why', ...args);
      return replies.start;
    },
    answer: async (...args) => {
      await done('answer', ...args);
      return replies.start;
    },
    answerRun: async (...args) => {
      await done('answerRun', ...args);
      return replies.card;
    },
    answerPrivately: async (...args) => {
      await done('answerPrivately', ...args);
      return behaviour.isReachable;
    },
    mute: async (...args) => {
      await done('mute', ...args);
      return replies.help;
    },
    connect: async (...args) => {
      await done('connect', ...args);
      return replies.help;
    },
    cardAction: async (...args) => {
      await done('cardAction', ...args);
      return behaviour.card();
    },
    blockerAction: async (...args) => {
      await done('blockerAction', ...args);
      return behaviour.card();
    },
    weekAction: async (...args) => {
      await done('weekAction', ...args);
      return behaviour.card();
    },
    help: async (...args) => {
      await done('help', ...args);
      return behaviour.help();
    },
  };
  return { calls, behaviour, services };
};

/**
 * Credentials for the bot's own calls, without a token service. With `answers` false, the credentials never resolve, as
 * if the token service hung.
 */
export class TestCredentials extends ServiceClientCredentialsFactory {
  readonly #answers: boolean;
  constructor({ answers = true } = {}) {
    super();
    this.#answers = answers;
  }
  override isValidAppId(id: string): Promise<boolean> {
    return Promise.resolve(id === appId);
  }
  override isAuthenticationDisabled(): Promise<boolean> {
    return Promise.resolve(false);
  }
  override createCredentials(): Promise<ServiceClientCredentials> {
    return Promise.resolve({
      signRequest: (request) => {
        request.headers.set('authorization', 'Bearer ours');
        return this.#answers ? Promise.resolve(request) : new Promise(() => undefined);
      },
    });
  }
}

interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly error?: unknown;
  readonly facts?: object | undefined;
}

const recordingLog = (): Log & { readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  return {
    lines,
    info: (event, facts) => lines.push({ level: 'info', event, facts }),
    warn: (event, facts) => lines.push({ level: 'warn', event, facts }),
    error: (event, error, facts) => lines.push({ level: 'error', event, error, facts }),
  };
};

/** Returns fake timers, which end when the test lets the time pass. */
const fakeTimers = () => {
  const waiting = new Map<() => void, number>();
  const after: TypingTimeout = (ms, run) => {
    waiting.set(run, ms);
    return () => waiting.delete(run);
  };
  return {
    after,
    waiting,
    pass: (ms: number): void => {
      for (const [run, at] of [...waiting]) {
        if (at > ms) continue;
        waiting.delete(run);
        run();
      }
    },
  };
};

export interface BotApp extends Recorded {
  readonly clock: FakeClock;
  readonly connector: FakeConnector;
  readonly issuer: LocalIssuer;
  readonly log: { readonly lines: LogLine[] };
  readonly timers: ReturnType<typeof fakeTimers>;
  readonly url: string;
  /** Posts an activity as Teams does: signed, unless the test passes another header. */
  post(activity: unknown, authorization?: string | null): Promise<{ status: number; body: unknown; text: string }>;
  close(): Promise<void>;
}

interface BotAppOptions {
  readonly isDemo?: boolean;
  /** Real services. Left out = fakes that record their calls. */
  readonly services?: BotServices;
}

export const startBotApp = async ({ isDemo = false, services }: BotAppOptions = {}): Promise<BotApp> => {
  const clock = fakeClock();
  const connector = await startFakeConnector();
  const issuer = await startLocalIssuer(clock);
  const recorded = recordingServices();
  const log = recordingLog();
  const timers = fakeTimers();
  const authentication = createBotAuthentication({
    bot: isDemo ? null : { appId, appType: 'SingleTenant', tenantId: 'tenant', password: 'password' },
    isDemo,
    clock,
    ...(isDemo ? {} : { cloud: issuer.cloud, credentials: new TestCredentials() }),
  });
  const shared = { presenter, translateFor: translateFor, log };
  const endpoint = createBotEndpoint({
    ...shared,
    adapter: new TeamsAdapter(authentication),
    bot: createBot({ ...shared, services: services ?? recorded.services, after: timers.after }),
    isDemo,
    isServiceUrlAllowed: isLoopbackUrl,
  });
  const server = createHttpServer({
    newId: createUlids(clock),
    log,
    metrics: noMetrics,
    tracer: noTracer,
    translateFor: translateFor,
    authenticate: () => Promise.resolve(undefined),
    isReadOnly: () => Promise.resolve(false),
    publicUrl: 'http://127.0.0.1',
    allowedHosts: null,
    webDir: null,
    isDemo: false,
    trustedProxies: 0,
    drainTimes: { linger: 0, bound: 2000 },
    routes: [
      raw('POST', '/api/messages', (req, res, body, { correlationId }) => endpoint(req, res, body.json, correlationId)),
    ],
  });
  const { port } = await server.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}/api/messages`;
  return {
    ...recorded,
    clock,
    connector,
    issuer,
    log,
    timers,
    url,
    post: async (activity, authorization) => {
      const signed = isDemo ? null : `Bearer ${await issuer.token(connector.url)}`;
      const header = authorization === undefined ? signed : authorization;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(header === null ? {} : { Authorization: header }) },
        body: JSON.stringify(activity),
      });
      const text = await response.text();
      return { status: response.status, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
    close: async () => {
      await server.close();
      await connector.close();
      await issuer.close();
    },
  };
};
