import { browserHistory } from './browserHistory.ts';
import { toLocation } from './pageHistoryAndLocation.ts';

const moved = (): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener(
      'popstate',
      () => {
        resolve();
      },
      { once: true },
    );
  });

const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash;

const removals: (() => void)[] = [];

/** Creates a history that uses the test's window. Its listeners are removed after each test. */
const openHistory = () =>
  browserHistory({
    history: window.history,
    location: window.location,
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject) => {
      window.addEventListener(type, listener);
      removals.push(() => {
        window.removeEventListener(type, listener);
      });
    },
  });

beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

it('writes address, state and number of an entry to the browser', () => {
  const history = openHistory();
  expect(history.index()).toBe(0);
  history.push(toLocation('/one?q=a#b', { savedReport: '1' }));
  expect(addressOf(window.location)).toBe('/one?q=a#b');
  expect(history.index()).toBe(1);
  expect(history.location()).toEqual({ pathname: '/one', search: '?q=a', hash: '#b', state: { savedReport: '1' } });
  history.replace(toLocation('/two'));
  expect(history.index()).toBe(1);
  expect(history.location()).toEqual({ pathname: '/two', search: '', hash: '', state: undefined });
});

it('knows the number and the state of an entry after a reload', () => {
  const before = openHistory();
  before.push(toLocation('/one'));
  before.push(toLocation('/two', 'state'));
  const after = openHistory();
  expect(after.index()).toBe(2);
  expect(after.location().state).toBe('state');
});

it('reads the entries that an earlier version of the page wrote', () => {
  window.history.replaceState({ usr: 'state', key: 'default', idx: 4 }, '');
  const history = openHistory();
  expect(history.index()).toBe(4);
  expect(history.location().state).toBe('state');
});

it('reports Back with the number of the entry', async () => {
  const history = openHistory();
  history.push(toLocation('/one'));
  history.push(toLocation('/two'));
  const seen: unknown[] = [];
  history.listen(() => seen.push([history.index(), history.location().pathname]));
  const arrival = moved();
  history.go(-2);
  await arrival;
  expect(seen).toEqual([[0, '/']]);
});

it('gives an entry that the browser adds for a link to a part of the page the next number', async () => {
  const history = openHistory();
  history.push(toLocation('/one'));
  const seen: number[] = [];
  history.listen(() => seen.push(history.index()));
  const arrival = moved();
  window.location.hash = '#content';
  await arrival;
  const back = moved();
  history.go(-1);
  await back;
  expect(seen).toEqual([2, 1]);
  expect(addressOf(window.location)).toBe('/one');
});
