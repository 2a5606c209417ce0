import { memoryHistory } from '../../testing/memoryHistory.ts';
import { createRouter } from './createRouter.ts';
import type { NavigationAttempt } from './createRouter.ts';
import type { LoadComponent, Route } from './pageLoader.ts';

const screen = () => null;
const arrived: LoadComponent = () => Promise.resolve(screen);
const routeOf = (path: string, load = arrived): Route => ({ path, titleKey: 'page.dashboard', components: [load] });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Setup {
  readonly first?: readonly Route[];
  readonly loadOthers?: () => Promise<readonly Route[]>;
}

const firstPaths = ['/', '/one', '/two', '*'];

const start = async ({ first = [], loadOthers = () => Promise.resolve([]) }: Setup = {}) => {
  const history = memoryHistory('/');
  const table = [...first, ...firstPaths.map((path) => routeOf(path))];
  const router = createRouter(history, { first: table, loadOthers });
  await settled();
  const shown = () => {
    const { page, location } = router.state();
    return [typeof page === 'string' ? page : page.route.path, location.pathname + location.search + location.hash];
  };
  return { router, history, shown };
};

/** Returns a function that loads a component, and two functions that let its latest call succeed or fail. */
const slow = () => {
  const ends: { succeed: () => void; fail: () => void }[] = [];
  const load: LoadComponent = () =>
    new Promise((resolve, reject) => {
      ends.push({
        succeed: () => {
          resolve(screen);
        },
        fail: () => {
          reject(new Error('offline'));
        },
      });
    });
  return { load, succeed: () => ends.at(-1)?.succeed(), fail: () => ends.at(-1)?.fail(), calls: () => ends.length };
};

describe('opening pages', () => {
  it('keeps the shown page and its address until the code of the next page is loaded', async () => {
    const part = slow();
    const { router, history, shown } = await start({ first: [routeOf('/slow/:id', part.load)] });
    const opening = router.navigate('/slow/1?q=a#b', { state: 'value' });
    await settled();
    expect(shown()).toEqual(['/', '/']);
    expect(history.location().pathname).toBe('/');
    part.succeed();
    await opening;
    expect(shown()).toEqual(['/slow/:id', '/slow/1?q=a#b']);
    expect(router.state().page).toMatchObject({ params: { id: '1' }, components: [screen] });
    expect(history.location()).toEqual({ pathname: '/slow/1', search: '?q=a', hash: '#b', state: 'value' });
  });

  it('loads the code of a page once, and then shows the page at once', async () => {
    const part = slow();
    const { router, shown } = await start({ first: [routeOf('/slow', part.load)] });
    const opening = router.navigate('/slow');
    part.succeed();
    await opening;
    await router.navigate('/one');
    void router.navigate('/slow?again');
    expect(shown()).toEqual(['/slow', '/slow?again']);
    expect(part.calls()).toBe(1);
  });

  it('shows the latest page if several are opened at the same time', async () => {
    const part = slow();
    const { router, history, shown } = await start({ first: [routeOf('/slow', part.load)] });
    const opening = router.navigate('/slow');
    await router.navigate('/one');
    part.succeed();
    await opening;
    expect(shown()).toEqual(['/one', '/one']);
    expect(history.index()).toBe(1);
  });

  it('replaces the history entry if asked to', async () => {
    const { router, history } = await start();
    await router.navigate('/one', { replace: true });
    expect(history.index()).toBe(0);
    await router.navigate('/two');
    expect(history.index()).toBe(1);
  });

  it('reports a page that cannot be loaded at its address, and tries again at the next visit', async () => {
    const part = slow();
    const { router, history, shown } = await start({ first: [routeOf('/slow', part.load)] });
    const opening = router.navigate('/slow');
    await settled();
    part.fail();
    await opening;
    expect(shown()).toEqual(['failed', '/slow']);
    expect(history.location().pathname).toBe('/slow');
    router.go(-1);
    expect(shown()).toEqual(['/', '/']);
    const again = router.navigate('/slow');
    await settled();
    part.succeed();
    await again;
    expect(shown()).toEqual(['/slow', '/slow']);
  });

  it('loads the other routes once, when an address matches none of the first', async () => {
    const loadOthers = jest.fn(() => Promise.resolve([routeOf('/late')]));
    const { router, shown } = await start({ loadOthers });
    await router.navigate('/one');
    expect(loadOthers).not.toHaveBeenCalled();
    await router.navigate('/late');
    expect(shown()).toEqual(['/late', '/late']);
    await router.navigate('/nowhere');
    expect(shown()).toEqual(['*', '/nowhere']);
    expect(loadOthers).toHaveBeenCalledTimes(1);
  });

  it('calls the listeners after each change until they unsubscribe', async () => {
    const { router } = await start();
    const listener = jest.fn();
    const unsubscribe = router.subscribe(listener);
    await router.navigate('/one');
    unsubscribe();
    await router.navigate('/two');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('Back and Forward', () => {
  it('show the page of the entry, with the state that it stores', async () => {
    const { router, shown } = await start();
    await router.navigate('/one', { state: 1 });
    await router.navigate('/two');
    router.go(-1);
    expect(shown()).toEqual(['/one', '/one']);
    expect(router.state().location.state).toBe(1);
    router.go(1);
    expect(shown()).toEqual(['/two', '/two']);
  });

  it('cancel a page that is still loading if the reader returns to the shown page', async () => {
    const part = slow();
    const first = [routeOf('/slow', part.load)];
    const { router, history, shown } = await start({ first });
    await router.navigate('/one');
    const opening = router.navigate('/slow', { replace: true });
    await settled();
    part.fail();
    await opening;
    await router.navigate('/two');
    router.go(-1);
    await settled();
    router.go(1);
    part.succeed();
    await settled();
    expect(shown()).toEqual(['/two', '/two']);
    expect(history.index()).toBe(2);
  });
});

describe('a guard', () => {
  const guarded = async () => {
    const { router, history, shown } = await start();
    await router.navigate('/one');
    await router.navigate('/two');
    const attempts: NavigationAttempt[] = [];
    const release = router.guard((attempt) => {
      attempts.push(attempt);
      return true;
    });
    return { router, history, shown, release, attempts, proceed: () => attempts.at(-1)?.proceed() };
  };

  it('learns where a navigation leads, and stops it', async () => {
    const { router, history, shown, attempts } = await guarded();
    await router.navigate('/one?a');
    expect(attempts).toMatchObject([
      { current: { pathname: '/two' }, next: { pathname: '/one', search: '?a' }, isPop: false },
    ]);
    expect(shown()).toEqual(['/two', '/two']);
    expect(history.location().pathname).toBe('/two');
  });

  it.each([-1, -2])('stops Back over %i entries, and leaves the history at the shown page', async (delta) => {
    const { router, history, shown, attempts } = await guarded();
    router.go(delta);
    expect(attempts).toMatchObject([{ next: { pathname: delta === -1 ? '/one' : '/' }, isPop: true }]);
    expect(shown()).toEqual(['/two', '/two']);
    expect(history.index()).toBe(2);
    router.go(delta);
    expect(attempts).toHaveLength(2);
    expect(history.index()).toBe(2);
  });

  it.each([
    ['a link', '/one?a'],
    ['Back', -1],
    ['Back over two entries', -2],
  ])('lets %s through once the reader has agreed, and asks again later', async (_, target) => {
    const { router, history, shown, attempts, proceed } = await guarded();
    if (typeof target === 'string') await router.navigate(target);
    else router.go(target);
    proceed();
    const path = typeof target === 'string' ? '/one' : { '-1': '/one', '-2': '/' }[String(target)];
    expect(shown()[0]).toBe(path);
    expect(history.location().pathname).toBe(path);
    expect(attempts).toHaveLength(1);
    await router.navigate('/two');
    expect(attempts).toHaveLength(2);
  });

  it('stops Forward', async () => {
    const { router, history, shown, release } = await guarded();
    release();
    router.go(-1);
    router.guard(() => true);
    router.go(1);
    expect(shown()).toEqual(['/one', '/one']);
    expect(history.index()).toBe(1);
  });

  it('is not asked about another part of the shown page', async () => {
    const { router, history, shown, release, attempts } = await guarded();
    release();
    await router.navigate('/two#part');
    router.guard((attempt) => attempts.push(attempt) > 0);
    router.go(-1);
    expect(attempts).toEqual([]);
    expect(shown()).toEqual(['/two', '/two']);
    expect(history.index()).toBe(2);
  });

  it('stops nothing after its removal, and its removal leaves a later guard in place', async () => {
    const { router, shown, release } = await guarded();
    const releaseLater = router.guard(() => true);
    release();
    await router.navigate('/one');
    expect(shown()).toEqual(['/two', '/two']);
    releaseLater();
    await router.navigate('/one');
    expect(shown()).toEqual(['/one', '/one']);
  });
});
