import { createConnection } from '../../api/client/serverConnectionState.ts';
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
