import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMessenger } from '../../bot/src/gateways/botframework/botMessenger.ts';
import { personAddress } from '../../bot/src/domain/core/chatAddressParts.ts';
import { createBotAuthentication } from '../../bot/src/teams/botAuthentication.ts';
import { tid } from '../support/data/inboundActivities.ts';
import { replies, TestCredentials } from '../support/apps/botAppWithRecordingServices.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { appId } from '../support/fakes/localBotTokenIssuer.ts';
import { selfSignedCertificate } from '../support/fakes/selfSignedCertificate.ts';

let stop = (): void => undefined;
afterEach(() => {
  stop();
});

it('a message to a chat service with an invalid certificate cannot have arrived, so it counts as no send', async () => {
  const received: string[] = [];
  const server = https.createServer(selfSignedCertificate, ({ url = '' }, reply) => {
    received.push(url);
    reply.end();
  });
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const clock = fakeClock();
  const messenger = createMessenger({
    authentication: createBotAuthentication({
      bot: { appId, appType: 'SingleTenant', tenantId: 'tenant', password: 'password' },
      ...{ isDemo: false, clock, credentials: new TestCredentials() },
    }),
    ...{ appId, clock, isServiceUrlAllowed: () => true, rosterDeadlineMs: 10_000 },
  });
  const endpoint = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const to = personAddress({ tenant: tid, endpoint, user: '29:ann', chat: 'a:chat' });
  const sent = messenger.send(to, replies.help, 10_000).catch((error: unknown) => error);
  expect(await sent).toMatchObject({ fault: { kind: 'TRANSIENT', wasRefused: true } });
  expect(received).toEqual([]);
});
