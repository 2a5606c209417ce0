import { connect } from 'node:net';
import { rmSync } from 'node:fs';
import { buildSecret, makeBuild } from '../../support/http/fakeWebBuild.ts';
import { asJson, bearer, parseReply, send, sendBytes } from '../../support/http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../../support/http/rawHttpClient.ts';
import {
  bomb,
  brokenOff,
  hostileBodies,
  hostileConnections,
  hostileHeaders,
  hostileHosts,
  hostileNames,
  hostilePaths,
  hostileTargets,
} from '../../support/http/hostileRequests.ts';
import { startHttpProcess } from '../../support/http/startEchoHttpProcess.ts';
import type { HttpProcess } from '../../support/http/startEchoHttpProcess.ts';

// One server process handles all requests, without a handler for uncaught exceptions, so an uncaught exception would
// end it and fail the later requests.

const build = makeBuild();
let server: HttpProcess;
let sent = 0;

beforeAll(async () => {
  server = await startHttpProcess({ webDir: build.dir });
});
afterAll(async () => {
  await server.stop();
  rmSync(build.root, { recursive: true });
});

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      sent += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
};

/** Returns the rules that a reply to an unknown caller breaks; empty = none. */
const faultsOf = (name: string, reply: RawReply): string[] => {
  const text = reply.body.toString('latin1');
  const faults = [];
  if (reply.status < 200 || reply.status >= 500) faults.push(`status ${reply.status}`);
  if (text.includes(buildSecret) || text.includes('root:x:0')) faults.push('a file leaked');
  if (/node_modules|\n {4}at |Error:/.test(text)) faults.push('internal text leaked');
  const isJson = (reply.headers['content-type'] ?? '').startsWith('application/json');
  if (reply.status >= 400 && reply.body.length > 0 && !(isJson && text.includes('"correlationId"')))
    faults.push('not an envelope');
  return faults.map((fault) => `${JSON.stringify(name).slice(0, 200)}: ${fault}`);
};

const attack = async (requests: readonly RawRequest[]): Promise<string[]> => {
  const faults: string[] = [];
  await inParallel(requests, async (request) => {
    const reply = await send(server.port, request);
    faults.push(
      ...faultsOf(
        `${request.method ?? 'GET'} ${request.target} ${JSON.stringify(request.headers ?? {})} ${request.host ?? ''}`,
        reply,
      ),
    );
  });
  return faults;
};

const isAlive = async (): Promise<boolean> => {
  const reply = await send(server.port, { target: '/livez' });
  return reply.status === 200 && server.child.exitCode === null && server.complaints() === '';
};

const postPaths = [
  '/api/account/login',
  '/api/meeting/save',
  '/api/meeting/answer',
  '/api/messages',
  '/api/webhook',
  '/api/echo/any',
  '/api/echo/list/1',
  '/api/none',
  '/',
];
const tokens = [{}, bearer('token-user')];

it('survives hostile request lines and Host headers in every combination', async () => {
  const requests = hostileTargets.flatMap((target) => hostileHosts.map((host) => ({ target, host })));
  expect(requests.length).toBeGreaterThanOrEqual(308);
  expect(await attack(requests)).toEqual([]);
  const hostile = [
    ...hostileHosts.map((host) => ({ host, target: '/livez' })),
    ...hostileTargets.map((target) => ({ target })),
  ];
  for (const headers of [
    { Upgrade: 'websocket', Connection: 'Upgrade, close' },
    { Expect: '100-continue', 'Content-Length': '2' },
  ]) {
    expect(await attack(hostile.map((item) => ({ ...item, method: 'POST', headers, body: '{}' })))).toEqual([]);
  }
  expect(await isAlive()).toBe(true);
});

it('answers 400 to an invalid Host or target', async () => {
  for (const host of ['x:999999', 'foo|bar', 'a b', '', 'a@b', '[::1'])
    expect((await send(server.port, { target: '/livez', host })).status).toBe(400);
  for (const target of ['http://evil/livez', 'http://x:999999/', '*', '/a\\b', '/a#b', '/%', '/%c0%ae'])
    expect((await send(server.port, { target })).status).toBe(400);
});

it('survives connections with malformed HTTP', async () => {
  const faults: string[] = [];
  await inParallel(hostileConnections, async (bytes) => {
    // The client ends the connection after these bytes, because the server would wait for the rest of an incomplete
    // request.
    const reply = await endAfter(bytes);
    if (reply.length > 0) faults.push(...faultsOf(String(bytes), parseReply(reply)));
  });
  expect(faults).toEqual([]);
  expect(await isAlive()).toBe(true);
});

const endAfter = (bytes: string | Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const hang = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`The server keeps a connection whose client is done: ${JSON.stringify(String(bytes)).slice(0, 200)}`),
      );
    }, 60_000);
    socket.on('data', (data) => received.push(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(hang);
      resolve(Buffer.concat(received));
    });
    socket.on('end', () => socket.destroy());
    socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });

it('survives hostile bodies on every route that reads one, signed in and out', async () => {
  const bodies = hostileBodies();
  const requests = postPaths.flatMap((target) =>
    tokens.flatMap((token) =>
      bodies.map(({ body, headers }) => ({ method: 'POST', target, body, headers: { ...headers, ...token } })),
    ),
  );
  const deletes = bodies.map(({ body, headers }) => ({
    method: 'DELETE',
    target: '/api/echo/delete/1',
    body,
    headers,
  }));
  expect(await attack([...requests, ...deletes])).toEqual([]);
  expect(await isAlive()).toBe(true);
});

it('survives hostile names in paths and queries, encoded once, twice and not at all', async () => {
  const paths = [
    (name: string) => `/api/meeting/get/${name}`,
    (name: string) => `/api/meeting/getreport/${name}/meeting/${name}?date=${name}`,
    (name: string) => `/api/meeting/IsMeetingNameExists/${name}/${name}`,
    (name: string) => `/api/echo/part/${name}?page=${name}&${name}=1`,
    (name: string) => `/${name}`,
  ];
  const visible = (name: string): string => name.replace(/[^\x21-\x7e]/gu, '_');
  const forms = [encodeURIComponent, (name: string) => encodeURIComponent(encodeURIComponent(name)), visible];
  const requests = hostileNames.flatMap((name) =>
    paths.flatMap((path) =>
      forms.map((form) => ({ target: path(form(name)), headers: { ...bearer('token-user'), Accept: 'text/html' } })),
    ),
  );
  expect(await attack(requests)).toEqual([]);
  expect(await isAlive()).toBe(true);
});

it('survives hostile headers', async () => {
  const targets = ['/', '/api/team/list', '/assets/index-BxY12_9z.js', '/readyz'];
  expect(
    await attack(
      targets.flatMap((target) => hostileHeaders.map(([name, value]) => ({ target, headers: { [name]: value } }))),
    ),
  ).toEqual([]);
  expect(await isAlive()).toBe(true);
});

it('leaks no file by any path', async () => {
  const requests = hostilePaths.flatMap((target) =>
    ['GET', 'HEAD', 'POST'].flatMap((method) =>
      ['*/*', 'text/html'].map((accept) => ({ method, target, headers: { Accept: accept } })),
    ),
  );
  expect(await attack(requests)).toEqual([]);
  expect(await isAlive()).toBe(true);
});

it('decompresses no bomb: 100 MB in 100 kB cost the same as 100 kB', async () => {
  const body = bomb();
  expect(body.length).toBeLessThan(110_000);
  const before = await server.settled();
  for (let round = 0; round < 20; round += 1) {
    for (const headers of [
      { ...asJson, 'Content-Encoding': 'gzip' },
      { ...asJson, 'Transfer-Encoding': 'gzip, chunked' },
    ]) {
      const reply = await send(server.port, { method: 'POST', target: '/api/messages', headers, body });
      expect([400, 415]).toContain(reply.status);
    }
    sent += 2;
  }
  const after = await server.settled();
  expect(after.rss - before.rss).toBeLessThan(40_000_000);
  expect(await isAlive()).toBe(true);
});

it('releases the connections, files and memory of clients that leave', async () => {
  const leave = (bytes: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(bytes, () => {
          socket.resetAndDestroy();
          resolve();
        });
      });
      socket.on('error', () => undefined);
    });
  const many = (times: number) => Array.from({ length: times }, () => brokenOff).flat();
  await inParallel(many(5), leave);
  const before = await server.settled();
  await inParallel(many(50), leave);
  const after = await server.settled();
  expect(after.connections).toBe(0);
  expect(after.files - before.files).toBeLessThanOrEqual(1);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(5_000_000);
  expect(await isAlive()).toBe(true);
});

it('has passed all these tests in bounded memory', async () => {
  const { heapUsed, rss, connections, lagMs } = await server.settled();
  process.stdout.write(
    `fuzz: ${sent} requests, heap ${Math.round(heapUsed / 1e6)} MB, rss ${Math.round(rss / 1e6)} MB, longest loop delay ${lagMs} ms\n`,
  );
  expect(sent).toBeGreaterThanOrEqual(1500);
  expect(connections).toBe(0);
  expect(heapUsed).toBeLessThan(80_000_000);
  expect(rss).toBeLessThan(300_000_000);
});

it('detects a dead server', async () => {
  const own = await startHttpProcess();
  own.child.kill('SIGKILL');
  await expect(own.measure()).rejects.toThrow('ended');
  expect((await sendBytes(own.port, 'GET / HTTP/1.1\r\n\r\n')).length).toBe(0);
});
