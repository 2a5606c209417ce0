import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { connectHost } from './connectTeamsHost.ts';
import type { Host, TeamsApi } from './connectTeamsHost.ts';
import { createHostStore } from './teamsHostStore.ts';
import { pathOfTeamsSubPage } from './pathOfTeamsSubPage.ts';

const never = (): Promise<never> => new Promise<never>(() => undefined);

afterEach(() => {
  jest.useRealTimers();
});

const unheard = (): void => undefined;
const connect = (api: TeamsApi | Promise<TeamsApi>, late: (host: Host) => void = unheard): Promise<Host> =>
  connectHost(Promise.resolve(api), late);

describe('connectHost', () => {
  it.each(['default', 'dark', 'contrast', 'glass'])('takes over the theme %s', async (theme) => {
    await expect(connect(fakeTeamsJs(theme).api)).resolves.toMatchObject({ kind: 'teams', theme });
  });

  it.each([
    ['19:x@thread', '19:x@thread'],
    [undefined, null],
  ])('returns the channel of its tab: %s', async (inContext, channelId) => {
    await expect(connect(fakeTeamsJs('default', inContext).api)).resolves.toMatchObject({ channelId });
  });

  it('replaces an unknown theme by the default one', async () => {
    await expect(connect(fakeTeamsJs('neon').api)).resolves.toMatchObject({ theme: 'default' });
  });

  it('notifies the host once of the first content, although several parts report it', async () => {
    const { api, spies } = fakeTeamsJs('default');
    const host = await connect(api);
    if (host.kind === 'teams') {
      host.ready();
      host.ready();
    }
    expect(spies.notifyAppLoaded).toHaveBeenCalledTimes(1);
    expect(spies.notifySuccess).toHaveBeenCalledTimes(1);
  });

  it('behaves as in a browser if the parent refuses', async () => {
    const refusing = { ...fakeTeamsJs('default').api, initialize: () => Promise.reject(new Error('no')) };
    await expect(connect(refusing)).resolves.toEqual({ kind: 'browser' });
  });

  it('waits at most ten seconds for the library', async () => {
    await expect(connect(Promise.reject(new Error('offline')))).resolves.toEqual({ kind: 'silent' });
    jest.useFakeTimers();
    const settled = jest.fn();
    const connecting = connect(never()).then(settled);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await connecting;
    expect(settled).toHaveBeenCalledWith({ kind: 'silent' });
  });

  it('waits at most three seconds for a silent parent, but uses it when it answers later', async () => {
    jest.useFakeTimers();
    let answer: () => void = unheard;
    const slow: TeamsApi = {
      ...fakeTeamsJs('dark').api,
      initialize: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    const settled = jest.fn();
    const late = jest.fn();
    const connecting = connect(slow, late).then(settled);
    await jest.advanceTimersByTimeAsync(2999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await connecting;
    expect(settled).toHaveBeenCalledWith({ kind: 'silent' });
    expect(late).not.toHaveBeenCalled();
    answer();
    await jest.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledWith(expect.objectContaining({ kind: 'teams', theme: 'dark' }));
  });
});

describe('the page a link names', () => {
  const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  it.each([
    [`report/${id}`, `/teams/reports/${id}`],
    [`report/${id}/2026-11-18`, `/teams/reports/${id}?date=2026-11-18`],
    [`report/${id}/2026-11-18?tab=settings`, null],
    ['report/1', null],
    [`person/${id}`, null],
    ['//evil.test', null],
    ['', null],
    [null, null],
  ])('the page of a link with %j is %j', (subPage, path) => {
    expect(pathOfTeamsSubPage(subPage)).toBe(path);
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
    const { api, changeTheme } = fakeTeamsJs('default');
    const store = createHostStore(
      (late) => connectHost(Promise.resolve(api), late),
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
