import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getAllMeetings } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { getCatchup } from '#contracts/reports/getCatchup.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { getDashboard } from '#contracts/dashboard/getDashboard.ts';
import { getNearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { getAttention } from '#contracts/attention/getAttention.ts';
import { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { visit } from '../../../bot/src/store/kinds/reports/teamVisit.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { saveStandup, today } from '../../support/apps/standupDayAndValidCalls.ts';
import { anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { emailOf, startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

// Bob reads the dashboard of his team on a Friday, one hour before its run opens.

let app: TestApp;
let own: Meeting;

beforeEach(async () => {
  app = await startTestApp(undefined, { SUPERADMINS: emailOf('gus') });
  own = await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await app.stop();
});

const teamId = aTeamId('platform');

/** Returns each part of the dashboard as the call for that part alone returns it. */
const partsByOwnCalls = async (who: Person) => ({
  user: await app.get(who, getUserDetails, {}),
  teams: await app.get(who, listTeams, {}),
  meetings: await app.get(who, getAllMeetings, { teamId }),
  report: await app.get(who, getReport, { teamId, date: today }),
  attention: await app.get(who, getAttention, { teamId }),
  waiting: await app.get(who, getWaiting, {}),
  catchup: await app.get(who, getCatchup, { teamId }),
});

describe('a dashboard', () => {
  it('has in each part what its own call returns, before and after the opening of a run', async () => {
    const { ahead: aheadBefore, ...before } = await app.get('bob', getDashboard, { date: today });
    const nearby = await app.get('bob', getNearbyRuns, { teamId, date: today });
    expect(before).toEqual({ ...(await partsByOwnCalls('bob')), teamId, nearby });
    expect(aheadBefore).toHaveLength(1);
    await app.beatAt('2026-11-20T09:00:00Z');
    const { ahead, ...after } = await app.get('bob', getDashboard, { teamId, date: today });
    expect(after).toEqual({ ...(await partsByOwnCalls('bob')), teamId, nearby: null });
    expect(after.report.reports).toMatchObject([{ meetingId: own.id, owes: true }]);
    expect(after.waiting.runs).toMatchObject([{ meetingId: own.id }]);
    expect(ahead).toEqual([]);
  });

  it('has the next run, and its card as long as the caller can answer the run ahead', async () => {
    const runs = await app.get('bob', previewMeeting, { meeting: own.id, count: 1 });
    const card = await app.get('bob', getCard, { meetingId: own.id, date: today });
    expect(card.state).toBe('AHEAD');
    expect((await app.get('bob', getDashboard, {})).ahead).toEqual([{ meetingId: own.id, runs, card }]);
    expect((await app.get('cy', getDashboard, {})).ahead).toEqual([{ meetingId: own.id, runs, card: null }]);
  });

  it('has at most four next runs', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await saveStandup(app, 'ann', { team: 'platform', members: ['ann'] }, { name });
    const { ahead, meetings } = await app.get('bob', getDashboard, {});
    expect(meetings).toHaveLength(5);
    expect(ahead.map(({ meetingId }) => meetingId)).toEqual(meetings.slice(0, 4).map(({ id }) => id));
  });

  it('records a visit, from which the next catch-up starts', async () => {
    await app.get('bob', getDashboard, {});
    const key = { userId: aUserId('bob'), orgId: anOrgId('contoso'), teamId };
    expect((await outside(app.services.store).get(visit, key))?.value).toEqual({
      at: '2026-11-20T08:00:00.000Z',
      before: null,
    });
    await app.beatAt('2026-11-20T09:00:00Z');
    await app.beatAt('2026-11-20T12:00:00Z');
    expect((await app.get('bob', getDashboard, {})).catchup).toMatchObject({
      lastVisitAt: '2026-11-20T08:00:00.000Z',
      completed: [{ meetingId: own.id }],
    });
  });

  it('fails if one of its parts fails', async () => {
    const { store } = app.services;
    const scan = store.scan.bind(store);
    // On a first visit, only the list of what needs attention scans the blockers.
    jest
      .spyOn(store, 'scan')
      .mockImplementation((table, pk, range, page) =>
        range.from === 'B|'
          ? Promise.reject(new StoreError('UNAVAILABLE', 'The table service is busy'))
          : scan(table, pk, range, page),
      );
    const { status, envelope } = await app.ask('bob', getDashboard, {});
    expect([status, envelope.errorCode, envelope.data]).toEqual([503, 'UNAVAILABLE', null]);
  });
});

describe('a refused call', () => {
  it('needs a session', async () => {
    expect((await app.ask(null, getDashboard, {})).status).toBe(401);
  });

  it('needs a role that reads reports', async () => {
    const { status, envelope } = await app.ask('gus', getDashboard, { teamId });
    expect([status, envelope.errorCode]).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    ['another team', 'sales'],
    ['another organisation', 'mars'],
    ['a team that does not exist', 'nowhere'],
  ])('does not find %s', async (_what, name) => {
    const { status, envelope } = await app.ask('bob', getDashboard, { teamId: aTeamId(name) });
    expect([status, envelope.errorCode, envelope.data]).toEqual([404, 'NOT_FOUND', null]);
  });

  it.each([
    ['teamId', 'x'],
    ['date', '2026-02-30'],
  ])('names a wrong %s', async (field, value) => {
    const { status, envelope } = await app.ask('bob', getDashboard, { [field]: value });
    expect([status, envelope]).toMatchObject([400, { errorCode: 'INVALID_INPUT', path: [field] }]);
  });
});
