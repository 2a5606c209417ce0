import { readConfig } from '../../../bot/src/startup/config.ts';
import { compose } from '../../../bot/src/main.ts';
import type { App } from '../../../bot/src/main.ts';
import { demoPassword, demoPeople } from '../../../bot/src/demo/demoPeopleAndTeams.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { listTeams } from '../../../bot/src/services/organisations/listTeamsAndMembers.ts';
import { getWeek, waitingWeeks } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { scanRows } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';
import { fakeSleep, quietLog } from '../../support/worlds/teamWorldWithEngine.ts';
import { bundledSheetWorker } from '../../support/files/bundledExportFileWorker.ts';

// Registered before `useTempDir`, so that the demos stop before their folders are removed.
const running: App[] = [];
afterAll(async () => {
  await Promise.all(running.map((app) => app.stop()));
});
const inTemp = useTempDir();

interface Demo {
  readonly app: App;
  readonly as: (email: string) => Promise<Actor>;
}

/** Starts the product as `npm start` composes it, with the clock at the instant `at`. */
const demoAt = async (at: string): Promise<Demo> => {
  const clock = fakeClock(at);
  const config = readConfig({ DEMO: 'true', DATA_DIR: inTemp(at.replace(/\W/g, '')) });
  const log = quietLog();
  const app = await compose(config, {
    clock,
    log,
    sleep: fakeSleep(clock),
    webDir: null,
    hasDemoData: true,
    ticks: false,
    timeZone: 'Europe/Berlin',
    sheetWorker: bundledSheetWorker,
  });
  running.push(app);
  expect(log.errors).toEqual([]);
  return {
    app,
    as: async (email) => {
      const signedIn = await login(app.services, { email, password: demoPassword }, { address: '127.0.0.1' });
      const { token } = asSession(signedIn);
      const actor = await authenticate(app.services, token);
      if (actor === undefined) throw new Error('No session.');
      return actor;
    },
  };
};

let startedAtNoon: Promise<Demo> | undefined;
/** Returns a demo that several tests read, and starts it at the first call. */
const demoAtNoon = (): Promise<Demo> => (startedAtNoon ??= demoAt('2026-11-20T12:00:00Z'));

const dayOf = async (app: App, actor: Actor, date: string) => {
  const [team] = await listTeams(app.services, actor);
  if (team === undefined) throw new Error('No team.');
  return getReport(app.services, actor, { teamId: team.id, date: aDate(date) });
};

// Starts the demo after and before the meeting's time, at a weekend, and after a clock change.
it.each([
  ['2026-11-20T10:54:00Z', '2026-11-20', '2026-11-19'],
  ['2026-11-19T05:00:00Z', '2026-11-19', '2026-11-18'],
  ['2026-11-21T23:30:00Z', '2026-11-21', '2026-11-20'],
  ['2026-03-31T12:00:00Z', '2026-03-31', '2026-03-30'],
])('at %s today has no run yet, and the last working day has six people', async (at, today, before) => {
  const { app, as } = await demoAt(at);
  const ann = await as('admin@rollcall.test');
  expect(ann.role).toBe('admin');
  expect((await dayOf(app, ann, today)).reports).toEqual([]);
  const [standup] = (await dayOf(app, ann, before)).reports;
  expect(standup).toMatchObject({ isCompleted: true, totalMembers: demoPeople.length });
  expect(standup?.membersAnswered).toBeGreaterThan(3);
});

it('contains a holiday, a vacation, goals and blockers, and no message to send', async () => {
  const { app, as } = await demoAtNoon();
  const bob = await as('bob@rollcall.test');
  expect(bob.role).toBe('user');
  const days = await Promise.all(
    Array.from({ length: 14 }, (_, back) => dayOf(app, bob, `2026-11-${String(19 - back).padStart(2, '0')}`)),
  );
  const reports = days.flatMap((day) => day.reports);
  expect(days.filter((day) => day.isHoliday)).toHaveLength(1);
  expect(reports.some((report) => report.members.some((member) => member.state === 'AWAY'))).toBe(true);
  expect(reports.some((report) => report.blockers > 0)).toBe(true);
  expect(reports.some((report) => report.goalsTicked < report.goalsOffered)).toBe(true);
  expect(reports.some((report) => report.type === 'RETRO')).toBe(true);
  const left: string[] = [];
  for (let shard = 0; shard < 16; shard += 1)
    for await (const row of scanRows(app.services.store, 'Outbox', `ob-${String(shard).padStart(2, '0')}`, {
      from: '',
      to: '~',
    }))
      left.push(row.rk);
  expect(left.filter((key) => /\|(prompt|r1|r2|bcast|week)/.test(key))).toEqual([]);
});

it('contains approved weeks, waiting weeks, and one that was sent back', async () => {
  const { app, as } = await demoAtNoon();
  const ann = await as('admin@rollcall.test');
  const bob = await as('bob@rollcall.test');
  const [teamId] = ann.teamIds;
  if (teamId === undefined || bob.memberId === null) throw new Error('No team.');
  const { items } = await waitingWeeks(app.services, ann, { teamId });
  expect(items.map((item) => item.monday)).toEqual(Array.from({ length: demoPeople.length - 1 }, () => '2026-11-09'));
  const { memberId } = bob;
  const weekOf = (monday: string) => getWeek(app.services, bob, { teamId, memberId, monday: aDate(monday) });
  expect(await weekOf('2026-11-09')).toMatchObject({ state: 'SENT_BACK', can: { edit: true, submit: true } });
  const before = await weekOf('2026-11-02');
  expect(before).toMatchObject({ state: 'APPROVED', can: { edit: false } });
  expect(before.minutes).toBeGreaterThan(0);
});

it('shows the other organisation nothing of the first', async () => {
  const { app, as } = await demoAtNoon();
  const grace = await as('grace@fabrikam.test');
  const ann = await as('admin@rollcall.test');
  expect(grace.orgId).not.toBe(ann.orgId);
  expect((await listTeams(app.services, grace)).map((team) => team.name)).toEqual(['Fabrikam Research']);
  const [team] = await listTeams(app.services, ann);
  if (team === undefined) throw new Error('No team.');
  await expect(getReport(app.services, grace, { teamId: team.id, date: aDate('2026-11-19') })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
