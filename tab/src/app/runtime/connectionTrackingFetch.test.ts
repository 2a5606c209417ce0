import { createConnection } from '../../api/client/serverConnectionState.ts';
import { pollUntilPresent, probe } from './probeServerUntilUp.ts';
import { watchedFetch } from './connectionTrackingFetch.ts';

const replying = (status: number, type: string) => () =>
  Promise.resolve(new Response('{}', { status, headers: { 'content-type': type } }));

describe('a watched call', () => {
  it.each([
    [502, 'text/html', 'doubtful'],
    [503, 'text/html', 'doubtful'],
    [503, 'application/json; charset=utf-8', 'there'],
    [500, 'text/html', 'there'],
    [200, 'application/json', 'there'],
  ])('answered with %i of %s leaves the server %s', async (status, type, state) => {
    const connection = createConnection();
    await watchedFetch(replying(status, type), connection)('/api/x', {});
    expect(connection.state()).toBe(state);
  });

  it.each([
    [new TypeError('Failed to fetch'), 'doubtful'],
    [new DOMException('', 'TimeoutError'), 'doubtful'],
    [new DOMException('', 'AbortError'), 'there'],
  ])('a watched call that ends with %s leaves the server %s, and still fails', async (error, state) => {
    const connection = createConnection();
    await expect(watchedFetch(() => Promise.reject(error), connection)('/api/x', {})).rejects.toBe(error);
    expect(connection.state()).toBe(state);
  });

  it('marks the server as back after an answered call', async () => {
    const connection = createConnection();
    connection.heard(false);
    connection.lost();
    await watchedFetch(replying(200, 'application/json'), connection)('/api/x', {});
    expect(connection.state()).toBe('there');
  });
});

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
