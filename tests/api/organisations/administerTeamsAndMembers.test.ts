import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getMeeting, getMeetingList, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import {
  deleteTeam,
  getTeam,
  getTeamInfo,
  listMembers,
  listTeams,
  setTeamLanguage,
} from '#contracts/organisations/teamAndMemberCalls.ts';
import { syncOrg, syncTeam } from '#contracts/teamsSync/syncFromTeams.ts';
import { listTimezones } from '#contracts/people/listTimezones.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { orgTeam, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { channelThread, oidOf, teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

const start = appPerTest();

const today = aDate('2026-11-20');
const platform = { teamId: aTeamId('platform') };
const records = ({ services }: TestApp) => inOrg(services.store, anOrgId());

const openDaily = async (app: TestApp, ...members: string[]) => {
  const meeting = await app.get(
    'ann',
    saveMeeting,
    aMeetingDraft({ members: members.map((name) => aMemberId(name)), isReminderEnabled: false }),
  );
  await app.beatAt('2026-11-20T09:00:00Z');
  return meeting;
};

const runOf = async (app: TestApp, meetingId: ReturnType<typeof aMeetingId>) =>
  (await records(app).get(runKind, { ...platform, meetingId, date: today }))?.value;

const answer = async (app: TestApp, who: Person, meetingId: ReturnType<typeof aMeetingId>) => {
  const { questions } = await app.get(who, getMeeting, { meetingId });
  const values = Object.fromEntries(
    questions.map((question) => [question.id, question.type === 'OPTIONS' ? 'No' : 'Things']),
  );
  return app.get(who, saveAnswer, { meetingId, date: today, values });
};

const switched = (app: TestApp, name: string, flag: 'true' | 'false') =>
  app.get('ann', activateMember, { ...platform, memberId: aMemberId(name), flag });

describe('disabling a member', () => {
  it('removes them from the open run at once, and completes it if no other member owes an answer', async () => {
    const app = await start();
    const { id } = await openDaily(app, 'ann', 'bob', 'cy');
    await answer(app, 'ann', id);
    await switched(app, 'cy', 'false');
    const run = await runOf(app, id);
    expect(run?.state).toBe('OPEN');
    expect(run?.members.filter((member) => member.dropped).map((member) => member.name)).toEqual(['Cy']);
    await switched(app, 'bob', 'false');
    expect(await runOf(app, id)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
    const report = await app.get('ann', getReport, { ...platform, date: today });
    expect(report.reports[0]).toMatchObject({ membersAnswered: 1, totalMembers: 1, isCompleted: true });
    app.connector.forget();
    await app.beatAt('2026-11-20T09:00:05Z');
    expect(app.connector.of('create')).toHaveLength(1);
  });

  it('shows the member, who is disabled in every team, that an admin disabled them', async () => {
    const app = await start();
    const isOff = async (): Promise<boolean> => (await app.get('cy', getUserDetails, {})).isSwitchedOff;
    await switched(app, 'cy', 'false');
    expect([await isOff(), await app.get('cy', listTeams, {})]).toEqual([true, []]);
    await switched(app, 'cy', 'true');
    expect(await isOff()).toBe(false);
  });

  it('keeps the history: earlier answers still count', async () => {
    const app = await start();
    const { id } = await openDaily(app, 'ann', 'bob');
    await answer(app, 'bob', id);
    await switched(app, 'bob', 'false');
    const [report] = (await app.get('ann', getReport, { ...platform, date: today })).reports;
    expect(report).toMatchObject({ membersAnswered: 1, totalMembers: 2 });
  });

  it('requires an answer again if they are enabled before the close', async () => {
    const app = await start();
    const { id } = await openDaily(app, 'ann', 'bob');
    await switched(app, 'bob', 'false');
    await switched(app, 'bob', 'true');
    expect((await runOf(app, id))?.members.some((member) => member.dropped)).toBe(false);
  });

  it('ends access and sessions, is logged, and is undone by enabling', async () => {
    const app = await start();
    await app.get('cy', getTeam, platform);
    expect(await switched(app, 'cy', 'false')).toEqual({ id: aMemberId('cy'), isEnabled: false });
    expect((await app.ask('cy', getTeam, platform)).status).toBe(401);
    const before = withoutSignInRows(await app.dump());
    await switched(app, 'cy', 'false');
    expect(withoutSignInRows(await app.dump())).toEqual(before);
    expect((await app.get('ann', listMembers, platform)).map((item) => [item.name, item.isEnabled])).toEqual([
      ['Ann', true],
      ['Bob', true],
      ['Cy', false],
    ]);
    app.clock.advance({ minutes: 16 });
    expect(await app.get('cy', listTeams, {})).toEqual([]);
    expect((await app.ask('cy', getTeam, platform)).status).toBe(404);
    await switched(app, 'cy', 'true');
    expect(await app.get('cy', getTeam, platform)).toEqual({ id: aTeamId(), name: 'Platform' });
    const texts = (await app.get('ann', orgAudit, {})).items.map((item) => item.text);
    expect(texts.filter((text) => /^(?:En|Dis)abled/.test(text)).slice(0, 2)).toEqual([
      'Enabled Cy.',
      'Disabled Cy: this person gets no more questions.',
    ]);
  });
});

describe('switching a member', () => {
  const app = useTestApp();

  it('is allowed to admins of the organisation, for current members of the team', async () => {
    const ask = (who: Person, change: object) =>
      app().ask(who, activateMember, { ...platform, memberId: aMemberId('cy'), flag: 'false', ...change });
    const before = withoutSignInRows(await app().dump());
    expect((await ask('bob', {})).status).toBe(403);
    for (const [who, change] of [
      ['ann', { memberId: aMemberId('sam') }],
      ['ann', { memberId: aMemberId('zoe') }],
      ['ann', { memberId: aMemberId('nobody') }],
      ['ann', { teamId: aTeamId('mars'), memberId: aMemberId('zoe') }],
      ['ann', { teamId: aTeamId('nowhere') }],
      ['zoe', {}],
    ] as const)
      expect((await ask(who, change)).envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
    for (const flag of ['True', '1', 'maybe']) expect((await ask('ann', { flag })).status).toBe(400);
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    expect((await ask('eve', {})).status).toBe(200);
  });

  it('is rejected for a member who left the team', async () => {
    const cy = { ...platform, memberId: aMemberId('cy') };
    await records(app()).touch(teamMember, cy, { leftOn: '2026-11-20T08:00:00.000Z' as never });
    expect((await app().ask('ann', activateMember, { ...cy, flag: 'true' })).status).toBe(404);
  });
});

describe('a team', () => {
  const app = useTestApp();

  it('returns its details to members', async () => {
    await app().get('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann')] }));
    await records(app()).touch(teamMember, { ...platform, memberId: aMemberId('cy') }, { isEnabled: false });
    expect(await app().get('bob', getTeamInfo, platform)).toEqual({
      ...{ id: aTeamId(), name: 'Platform', isConnected: true, isGroupChat: false },
      ...{ members: 3, enabledMembers: 2, reports: 1, language: 'en', createdOn: '2026-11-01T09:00:00.000Z' },
    });
  });

  it('gets its language from an admin', async () => {
    const french = { ...platform, language: 'fr' as const };
    for (const [who, status] of [
      ['bob', 403],
      ['sam', 403],
      ['zoe', 404],
    ] as const)
      expect((await app().ask(who, setTeamLanguage, french)).status).toBe(status);
    expect((await app().ask('ann', setTeamLanguage, { ...platform, language: 'xx' as never })).status).toBe(400);
    for (let time = 0; time < 2; time += 1)
      expect(await app().get('ann', setTeamLanguage, french)).toEqual({ id: aTeamId(), language: 'fr' });
    expect((await records(app()).get(team, platform))?.value.language).toBe('fr');
    const texts = (await app().get('ann', orgAudit, {})).items.map((item) => item.text);
    expect(texts.filter((text) => text.includes('Français'))).toEqual([
      'Changed the language of the team’s channels to Français.',
    ]);
  });

  it('is NOT_FOUND for all other people', async () => {
    for (const call of [getTeam, getTeamInfo])
      for (const [who, teamId] of [
        ['sam', aTeamId('platform')],
        ['eve', aTeamId('platform')],
        ['zoe', aTeamId('platform')],
        ['bob', aTeamId('nowhere')],
      ] as const)
        expect((await app().ask(who, call, { teamId })).envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
  });
});

describe('deleting a team', () => {
  const app = useTestApp();

  it('ends all members’ access and every open run, and sends no further prompt', async () => {
    const { id } = await openDaily(app(), 'ann', 'bob');
    expect((await app().ask('bob', deleteTeam, platform)).status).toBe(403);
    expect((await app().ask('zoe', deleteTeam, platform)).status).toBe(404);
    expect(await app().get('eve', deleteTeam, platform)).toEqual({ id: aTeamId() });
    expect(await runOf(app(), id)).toMatchObject({ state: 'CANCELLED', reason: 'DELETED' });
    expect(await app().get('bob', listTeams, {})).toEqual([]);
    for (const [call, input] of [
      [getTeam, platform],
      [getMeetingList, platform],
      [getMeeting, { meetingId: id }],
      [deleteTeam, platform],
      [activateMember, { ...platform, memberId: aMemberId('bob'), flag: 'false' }],
    ] as const)
      expect((await app().ask('ann', call, input as never)).envelope).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect((await records(app()).get(team, platform))?.value.state).toBe('DELETED');
    app().connector.forget();
    await app().beatAt('2026-11-23T09:00:00Z');
    expect(app().connector.of('send', 'create')).toEqual([]);
    const texts = (await app().get('eve', orgAudit, {})).items.map((item) => [item.teamName, item.text]);
    expect(texts).toContainEqual([null, 'Deleted the team Platform.']);
  });

  it('is completed by the next call after an interruption', async () => {
    const app = await start();
    const { id } = await openDaily(app, 'ann', 'bob');
    await records(app).touch(orgTeam, platform, { state: 'DELETED' });
    await app.get('eve', deleteTeam, platform);
    expect(await runOf(app, id)).toMatchObject({ state: 'CANCELLED' });
    expect((await records(app).get(team, platform))?.value.state).toBe('DELETED');
  });
});

describe('a sync with Microsoft Teams', () => {
  const app = useTestApp();
  const inTeams = (name: string) => ({
    ...{ id: teamsUserIdOf(name), aadObjectId: oidOf(name), name, email: `${name}@example.test` },
    tenantId: 'tenant-contoso',
  });
  const setRoster = (name: string, ...people: string[]) => {
    const threadId = channelThread(name);
    app().connector.setMembers(threadId, people.map(inTeams));
    app().connector.setChannels(threadId, [{ id: threadId }, { id: channelThread(`${name}-alerts`), name: 'Alerts' }]);
  };

  it('reports the numbers of people who joined and left', async () => {
    setRoster('platform', 'ann', 'bob', 'dan', 'fay');
    expect(await app().get('ann', syncTeam, platform)).toEqual({
      ...{ teamId: aTeamId(), name: 'Platform', isSynced: true, members: 4, joined: 2, left: 1 },
    });
    expect((await app().get('ann', listMembers, platform)).map((item) => item.name)).toEqual([
      'ann',
      'bob',
      'dan',
      'fay',
    ]);
    expect((await app().ask('cy', getTeam, platform)).status).toBe(404);
    expect(await app().get('ann', syncTeam, platform)).toMatchObject({ joined: 0, left: 0 });
  });

  it('reports a failure of Teams, and removes no person', async () => {
    app().connector.fail({ kind: 'members', status: 429 });
    const { status, envelope } = await app().ask('ann', syncTeam, platform);
    expect([status, envelope.message]).toEqual([503, 'Microsoft Teams did not answer. Please try again in a minute.']);
    expect(await app().get('ann', listMembers, platform)).toHaveLength(4);
  });

  it('a sync with Microsoft Teams of the organisation handles each team, even if another one fails', async () => {
    setRoster('platform', 'ann', 'bob');
    await records(app()).touch(team, { teamId: aTeamId('sales') }, { state: 'DISCONNECTED' });
    const { teams } = await app().get('ann', syncOrg, { orgId: anOrgId() });
    expect(teams.map((item) => [item.name, item.isSynced, item.members, item.left]).sort()).toEqual([
      ['Platform', true, 2, 2],
      ['Sales', false, 2, 0],
    ]);
    expect((await app().ask('ann', syncTeam, { teamId: aTeamId('sales') })).envelope).toMatchObject({
      code: 409,
      message: 'The bot is not in this team any more. Please add it again in Microsoft Teams.',
    });
  });

  it('is allowed only to admins of the organisation', async () => {
    app().connector.forget();
    expect((await app().ask('bob', syncTeam, platform)).status).toBe(403);
    expect((await app().ask('bob', syncOrg, { orgId: anOrgId() })).status).toBe(403);
    for (const orgId of [anOrgId('fabrikam'), anOrgId('nowhere')])
      expect((await app().ask('ann', syncOrg, { orgId })).status).toBe(404);
    for (const teamId of [aTeamId('mars'), aTeamId('nowhere')])
      expect((await app().ask('ann', syncTeam, { teamId })).status).toBe(404);
    expect(app().connector.requests).toEqual([]);
  });
});

describe('the product settings', () => {
  const app = useTestApp();

  it('returns the requested defaults, and leaves out unknown ones', async () => {
    const keys = ['DefaultFirstReminderMessage', 'DefaultStandupQuestions', 'secret', '__proto__'];
    const matches = await app().get('bob', getSettings, { keys });
    expect(matches.map((item) => item.key).sort()).toEqual(['DefaultFirstReminderMessage', 'DefaultStandupQuestions']);
    const questions: unknown = JSON.parse(matches.find((item) => item.key === 'DefaultStandupQuestions')?.value ?? '');
    expect(questions).toHaveLength(4);
    const all = [
      ...['DefaultStandupQuestions', 'DefaultRetroQuestions', 'DefaultFirstReminderMessage'],
      ...['DefaultSecondReminderMessage', 'DefaultPublicBroadcastMessage'],
    ];
    expect(await app().get('bob', getSettings, { keys: all })).toHaveLength(5);
    const types = await app().get('bob', getSettings, { keys: ['MeetingTypes'] });
    expect(types).toEqual([{ key: 'MeetingTypes', value: 'STANDUP,RETRO' }]);
  });

  it('lists time zones with their current offset, the browser’s zone first', async () => {
    const list = async (zone?: string) => app().get('bob', listTimezones, zone === undefined ? {} : { zone });
    const { timezones, default: first } = await list('Europe/Berlin');
    expect(first).toBe('Europe/Berlin');
    expect(timezones.find((timezone) => timezone.id === first)).toEqual({
      ...{ id: 'Europe/Berlin', name: 'Europe/Berlin (UTC+01:00)', value: 'Europe/Berlin' },
    });
    expect(timezones.length).toBeGreaterThan(400);
    expect(new Set(timezones.map((timezone) => timezone.id)).size).toBe(timezones.length);
    expect(timezones.map((timezone) => timezone.id)).toContain('UTC');
    app().clock.set('2026-07-01T08:00:00Z');
    expect((await list()).timezones.find((timezone) => timezone.id === first)?.name).toBe('Europe/Berlin (UTC+02:00)');
    app().clock.set('2026-11-20T08:00:00Z');
  });

  it('starts with the person’s zone if the browser’s is unknown, and with UTC without one', async () => {
    const first = async (who: Person, zone?: string) =>
      (await app().get(who, listTimezones, zone === undefined ? {} : { zone })).default;
    for (const zone of [undefined, 'Mars/Olympus', '+02:00', ''])
      expect(await first('bob', zone)).toBe('Pacific/Auckland');
    expect(await first('ann')).toBe('UTC');
    expect(await first('gus')).toBe('UTC');
  });

  it('uses the current names of places', async () => {
    const { timezones, default: first } = await app().get('bob', listTimezones, { zone: 'Asia/Calcutta' });
    expect(first).toBe('Asia/Kolkata');
    const ids: readonly string[] = timezones.map((timezone) => timezone.id);
    expect(ids).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv']));
    expect(ids).not.toEqual(expect.arrayContaining(['Asia/Calcutta']));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'])(
    'offers %s under one of its names',
    async (zone) => {
      const { timezones, default: first } = await app().get('bob', listTimezones, { zone });
      expect(timezones.map((timezone) => timezone.id)).toContain(first);
      expect(new Intl.DateTimeFormat('en', { timeZone: aZone(zone) }).resolvedOptions().timeZone).toBe(
        new Intl.DateTimeFormat('en', { timeZone: first }).resolvedOptions().timeZone,
      );
    },
  );
});
