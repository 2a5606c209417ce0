import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { Dashboard } from '#contracts/dashboard/getDashboard.ts';
import type { getReport } from '#contracts/reports/dailyReport.ts';
import { aCatchup, aDay, anAttention, aSession, aTeam, me, now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { signedInStorage } from '../../testing/renderApp.tsx';
import type { Call } from './apiClient.ts';
import { createDashboardCall, longestWaitMs } from './answerCallsFromDashboardReply.ts';
import { createSession } from './sessionStore.ts';
import type { SessionStore } from './sessionStore.ts';

const today = '2026-11-20' as LocalDate;
const teamId = ulid('Platform Team');
const teams = [aTeam('Platform Team')];
const report = aDay();

const dashboard: Dashboard = {
  ...{ teamId, user: me, teams, meetings: [], report, nearby: null, attention: anAttention(), waiting: { runs: [] } },
  ...{ catchup: aCatchup(), ahead: [] },
};

/**
 * Returns a fake page. `reply` answers the call of the dashboard; the server answers every other call with "from the
 * server".
 */
const aPage = (reply: () => Promise<unknown> = () => Promise.resolve(dashboard)) => {
  const requests: string[] = [];
  const inputs: unknown[] = [];
  let instant = now;
  const call: Call = ({ path }, input) => {
    requests.push(path);
    inputs.push(input);
    return (path === '/api/report/dashboard' ? reply() : Promise.resolve('from the server')) as never;
  };
  const storage = signedInStorage();
  const session = createSession(storage, () => instant);
  const { start, call: joined, take, drop } = createDashboardCall({ call, session, clock: { now: () => instant } });
  const readTeams = (signal?: AbortSignal): Promise<unknown> =>
    joined<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}, signal);
  const takeTeams = (): unknown => take<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {});
  const readUser = (): Promise<unknown> =>
    joined<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {});
  const readReport = (date = today): Promise<unknown> =>
    joined<typeof getReport>(
      { method: 'GET', path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]' },
      { teamId, meetingId: undefined, date },
    );
  const saveDraft = (): Promise<unknown> =>
    joined<typeof saveAnswerDraft>({ method: 'POST', path: '/api/meeting/draft' }, {} as never);
  const wait = (ms: number): void => {
    instant += ms;
  };
  return {
    requests,
    inputs,
    session,
    storage,
    start,
    drop,
    readTeams,
    takeTeams,
    readUser,
    readReport,
    saveDraft,
    wait,
  };
};

/** Resolves after all promises that are already settled have run their handlers. */
const flushed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('answers the calls of the page from the dashboard', async () => {
  const { start, readTeams, readUser, readReport, requests, inputs } = aPage();
  start(today);
  expect(await Promise.all([readUser(), readTeams()])).toEqual([me, teams]);
  expect(await readReport()).toBe(report);
  expect(requests).toEqual(['/api/report/dashboard']);
  expect(inputs).toEqual([{ teamId: undefined, date: today }]);
});

it('reads the dashboard of the selected team', async () => {
  const { start, readTeams, inputs, storage } = aPage();
  storage.set(storageKeys.selectedTeam, 'the team');
  start(today);
  await readTeams();
  expect(inputs).toEqual([{ teamId: 'the team', date: today }]);
});

it('uses each part once, so that a refresh asks the server', async () => {
  const { start, readTeams } = aPage();
  start(today);
  expect(await readTeams()).toEqual(teams);
  expect(await readTeams()).toBe('from the server');
});

it('returns a part at once, and only once, after the reply has arrived', async () => {
  const { start, takeTeams, readUser, readTeams } = aPage();
  start(today);
  expect(takeTeams()).toBeUndefined();
  await readUser();
  expect([takeTeams(), takeTeams()]).toEqual([teams, undefined]);
  expect(await readTeams()).toBe('from the server');
});

it('reads the dashboard once for each person', async () => {
  const { start, readTeams, requests, session } = aPage();
  start(today);
  await readTeams();
  start(today);
  expect(requests).toHaveLength(1);
  session.signedIn(aSession(), 'someone.else@rollcall.test');
  start(today);
  expect(requests).toHaveLength(2);
});

it('asks the server for another day', async () => {
  const { start, readTeams, readReport } = aPage();
  start(today);
  await readTeams();
  expect(await readReport('2026-11-13' as LocalDate)).toBe('from the server');
});

it('uses a part for less than 10 s', async () => {
  const { start, takeTeams, readReport, readUser, wait } = aPage();
  start(today);
  await flushed();
  wait(9_999);
  expect(await readReport()).toBe(report);
  wait(1);
  expect([takeTeams(), await readUser()]).toEqual([undefined, 'from the server']);
});

it('uses no part after a change', async () => {
  const { start, readTeams, readReport, saveDraft } = aPage();
  start(today);
  await readTeams();
  expect(await saveDraft()).toBe('from the server');
  expect(await readReport()).toBe('from the server');
});

it.each<[string, (page: ReturnType<typeof aPage>) => void]>([
  ['a change', (page) => void page.saveDraft()],
  [
    'a change of language',
    (page) => {
      page.drop();
    },
  ],
])('uses no part of a reply that arrives after %s', async (_what, change) => {
  const page = aPage();
  page.start(today);
  change(page);
  await flushed();
  expect(page.takeTeams()).toBeUndefined();
});

it('keeps the part of an aborted call', async () => {
  const { start, readTeams } = aPage();
  start(today);
  const aborted = new AbortController();
  const call = readTeams(aborted.signal);
  aborted.abort();
  await expect(call).rejects.toThrow();
  expect(await readTeams()).toBe(teams);
});

it('waits for the reply for at most three seconds', async () => {
  jest.useFakeTimers();
  try {
    const { start, readTeams } = aPage(() => new Promise(() => undefined));
    start(today);
    let reply: unknown;
    void readTeams().then((teamList) => (reply = teamList));
    await jest.advanceTimersByTimeAsync(longestWaitMs - 1);
    expect(reply).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(reply).toBe('from the server');
  } finally {
    jest.useRealTimers();
  }
});

it('reads the dashboard again after a failure', async () => {
  const { start, readTeams, requests } = aPage(() => Promise.reject(new Error('Not now')));
  start(today);
  await readTeams();
  start(today);
  expect(requests.filter((path) => path === '/api/report/dashboard')).toHaveLength(2);
});

it('reads each part by its own call if the dashboard fails', async () => {
  const { start, readTeams, readReport } = aPage(() => Promise.reject(new Error('Not now')));
  start(today);
  expect([await readTeams(), await readReport()]).toEqual(['from the server', 'from the server']);
});

describe('the data of a person', () => {
  const otherEmail = 'someone.else@rollcall.test';

  it.each<[string, (session: SessionStore) => void]>([
    [
      'the session has ended',
      (session) => {
        session.expire();
      },
    ],
    [
      'another person has signed in',
      (session) => {
        session.signedIn(aSession(), otherEmail);
      },
    ],
    [
      'the session has moved to another organisation',
      (session) => {
        session.refreshed(aSession({ orgId: ulid('other'), memberId: ulid('other') }));
      },
    ],
    [
      'the same person has signed in again',
      (session) => {
        session.signOut();
        session.signedIn(aSession(), 'alex@rollcall.test');
      },
    ],
  ])('is not shown after %s', async (_what, change) => {
    const page = aPage();
    page.start(today);
    await flushed();
    change(page.session);
    expect([page.takeTeams(), await page.readReport()]).toEqual([undefined, 'from the server']);
  });

  it.each(['first', 'last'])('does not replace the data of the next person if it arrives %s', async (when) => {
    const answers: ((reply: Dashboard) => void)[] = [];
    const page = aPage(() => new Promise((resolve) => answers.push(resolve)));
    page.start(today);
    page.session.signedIn(aSession(), otherEmail);
    page.start(today);
    const reading = page.readTeams();
    for (const answer of when === 'first' ? answers : answers.toReversed()) {
      answer(dashboard);
      await flushed();
    }
    expect(await reading).toBe(teams);
    expect(page.requests).toEqual(['/api/report/dashboard', '/api/report/dashboard']);
  });

  it('is not shown if another person signs in while it is read', async () => {
    let answer: (reply: unknown) => void = () => undefined;
    const page = aPage(() => new Promise((resolve) => (answer = resolve)));
    page.start(today);
    page.session.signedIn(aSession(), otherEmail);
    const reading = page.readTeams();
    answer(dashboard);
    expect(await reading).toBe('from the server');
  });
});
