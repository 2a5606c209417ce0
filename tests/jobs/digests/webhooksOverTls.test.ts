import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebhookError } from '../../../bot/src/gateways/webhookPort.ts';
import type { WebhookFault } from '../../../bot/src/gateways/webhookPort.ts';
import { createWebhooks } from '../../../bot/src/gateways/webhooks/httpsWebhooks.ts';
import type { WebhookPort } from '../../../bot/src/gateways/webhooks/httpsWebhooks.ts';
import { selfSignedCertificate } from '../../support/fakes/selfSignedCertificate.ts';

const received: string[] = [];
let server: https.Server;

beforeAll(async () => {
  server = https.createServer(selfSignedCertificate, (request) => {
    received.push(request.url ?? '');
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Calls the server, which reads the request and closes the connection without a reply. */
const faultOfCall = async (request: WebhookPort['request']): Promise<WebhookFault | undefined> => {
  const { port } = server.address() as AddressInfo;
  const resolve: WebhookPort['resolve'] = (_host, _options, done) => {
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const webhooks = createWebhooks({ isAllowed: () => true, resolve, request });
  try {
    await webhooks.post({ url: `https://hooks.test:${port}/in`, body: '{}', headers: {} }, 10_000);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.fault;
    throw error;
  }
};

describe('a call to a webhook that gets no reply', () => {
  it('cannot have arrived if the certificate is invalid', async () => {
    expect(await faultOfCall(https.request)).toEqual({ kind: 'LATER', mayHaveArrived: false });
    expect(received).toEqual([]);
  });

  it('may have arrived if the connection was encrypted', async () => {
    const trusting: WebhookPort['request'] = (url, options, onReply) =>
      https.request(url, { ...options, rejectUnauthorized: false }, onReply);
    expect(await faultOfCall(trusting)).toEqual({ kind: 'LATER', mayHaveArrived: true });
    expect(received).toEqual(['/in']);
  });
});
