import { fakeTeams } from '../testing/fakeTeams.ts';
import { connectHost } from './host.ts';
import { createHostStore } from './hostStore.ts';

const never = (): Promise<never> => new Promise<never>(() => undefined);

describe('connectHost', () => {
  it('does not even fetch the library outside a frame', async () => {
    const load = jest.fn(never);
    await expect(connectHost({ isFramed: false, load })).resolves.toEqual({ kind: 'browser' });
    expect(load).not.toHaveBeenCalled();
  });

  it.each(['default', 'dark', 'contrast', 'glass'])('takes over the theme %s', async (theme) => {
    const { api } = fakeTeams(theme);
    await expect(connectHost({ isFramed: true, load: () => Promise.resolve(api) })).resolves.toMatchObject({
      kind: 'teams',
      theme,
    });
  });

  it.each([
    ['19:x@thread', '19:x@thread'],
    [undefined, null],
  ])('tells the channel of its tab: %s', async (inContext, channelId) => {
    const { api } = fakeTeams('default', inContext);
    await expect(connectHost({ isFramed: true, load: () => Promise.resolve(api) })).resolves.toMatchObject({
      channelId,
    });
  });

  it('takes a theme it does not know for the default one', async () => {
    const { api } = fakeTeams('neon');
    await expect(connectHost({ isFramed: true, load: () => Promise.resolve(api) })).resolves.toMatchObject({
      theme: 'default',
    });
  });

  it('tells the host when the first content is there', async () => {
    const { api, spies } = fakeTeams('default');
    const host = await connectHost({ isFramed: true, load: () => Promise.resolve(api) });
    if (host.kind === 'teams') host.ready();
    expect(spies.notifyAppLoaded).toHaveBeenCalledTimes(1);
    expect(spies.notifySuccess).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the library cannot be fetched', () => Promise.reject(new Error('offline'))],
    [
      'the parent refuses',
      () => Promise.resolve({ ...fakeTeams('default').api, initialize: () => Promise.reject(new Error('no')) }),
    ],
  ])('works as in a browser when %s', async (_, load) => {
    await expect(connectHost({ isFramed: true, load })).resolves.toEqual({ kind: 'browser' });
  });

  it('waits three seconds for a silent parent, no longer', async () => {
    jest.useFakeTimers();
    const silent = { ...fakeTeams('default').api, initialize: never };
    const settled = jest.fn();
    const connecting = connectHost({ isFramed: true, load: () => Promise.resolve(silent) }).then(settled);
    await jest.advanceTimersByTimeAsync(2999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await connecting;
    expect(settled).toHaveBeenCalledWith({ kind: 'browser' });
    jest.useRealTimers();
  });
});

describe('the host store', () => {
  it('connects once, however many pages ask', () => {
    const connect = jest.fn(never);
    const store = createHostStore(connect, () => undefined);
    store.connect();
    store.connect();
    expect(connect).toHaveBeenCalledTimes(1);
    expect(store.state()).toEqual({ kind: 'connecting' });
  });

  it('follows the theme while the page is open', async () => {
    const { api, changeTheme } = fakeTeams('default');
    const store = createHostStore(
      () => connectHost({ isFramed: true, load: () => Promise.resolve(api) }),
      () => undefined,
    );
    const themes: unknown[] = [];
    const known = new Promise<void>((resolve) => {
      store.subscribe(() => {
        themes.push(store.theme());
        if (store.state().kind === 'teams') resolve();
      });
    });
    store.connect();
    await known;
    changeTheme('contrast');
    changeTheme('dark');
    expect(themes).toEqual([undefined, 'default', 'contrast', 'dark']);
  });
});
