import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { authenticate, makeGate, serving } from '../../support/http/echoHttpApp.ts';
import { bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';

// Tests a session that ends while one of its requests waits for a free slot or for the rest of its body.

/** Fakes a session whose tokens are valid until the test ends it. */
const sessions = () => {
  let isOver = false;
  let checks = 0;
  return {
    authenticate: (token: string) => {
      checks += 1;
      return isOver ? Promise.resolve(undefined) : authenticate(token);
    },
    end: (): void => {
      isOver = true;
    },
    checks: () => checks,
  };
};

const until = async (isReached: () => boolean): Promise<void> => {
  while (!isReached()) await turn();
};

it('refuses a request whose session ended while it waited for a place', async () => {
  const gate = makeGate();
  const session = sessions();
  await serving({ clock: fakeClock(), gate, authenticate: session.authenticate }, async (port) => {
    const ask = () => send(port, { target: '/api/slow/own', headers: bearer('token-user') });
    const running = Array.from({ length: 6 }, ask);
    await until(() => gate.waiting() === 6);
    const waiting = ask();
    await until(() => session.checks() === 7);
    session.end();
    gate.open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(jsonOf(await waiting)).toMatchObject({ code: 401, errorCode: 'UNAUTHENTICATED' });
  });
});

it('refuses a request whose session ended before its sender finished the body', async () => {
  const session = sessions();
  await serving({ clock: fakeClock(), authenticate: session.authenticate }, async (port) => {
    const socket = connect(port, '127.0.0.1');
    const head = ['DELETE /api/team/delete/x HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Authorization: Bearer token-admin'];
    const body = ['Content-Type: application/json', 'Content-Length: 2', 'Connection: close', '', '{'];
    socket.write([...head, ...body].join('\r\n'));
    await until(() => session.checks() === 1);
    session.end();
    socket.write('}');
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});
