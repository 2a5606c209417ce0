import { createConnection } from '../../api/client/serverConnectionState.ts';
import { pollUntilPresent, probe } from './probeServerUntilUp.ts';

const replying = (status: number, type: string) => () =>
  Promise.resolve(new Response('{}', { status, headers: { 'content-type': type } }));

describe('the probe', () => {
  it('the probe never fails', async () => {
    await expect(probe(replying(200, 'application/json'))).resolves.toBe(true);
    await expect(probe(replying(502, 'text/html'))).resolves.toBe(false);
    await expect(probe(() => Promise.reject(new TypeError('no')))).resolves.toBe(false);
  });
});

describe('polling until the server answers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('slows down, and ends with the first answer', async () => {
    const connection = createConnection();
    let isThere = false;
    const ask = jest.fn(() => Promise.resolve(isThere));
    connection.heard(false);
    pollUntilPresent(ask, connection);
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.state()).toBe('gone');
    for (const [round, waitMs] of [2000, 4000, 8000, 15_000, 15_000].entries()) {
      await jest.advanceTimersByTimeAsync(waitMs - 1);
      expect(ask).toHaveBeenCalledTimes(round + 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(ask).toHaveBeenCalledTimes(round + 2);
    }
    isThere = true;
    await jest.advanceTimersByTimeAsync(15_000);
    expect(connection.state()).toBe('there');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(7);
  });

  it('polling until the server answers can be stopped', async () => {
    const connection = createConnection();
    const ask = jest.fn(() => Promise.resolve(false));
    const end = pollUntilPresent(ask, connection);
    end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(connection.state()).toBe('there');
  });
});
