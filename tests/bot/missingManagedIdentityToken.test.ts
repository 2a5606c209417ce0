import { troubles } from '../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import { createMessenger } from '../../bot/src/gateways/botframework/botMessenger.ts';
import { MessengerError } from '../../bot/src/gateways/messengerPort.ts';
import {
  chatWatch,
  createObservability,
  healthDeps,
  observedMessenger,
} from '../../bot/src/observability/createObservability.ts';
import { createBotAuthentication } from '../../bot/src/teams/botAuthentication.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../support/fakes/fakeConnector.ts';
import { serving } from '../support/http/echoHttpApp.ts';
import { jsonOf, send } from '../support/http/rawHttpClient.ts';
import { startIdentityService } from '../support/fakes/fakeManagedIdentity.ts';
import type { IdentityService } from '../support/fakes/fakeManagedIdentity.ts';
import { quietLog } from '../support/worlds/teamWorldWithEngine.ts';
import { ClaimsIdentity } from 'botframework-connector';
import { personAddress } from '../../bot/src/domain/core/chatAddressParts.ts';
import { aCard } from '../support/data/messagesWithReadableCards.ts';

// Tests the bot while the identity service gives it no token: messages must wait, and /readyz must report the remedy.

let identity: IdentityService;
let connector: FakeConnector;
const before = { ...process.env };
beforeAll(async () => {
  [identity, connector] = await Promise.all([startIdentityService(), startFakeConnector()]);
  Object.assign(process.env, identity.env);
});
afterAll(async () => {
  process.env = before;
  await Promise.all([identity.close(), connector.close()]);
});

let bots = 0;
const aBot = () => {
  bots += 1;
  const appId = `00000000-0000-4000-8000-${String(bots).padStart(12, '0')}`;
  const [clock, log] = [fakeClock(), quietLog()];
  const observing = createObservability({ metricsToken: null }, { clock, log });
  const bot = { appId, appType: 'UserAssignedMSI', tenantId: 'tenant', password: null } as const;
  const authentication = createBotAuthentication({ bot, isDemo: false, clock, ...chatWatch(observing) });
  const chat = { authentication, appId, clock, isServiceUrlAllowed: () => true, rosterDeadlineMs: 30_000 };
  const messenger = observedMessenger(createMessenger(chat), observing);
  const ann = personAddress({ tenant: 'tenant', endpoint: connector.url, user: '29:ann', chat: 'a' });
  const card = { type: 'AdaptiveCard', version: '1.5', body: [] } as const;
  const ready = async () => {
    const health = healthDeps(observing, {
      ...{ clock, token: null, clockSkewMs: () => undefined, lastHeartbeat: () => clock.now() },
      probeStore: () => Promise.resolve(),
    });
    const reply = await serving({ clock, health }, (port) => send(port, { target: '/readyz' }));
    return { status: reply.status, data: jsonOf(reply)['data'] };
  };
  return {
    ...{ appId, ready },
    send: () => messenger.send(ann, aCard(card, 'a question'), 30_000),
    /** Sends a reply through the adapter, as in a chat. */
    reply: async () => {
      const claims = new ClaimsIdentity([{ type: 'aud', value: appId }], true);
      const client = await authentication
        .createConnectorFactory(claims)
        .create(connector.url, 'https://api.botframework.com');
      return client.conversations.sendToConversation('a', { type: 'message', text: 'help' });
    },
  };
};

const named = {
  status: 503,
  data: { troubles: [{ trouble: 'app-identity', stops: true, mend: troubles['app-identity'].mend }] },
};

it('a message without a token waits for one, is not lost, and /readyz names the remedy without a new request', async () => {
  const bot = aBot();
  const refused = await bot.send().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MessengerError);
  expect((refused as MessengerError).fault).toEqual({ kind: 'UNAUTHORIZED', hasNoToken: true });
  const { length } = identity.asked;
  expect([await bot.ready(), identity.asked.length]).toEqual([named, length]);
  identity.assign(bot.appId);
  await bot.send();
  expect(await bot.ready()).toMatchObject({ status: 200 });
  expect(connector.requests.map((request) => request.authorization)).toEqual(['Bearer token']);
});

it('a reply reports it too if no message was sent before', async () => {
  const bot = aBot();
  await expect(bot.reply()).rejects.toThrow();
  expect(await bot.ready()).toEqual(named);
  identity.assign(bot.appId);
  await bot.reply();
  expect(await bot.ready()).toMatchObject({ status: 200 });
});
