import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp, makeGate } from '../../support/http/echoHttpApp.ts';
import { jsonOf, send } from '../../support/http/rawHttpClient.ts';
import { startHttpProcess } from '../../support/http/startEchoHttpProcess.ts';

const clock = fakeClock();
const quick = { linger: 0, bound: 3000 };

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

it('finishes running requests, accepts no new ones, and reports the shutdown at /readyz', async () => {
  const gate = makeGate();
  const app = httpApp({ clock, gate, drainTimes: { linger: 500, bound: 3000 } });
  const { port } = await app.listen(0, '127.0.0.1');
  const slow = send(port, { target: '/api/slow' });
  const keptAlive = connect(port, '127.0.0.1');
  await until(() => gate.waiting() === 1);
  const closed = app.close();
  keptAlive.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(keptAlive, 'data')) as [Buffer];
  expect(answer.toString()).toContain('Not ready: draining.');
  expect(answer.toString()).toMatch(/connection: close/i);
  await expect(send(port, { target: '/livez' })).resolves.toMatchObject({ status: 0 });
  gate.open();
  expect(jsonOf(await slow)['data']).toEqual({ waited: true });
  await closed;
  expect(app.server.listening).toBe(false);
});

it('does not wait for idle connections, and cuts the others at its time limit', async () => {
  const idle = httpApp({ clock, drainTimes: { linger: 0, bound: 60_000 } });
  const idlePort = (await idle.listen(0, '127.0.0.1')).port;
  const socket = connect(idlePort, '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  await idle.close();

  const gate = makeGate();
  const stuck = httpApp({ clock, gate, drainTimes: { linger: 0, bound: 50 } });
  const stuckPort = (await stuck.listen(0, '127.0.0.1')).port;
  const never = send(stuckPort, { target: '/api/slow' });
  await until(() => gate.waiting() === 1);
  await stuck.close();
  expect((await never).status).toBe(0);
});

it('closes once, even if asked several times', async () => {
  const app = httpApp({ clock, drainTimes: quick });
  await app.listen(0, '127.0.0.1');
  expect(app.close()).toBe(app.close());
  await app.close();
});

/** Sends requests until the server has stopped. Returns the error of each request that was cut. */
const loadOn = (port: number, agent: Agent, counts: { answered: number }): Promise<string[]> => {
  const cut: string[] = [];
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const request = get({ port, host: '127.0.0.1', path: '/api/echo/part/x', agent }, (response) => {
        let body = '';
        response.on('data', (data) => (body += String(data)));
        response.on('error', (error) => cut.push(error.message));
        response.on('close', () => {
          if (response.complete && body.endsWith('}')) counts.answered += 1;
          else cut.push(`after ${body.length} bytes`);
          resolve(true);
        });
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A refused connection is correct, because a load balancer then uses another server. Any other error means that
        // a request was cut.
        if (error.code !== 'ECONNREFUSED') cut.push(error.code ?? error.message);
        resolve(false);
      });
    });
  const loop = async (): Promise<string[]> => {
    while (await ask());
    return cut;
  };
  return loop();
};

it('SIGTERM under load cuts no answer and takes at most 5 s', async () => {
  const server = await startHttpProcess();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const counts = { answered: 0 };
  const loads = Array.from({ length: 16 }, () => loadOn(server.port, agent, counts));
  await until(() => counts.answered > 500);
  const startedAt = performance.now();
  const exited = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  const cut = (await Promise.all(loads)).flat();
  const [code, signal] = (await exited) as [number | null, string | null];
  agent.destroy();
  expect(cut).toEqual([]);
  expect([code, signal]).toEqual([0, null]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
