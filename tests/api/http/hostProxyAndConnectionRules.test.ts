import { once } from 'node:events';
import { connect } from 'node:net';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { Log } from '../../../bot/src/services/core/deps.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp, makeGate, serving } from '../../support/http/echoHttpApp.ts';
import { jsonOf, parseReply, send, sendBytes } from '../../support/http/rawHttpClient.ts';

const clock = fakeClock();
const nothing = (): void => undefined;
/** Returns a fake log that adds the event of each warning to `lines`. */
const collecting = (lines: string[]): Log => ({ info: nothing, error: nothing, warn: (event) => lines.push(event) });

describe('demo mode', () => {
  it('serves this machine under its own names', async () => {
    await serving({ clock, isDemo: true }, async (port) => {
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', '127.9.8.7', `[::1]:${port}`]) {
        expect((await send(port, { target: '/livez', host })).status).toBe(200);
      }
    });
  });

  it('refuses every other name and every sign of a proxy', async () => {
    await serving({ clock, isDemo: true }, async (port) => {
      const hosts = [
        'rollcall.example',
        '127.0.0.1.evil.com',
        'localhost.evil.com',
        'localhost.',
        '10.0.0.1',
        '[::ffff:10.0.0.1]',
        '[::]',
        '0.0.0.0',
        'app.localhost',
      ];
      const headers = [
        'Forwarded',
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'x-forwarded-proto',
        'X-Forwarded-Anything',
      ].concat(...[['Via', 'X-Real-IP', 'X-Original-Host', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP']]);
      const requests = [
        ...hosts.map((host) => ({ host })),
        ...headers.map((name) => ({ headers: { [name]: '127.0.0.1' } })),
      ];
      for (const target of ['/livez', '/api/team/list', '/']) {
        for (const request of requests) {
          const reply = await send(port, { target, ...request });
          expect(jsonOf(reply)).toMatchObject({
            status: 'Error',
            code: 403,
            errorCode: 'FORBIDDEN',
            message: en['http.demoOnly'],
          });
        }
      }
    });
  });

  it('skips these checks outside demo mode', async () => {
    await serving({ clock }, async (port) => {
      expect(
        (await send(port, { target: '/livez', host: 'rollcall.example', headers: { 'X-Forwarded-For': '1.2.3.4' } }))
          .status,
      ).toBe(200);
    });
  });
});

describe('X-Forwarded-For without a trusted proxy', () => {
  const forwarded = { 'X-Forwarded-For': '1.2.3.4' };

  it('is logged once, even if it is repeated', async () => {
    const lines: string[] = [];
    await serving({ clock, log: collecting(lines), trustedProxies: 0 }, async (port) => {
      await send(port, { target: '/livez' });
      expect(lines).toEqual([]);
      for (let count = 0; count < 3; count += 1) await send(port, { target: '/livez', headers: forwarded });
      expect(lines).toEqual(['http.forwardedForIgnored']);
    });
  });

  it('is not logged where proxies are trusted', async () => {
    const lines: string[] = [];
    await serving({ clock, log: collecting(lines), trustedProxies: 1 }, async (port) => {
      await send(port, { target: '/livez', headers: forwarded });
    });
    expect(lines).toEqual([]);
  });
});

describe('hosts in production', () => {
  const allowedHosts = ['rollcall.example', 'Other.example:8443'];

  it('answers only to its own names', async () => {
    await serving({ clock, allowedHosts }, async (port) => {
      const statuses = async (target: string, hosts: readonly string[]) =>
        Promise.all(hosts.map(async (host) => (await send(port, { target, host })).status));
      expect(await statuses('/api/none', ['rollcall.example', 'ROLLCALL.example:443', 'other.example:8443'])).toEqual([
        404, 404, 404,
      ]);
      expect(
        await statuses('/api/none', [
          'evil.com',
          'other.example',
          'rollcall.example.evil.com',
          'evil-rollcall.example',
          '127.0.0.1',
        ]),
      ).toEqual([421, 421, 421, 421, 421]);
    });
  });

  it('lets balancers ask for health by address, by the exact path', async () => {
    await serving({ clock, allowedHosts }, async (port) => {
      expect((await send(port, { target: '/readyz', host: '10.1.2.3:8080' })).status).toBe(200);
      expect((await send(port, { target: '/%6civez', host: '10.1.2.3:8080' })).status).toBe(421);
    });
  });
});

describe('connections', () => {
  it('ignores an upgrade request, and keeps no connection open', async () => {
    await serving({ clock }, async (port) => {
      for (const protocol of ['websocket', 'h2c']) {
        const reply = await send(port, {
          target: '/livez',
          headers: { Upgrade: protocol, Connection: 'Upgrade, close' },
        });
        expect(reply.status).toBe(200);
      }
      expect(
        (await send(port, { target: 'http://[', headers: { Upgrade: 'websocket', Connection: 'Upgrade, close' } }))
          .status,
      ).toBe(400);
    });
  });

  it('offers no tunnel', async () => {
    await serving({ clock }, async (port) => {
      const reply = parseReply(await sendBytes(port, 'CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com:443\r\n\r\n'));
      expect([reply.status, jsonOf(reply)['errorCode']]).toEqual([400, 'INVALID_INPUT']);
    });
  });

  it('answers even a request that is not HTTP with an envelope', async () => {
    await serving({ clock }, async (port) => {
      const garbage = parseReply(await sendBytes(port, 'NONSENSE\r\n\r\n'));
      expect([garbage.status, jsonOf(garbage)['message']]).toEqual([400, en['http.badRequest']]);
      const huge = parseReply(await sendBytes(port, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`));
      expect([huge.status, jsonOf(huge)['errorCode']]).toEqual([431, 'TOO_LARGE']);
    });
  });

  it('the server never writes into a response that has begun', async () => {
    await serving({ clock, gate: makeGate() }, async (port) => {
      const received: Buffer[] = [];
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (data) => {
        // The reply has already begun, so an error message of the server would corrupt it.
        if (received.push(data) === 1) socket.write('NONSENSE\r\n\r\n');
      });
      const closed = once(socket, 'close');
      socket.write('GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n');
      await closed;
      expect(
        Buffer.concat(received)
          .toString()
          .match(/HTTP\/1\.1/g),
      ).toHaveLength(1);
    });
  });

  it('answers requests of one connection in order', async () => {
    await serving({ clock }, async (port) => {
      const rawGet = (part: string, more = '') => `GET /api/echo/part/${part} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
      const received = (
        await sendBytes(port, rawGet('a') + rawGet('b') + rawGet('c', 'Connection: close\r\n'))
      ).toString();
      expect(received.match(/"name":"\w"/g)).toEqual(['"name":"a"', '"name":"b"', '"name":"c"']);
    });
  });

  it('limits times and sizes for slow and large clients', async () => {
    await serving({ clock }, (_port, { server }) => {
      expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
      expect(server.requestTimeout).toBeLessThanOrEqual(30_000);
      expect(server.timeout).toBeGreaterThan(0);
      expect(server.listenerCount('upgrade')).toBe(0);
      return Promise.resolve();
    });
  });

  it('reports when it cannot listen', async () => {
    await serving({ clock }, async (port) => {
      const second = httpApp({ clock });
      await expect(second.listen(port, '127.0.0.1')).rejects.toThrow('another program listens there already');
      await second.close();
    });
  });
});
