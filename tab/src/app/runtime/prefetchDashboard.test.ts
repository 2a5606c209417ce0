import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { createSession } from '../../api/client/sessionStore.ts';
import { now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { signedInStorage } from '../../testing/renderApp.tsx';
import { prefetchDashboard } from './prefetchDashboard.ts';

const startedAt = (pathname: string, search = '', storage = signedInStorage()): readonly string[] => {
  const dates: string[] = [];
  const api = { session: createSession(storage, () => now) } as Parameters<typeof prefetchDashboard>[0]['api'];
  const reader = { clock: { now: () => now }, zone: 'Pacific/Kiritimati' };
  prefetchDashboard({ api, startDashboard: (date) => dates.push(date), reader }, { pathname, search });
  return dates;
};

it.each(['/', '/home', '/teams/home'])('starts the call at %s with the date of the reader', (pathname) => {
  expect(startedAt(pathname)).toEqual(['2026-11-21']);
});

it.each([
  ['another page', '/reports', ''],
  ['another day', '/', '?date=2026-11-13'],
  ['one report', '/', `?meeting=${ulid('standup')}`],
])('starts no call for %s', (_what, pathname, search) => {
  expect(startedAt(pathname, search)).toEqual([]);
});

it('starts no call for a reader who is signed out', () => {
  expect(startedAt('/', '', memoryStorage())).toEqual([]);
});
