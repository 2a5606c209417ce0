import { createLog } from '../../../bot/src/http/server/structuredLog.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { serving } from '../../support/http/echoHttpApp.ts';
import { asJson, bearer, send, sendBytes } from '../../support/http/rawHttpClient.ts';

const clock = fakeClock();

const recording = () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', clock, destination: { write: (line) => lines.push(line) } });
  return {
    log,
    text: () => lines.join(''),
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
};

it('writes one line for each request: route, method, status, time, correlation id', async () => {
  const { log, entries } = recording();
  const reply = await serving({ clock, log }, (port) =>
    send(port, { target: '/api/echo/part/secret?page=1', headers: bearer('token-user') }),
  );
  expect(entries()).toEqual([
    {
      level: 'info',
      time: '2026-11-20T08:00:00.000Z',
      event: 'http',
      correlationId: reply.headers['x-correlation-id'],
      route: 'GET /api/echo/part/{name}',
      method: 'GET',
      status: 200,
      ms: expect.any(Number) as unknown,
    },
  ]);
});

it('contains no secret, wherever a client or a fault puts it', async () => {
  const { log, text, entries } = recording();
  const canary = 'canary-secret';
  await serving({ clock, log }, async (port) => {
    const ask = (target: string, method = 'GET', body?: string) =>
      send(port, {
        target,
        method,
        headers: {
          ...asJson,
          ...bearer(canary),
          Cookie: canary,
          'User-Agent': canary,
          'x-correlation-id': canary,
          [canary]: canary,
        },
        ...(body === undefined ? {} : { body }),
      });
    for (const target of [
      `/${canary}`,
      `/api/${canary}`,
      `/api/echo/part/${canary}?${canary}=${canary}`,
      `http://${canary}/`,
      `/%zz${canary}`,
      '/api/team/list',
    ])
      await ask(target);
    for (const name of [
      'bug',
      'string',
      'nothing',
      'foreign',
      'cause',
      'unavailable',
      'invalid',
      'unknown',
      'silent',
      'half',
      'late',
      'json',
    ])
      await ask(`/api/fail/${name}`);
    for (const body of [
      `{"email":"${canary}@b.co","password":"${canary}"}`,
      `{"${canary}":`,
      `"${canary}"`,
      '{"email":"bug@b.co","password":"x"}',
    ])
      await ask('/api/account/login', 'POST', body);
    await send(port, { target: '/livez', host: canary });
    await sendBytes(port, `GET /${canary} ${canary}\r\n\r\n`);
    await sendBytes(port, `CONNECT ${canary}:1 HTTP/1.1\r\nHost: ${canary}:1\r\n\r\n`);
  });
  expect(entries().length).toBeGreaterThan(30);
  expect(text()).not.toContain('canary');
  expect(text()).not.toContain('b.co');
  expect(text()).not.toContain('disk says');
});

it('locates a fault under the correlation id that the caller got', async () => {
  const { log, entries } = recording();
  const reply = await serving({ clock, log }, (port) => send(port, { target: '/api/fail/bug' }));
  const fault = entries().find(({ event }) => event === 'http.fault');
  expect(fault).toMatchObject({
    level: 'error',
    correlationId: reply.headers['x-correlation-id'],
    route: 'GET /api/fail/bug',
    error: { name: 'TypeError' },
  });
  expect(JSON.stringify(fault)).toContain('echoHttpApp.ts:');
});

it('names the codes and causes of a fault, not their texts', () => {
  const { log, entries } = recording();
  const cause = Object.assign(new RangeError('canary'), { code: 'EACCES' });
  log.error(
    'job',
    Object.assign(new Error('canary', { cause }), {
      name: 'StoreError',
      fault: 'UNAVAILABLE',
      code: 'canary text',
      more: 'canary',
    }),
    { shard: 3 },
  );
  log.warn('late', { seconds: 4 });
  log.error('odd', 'canary');
  expect(entries()).toMatchObject([
    {
      event: 'job',
      shard: 3,
      error: { name: 'StoreError', fault: 'UNAVAILABLE', cause: { name: 'RangeError', code: 'EACCES' } },
    },
    { level: 'warn', event: 'late', seconds: 4 },
    { event: 'odd', error: { name: 'unknown', frames: [] } },
  ]);
  expect(JSON.stringify(entries())).not.toContain('canary');
});
