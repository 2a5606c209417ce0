import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookError } from '../webhookPort.ts';
import type { WebhookFault } from '../webhookPort.ts';
import { createWebhooks } from './httpsWebhooks.ts';
import type { WebhookPort } from './httpsWebhooks.ts';
import { isPublicAddress } from '../privateAddressGuard.ts';

// The tests call a recording server on this machine. Only the `WebhookPort` of the tests allows the address of this
// server.

interface Recorded {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const received: Recorded[] = [];
let answer: (reply: ServerResponse) => void;
let server: http.Server;
let port: number;

beforeAll(async () => {
  server = http.createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      answer(reply);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  received.length = 0;
  replies(204);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const lookup: WebhookPort['resolve'] = (_host, _options, done) => {
  done(null, [{ address: '127.0.0.1', family: 4 }]);
};

/** Calls this machine by plain HTTP. */
const local: WebhookPort = { isAllowed: () => true, resolve: lookup, request: http.request };

const call = (change: Partial<WebhookPort> = {}, deadlineMs = 2000, url = `http://hooks.test:${String(port)}/in`) =>
  createWebhooks({ ...local, ...change }).post({ url, body: '{"a":1}', headers: { 'X-Test': 'yes' } }, deadlineMs);

const faultOf = async (work: Promise<void>): Promise<WebhookFault | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof WebhookError ? error.fault : { kind: 'REFUSED', status: -1 };
  }
};

const replies = (status: number, headers: object = {}): void => {
  answer = (reply) => {
    reply.writeHead(status, { ...headers });
    reply.end();
  };
};

it('posts the body as JSON with its headers', async () => {
  expect(await faultOf(call())).toBeUndefined();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json', 'content-length': '7', 'x-test': 'yes', host: `hooks.test:${port}` },
  });
});

it.each([
  [200, undefined],
  [400, { kind: 'REFUSED', status: 400 }],
  [410, { kind: 'REFUSED', status: 410 }],
  [429, { kind: 'LATER', mayHaveArrived: false }],
  [500, { kind: 'LATER', mayHaveArrived: true }],
  [503, { kind: 'LATER', mayHaveArrived: true }],
])('treats the reply %i as %j', async (status, fault) => {
  replies(status);
  expect(await faultOf(call())).toEqual(fault);
});

it('follows no redirect', async () => {
  replies(302, { location: `http://hooks.test:${String(port)}/elsewhere` });
  expect(await faultOf(call())).toEqual({ kind: 'REFUSED', status: 302 });
  expect(received).toHaveLength(1);
});

it('ends a call to a server that hangs, which may have accepted it', async () => {
  // With fake timers, the deadline passes exactly when the server has received the request, however slow the machine
  // is.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  answer = () => {
    jest.advanceTimersByTime(50);
  };
  try {
    expect(await faultOf(call({}, 50))).toEqual({ kind: 'LATER', mayHaveArrived: true });
  } finally {
    jest.useRealTimers();
  }
});

it('does not wait for the content of a reply that never ends', async () => {
  answer = (reply) => {
    reply.writeHead(200);
    reply.write('x'.repeat(100_000));
  };
  expect(await faultOf(call())).toBeUndefined();
});

it('retries a server that refuses the connection, which accepted nothing', async () => {
  expect(await faultOf(call({}, 500, 'http://hooks.test:1/'))).toEqual({ kind: 'LATER', mayHaveArrived: false });
});

it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1'])(
  'sends nothing to a name that leads to %s',
  async (address) => {
    const resolve: WebhookPort['resolve'] = (_host, _options, done) => {
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]);
    };
    expect(await faultOf(call({ isAllowed: isPublicAddress, resolve }))).toEqual({ kind: 'FORBIDDEN' });
    expect(received).toEqual([]);
  },
);

it.each(['http://127.0.0.1', 'http://[::1]', 'http://2130706433', 'http://0x7f.1', 'http://[::ffff:127.0.0.1]'])(
  'sends nothing to %s, which names an address',
  async (origin) => {
    const url = `${origin}:${String(port)}/`;
    expect(await faultOf(call({ isAllowed: isPublicAddress }, 500, url))).toEqual({ kind: 'FORBIDDEN' });
    expect(received).toEqual([]);
  },
);

it('retries a name that cannot be resolved', async () => {
  const resolve: WebhookPort['resolve'] = (_host, _options, done) => {
    done(new Error('ENOTFOUND'), undefined as never);
  };
  expect(await faultOf(call({ resolve }))).toEqual({ kind: 'LATER', mayHaveArrived: false });
});

it('refuses a body above the limit without a call', async () => {
  const webhooks = createWebhooks(local);
  const large = { url: `http://hooks.test:${String(port)}/`, body: 'x'.repeat(300_000), headers: {} };
  expect(await faultOf(webhooks.post(large, 500))).toEqual({ kind: 'REFUSED', status: 413 });
  expect(received).toEqual([]);
});
