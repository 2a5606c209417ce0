import { getUserDetails, login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import {
  getAllMeetings,
  getMeeting,
  getMeetingList,
  isMeetingNameExists,
  saveMeeting,
} from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { listMembers, listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { apiCalls, callsByName, nameOf, openDay, saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import type { Day } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aMemberId, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { routeCalls } from '../../support/apps/permissionCallOfEachRoute.ts';
import { channelThread } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, passwordOf, publicUrl, useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
let day: Day;
beforeAll(async () => {
  day = await openDay(app());
});

it('tests every call of reports and answers; the permission test covers the others', () => {
  const elsewhere = new Set(routeCalls.map((routeCall) => routeCall.name));
  const served = app()
    .routes.map((route) => route.name)
    .filter((name) => name.includes(' /api/'));
  const own = apiCalls.map(nameOf);
  expect(served).toEqual(expect.arrayContaining(own));
  expect(served.filter((name) => !own.includes(name) && !elsewhere.has(name))).toEqual([]);
});

it.each(callsByName)('%s answers an envelope with what its schema reports', async (_name, { endpoint, input }) => {
  const { status, envelope, headers } = await app().ask('bob', endpoint, input(day) as object);
  expect(envelope).toEqual({
    status: 'Success',
    data: expect.anything() as unknown,
    code: 200,
    message: '',
    errorCode: null,
  });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  // The schema drops unknown properties, so equality proves that the reply has no unknown properties.
  expect(endpoint.output.parse(envelope.data)).toEqual(envelope.data);
});

describe('accounts', () => {
  it('signs in with both tokens, warnings, memberId and orgId', async () => {
    const { envelope } = await app().ask(null, login, { email: ' BOB@Example.TEST ', password: passwordOf('bob') });
    expect(envelope.data).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
      refreshToken: expect.stringMatching(/^[0-9A-Z]{26}\./) as unknown,
      warnings: [],
      memberId: aMemberId('bob'),
      orgId: anOrgId('contoso'),
      language: null,
    });
  });

  it('signs in a person who is not yet a member', async () => {
    const { envelope } = await app().ask(null, login, { email: emailOf('gus'), password: passwordOf('gus') });
    expect(envelope.data).toMatchObject({ memberId: null, orgId: anOrgId('contoso') });
  });

  it('returns the signed-in person', async () => {
    expect(await app().get('ann', getUserDetails, {})).toEqual({
      id: aUserId('ann'),
      browserTimezone: null,
      firstName: 'ann',
      lastName: 'Lee',
      email: emailOf('ann'),
      role: 'admin',
      orgId: anOrgId('contoso'),
      memberId: aMemberId('ann'),
      orgName: 'Contoso',
      enableBilling: true,
      billing: { state: 'TRIAL', daysLeft: 30, trialEndsAt: '2026-12-20T08:00:00.000Z', readOnlyFrom: null },
      overdueInvoice: null,
      orgPause: null,
      isSwitchedOff: false,
      linkPatterns: [],
      hasSecondFactor: false,
      hasPassword: true,
    });
    expect(await app().get('bob', getUserDetails, {})).toMatchObject({ role: 'user' });
  });
});

describe('teams and members', () => {
  it('lists only the caller’s teams', async () => {
    expect(await app().get('bob', listTeams, {})).toEqual([{ id: aTeamId('platform'), name: 'Platform' }]);
    expect(await app().get('eve', listTeams, {})).toEqual([{ id: aTeamId('sales'), name: 'Sales' }]);
    expect(await app().get('gus', listTeams, {})).toEqual([]);
  });

  it('lists the members of a team by name', async () => {
    const members = await app().get('bob', listMembers, { teamId: aTeamId('platform') });
    expect(members.map((member) => member.name)).toEqual(['Ann', 'Bob', 'Cy']);
    expect(members[1]).toEqual({
      id: aMemberId('bob'),
      name: 'Bob',
      email: emailOf('bob'),
      thumbnailUrl: null,
      isEnabled: true,
      role: 'user',
      timezone: 'Pacific/Auckland',
      isMuted: false,
      unreachable: null,
      unreachableSince: null,
    });
  });
});

describe('meetings', () => {
  const saved = (): Meeting => day.own;

  it('fills the missing fields of a new meeting with the defaults', () => {
    expect(saved()).toEqual({
      ...aMeetingDraft(),
      observers: [],
      attention: null,
      blockerEscalationDays: null,
      blockerReminderDays: null,
      id: saved().id,
      sunday: false,
      monday: true,
      tuesday: true,
      wednesday: true,
      thursday: true,
      friday: true,
      saturday: false,
      firstReminderMessage: '',
      secondReminderMessage: '',
      publicBroadcastMessage: '',
      isReminderEnabled: true,
      reportSummaryTime: 120,
      isReportSummaryInChat: true,
      reportSummaryEmail: '',
      type: 'STANDUP',
      isTrackingEnabled: true,
      interval: 'WEEK',
      timeBasis: 'MEETING',
      channelId: null,
      questions: aMeetingDraft().questions.map((question) => ({ ...question, id: expect.any(String) as unknown })),
      isEnabled: true,
      lastRun: null,
      createdBy: aMemberId('ann'),
      createdOn: '2026-11-20T08:00:00.000Z',
      rev: 1,
      firstRun: null,
      runs: [],
    });
  });

  it('keeps every given field', async () => {
    const all = aMeetingDraft({
      name: 'Retro / 50 % ?',
      time: 1439,
      timezone: 'Pacific/Chatham',
      type: 'RETRO',
      interval: 'ALTWEEK',
      timeBasis: 'MEMBER',
      sunday: true,
      monday: false,
      tuesday: false,
      wednesday: false,
      thursday: false,
      friday: false,
      saturday: true,
      firstReminderMessage: 'One\ntwo',
      secondReminderMessage: 'Three',
      publicBroadcastMessage: 'It begins',
      isReminderEnabled: false,
      reportSummaryTime: 1380,
      isReportSummaryInChat: false,
      reportSummaryEmail: 'a@b.co, c@d.co',
      channelId: channelThread('platform'),
    });
    const { id } = await app().get('bob', saveMeeting, all);
    const stored = await app().get('cy', getMeeting, { meetingId: id });
    const questions = all.questions.map((question) => ({ ...question, id: expect.any(String) as unknown }));
    expect(stored).toMatchObject({ ...all, questions });
  });

  it('lists them for the list and for the filter', async () => {
    const teamId = aTeamId('platform');
    const item = (await app().get('bob', getMeetingList, { teamId })).find((entry) => entry.id === saved().id);
    expect(item).toEqual({
      id: saved().id,
      name: 'Daily stand-up',
      type: 'STANDUP',
      isEnabled: true,
      lastRun: '2026-11-20T09:00:00.000Z',
      members: [
        { memberId: aMemberId('ann'), name: 'Ann', thumbnailUrl: null },
        { memberId: aMemberId('bob'), name: 'Bob', thumbnailUrl: null },
      ],
      timezone: 'Europe/Berlin',
      teamId,
      time: 600,
      interval: 'WEEK',
      timeBasis: 'MEETING',
      ...{ sunday: false, monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false },
    });
    const all = await app().get('bob', getAllMeetings, { teamId });
    expect(all[0]).toEqual({ id: saved().id, name: 'Daily stand-up', isEnabled: true });
  });

  it('returns the card of the open run', async () => {
    const { card, ...rest } = await app().get('ann', getCard, { meetingId: saved().id });
    expect(rest).toEqual({
      state: 'OPEN',
      date: '2026-11-20',
      closesAt: '2026-11-20T11:00:00.000Z',
      occurrenceState: 'OPEN',
      next: null,
      draft: null,
      planQuestion: saved().questions[1]?.id,
      colleagues: expect.arrayContaining([
        { memberId: aMemberId('bob'), name: 'Bob' },
        { memberId: aMemberId('cy'), name: 'Cy' },
      ]) as unknown,
    });
    expect(card).toMatchObject({ type: 'AdaptiveCard', version: '1.5' });
    // No reply may build a link from the Host header, because such a link could lead to an attacker's server.
    for (const [link] of JSON.stringify(card).matchAll(/https?:\/\/[^"]+/g))
      expect(link.startsWith(publicUrl) || link.startsWith('http://adaptivecards.io/')).toBe(true);
  });
});

describe('names in a path', () => {
  const teamId = aTeamId('platform');
  const names = [
    'a/b',
    '50 %',
    'why?',
    'team #1',
    '%2F',
    '%',
    'a+b',
    'a b',
    'Ünïcode 😀',
    'x/y?z=1#2%',
    '..',
    'a;b',
    '__proto__',
  ];

  it.each(names)('finds the meeting named %s', async (name) => {
    const meeting = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann'] }, { name });
    const exists = (input: object) => app().get('bob', isMeetingNameExists, { teamId, name, ...input });
    // A client would resolve a path segment of dots, so a leading space protects the name. The server trims the space.
    const encoded = name === '..' ? ' ..' : name;
    expect(await exists({ name: encoded })).toEqual({ isExists: true });
    expect(await exists({ name: `${name}2` })).toEqual({ isExists: false });
    expect(await exists({ name: encoded, meetingId: meeting.id })).toEqual({ isExists: false });
    expect(await exists({ name: encoded, meetingId: day.own.id })).toEqual({ isExists: true });
  });

  it('compares without case, blanks and invisible characters', async () => {
    for (const name of ['daily STAND-UP', '  Daily \u00a0 stand-up ', 'Daily stand\u00ad-up'])
      expect(await app().get('bob', isMeetingNameExists, { teamId, name })).toEqual({ isExists: true });
  });

  it('finds no meeting of another team', async () => {
    await saveStandup(app(), 'eve', { team: 'sales', members: ['eve'] }, { name: 'Sales only' });
    expect(await app().get('bob', isMeetingNameExists, { teamId, name: 'Sales only' })).toEqual({ isExists: false });
  });
});
