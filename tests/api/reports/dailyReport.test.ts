import { getReport as getReportCall } from '#contracts/reports/dailyReport.ts';
import { cancelToday } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { aMeetingId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const report = async (
  world: World,
  name: string,
  input: { date?: string; meetingId?: ReturnType<typeof aMeetingId> } = {},
) =>
  getReportCall.output.parse(
    await getReport(world.answering, world.actor(name), getReportCall.input.parse({ teamId: world.teamId, ...input })),
  );

const aDay = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cem'] });
  await world.meeting({ isReminderEnabled: false });
  await world.vacation('cem', friday);
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No test data' } });
  return world;
};

it('returns every field of the current day', async () => {
  const world = await aDay();
  const day = await report(world, 'bob', { date: friday });
  expect(day).toMatchObject({ date: friday, isHoliday: false });
  const [first] = day.reports;
  expect(first).toMatchObject({
    meetingId: aMeetingId(),
    meetingName: 'Daily stand-up',
    type: 'STANDUP',
    isCompleted: false,
    membersAnswered: 1,
    totalMembers: 2,
    goals: 0,
    blockers: 1,
    state: 'OPEN',
    opensAt: '2026-11-20T09:00:00.000Z',
    closesAt: '2026-11-20T11:00:00.000Z',
    timezone: 'Europe/Berlin',
    channelName: null,
    owes: true,
    canEdit: false,
  });
  expect(first?.members.map((member) => [member.name, member.state])).toEqual([
    ['ann', 'BLOCKED'],
    ['bob', 'OPEN'],
    ['cem', 'AWAY'],
  ]);
  const [ann] = first?.members ?? [];
  expect(ann).toMatchObject({ hasBlocker: true, isCompleted: true, blockedSince: friday });
  expect(ann?.answers.at(-1)).toEqual({
    questionId: question('what'),
    question: 'What blocks you?',
    answer: 'No test data',
    isBlocking: false,
    format: { type: 'TEXT' },
  });
  expect(await report(world, 'ann', { date: friday })).toMatchObject({ reports: [{ owes: false, canEdit: true }] });
});

it('counts the age of an open blocker in days of the meeting', async () => {
  const world = await aDay();
  await world.runUntil('2026-11-23T09:05:00Z', 1800);
  const ages = (await report(world, 'bob')).reports.map(({ members }) =>
    members.filter((member) => member.blockedSince !== null).map((member) => [member.name, member.blockedDays]),
  );
  expect(ages).toEqual([[['ann', 1]]]);
});

it('stops counting a former member at once', async () => {
  const world = await aDay();
  await world.changeMember('bob', { leftOn: '2026-11-20T09:06:00.000Z' as never });
  expect((await report(world, 'ann')).reports[0]).toMatchObject({ totalMembers: 1, membersAnswered: 1 });
});

it('reports missing only after the close', async () => {
  const world = await aDay();
  await world.runUntil('2026-11-20T11:05:00Z', 300);
  const [first] = (await report(world, 'ann', { date: friday })).reports;
  expect(first).toMatchObject({ isCompleted: true, reason: 'WINDOW_OVER' });
  expect(first?.members.find((member) => member.name === 'bob')?.state).toBe('MISSING');
});

it('knows a holiday, and a day without runs', async () => {
  const world = await aDay();
  await world.holiday('2026-11-23');
  expect(await report(world, 'ann', { date: '2026-11-23' })).toEqual({
    date: '2026-11-23',
    isHoliday: true,
    reports: [],
  });
  expect(await report(world, 'ann', { date: '2026-11-19' })).toEqual({
    date: '2026-11-19',
    isHoliday: false,
    reports: [],
  });
});

it('returns all meetings in the order of their openings, or one', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  await world.meeting({ id: aMeetingId('early'), name: 'Early', time: 570, isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  expect((await report(world, 'ann')).reports.map((item) => item.meetingName)).toEqual(['Early', 'Daily stand-up']);
  const shownReport = await report(world, 'ann', { meetingId: aMeetingId('early') });
  expect(shownReport.reports.map((it_) => it_.meetingName)).toEqual(['Early']);
  await expect(report(world, 'ann', { meetingId: aMeetingId('none') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T23:30:00Z', '2026-11-21'],
  ['2026-11-20T23:30:00-05:00', '2026-11-20'],
  [undefined, '2026-11-20'],
])('reads the date %s as %s for a reader in Berlin', async (date, expected) => {
  const world = await aWorld({ zones: { ann: 'Europe/Berlin' } });
  await world.meeting();
  expect((await report(world, 'ann', date === undefined ? {} : { date })).date).toBe(expected);
});

it('is not found outside one’s own teams', async () => {
  const world = await aDay();
  const input = { teamId: world.teamId };
  const foreign = [
    getReport(world.answering, world.actor('ann', { teamIds: [] }), input),
    getReport(world.answering, world.actor('ann', { orgId: anOrgId('other') }), input),
    getReport(world.answering, world.actor('ann'), { teamId: aTeamId('none') }),
  ];
  await Promise.all(foreign.map((report) => expect(report).rejects.toMatchObject({ code: 'NOT_FOUND' })));
});

describe('the channel of a run', () => {
  const threadId = '19:standup@thread.tacv2';
  const inChannel = async (isDeleted = false): Promise<World> => {
    const world = await aWorld();
    const row = { threadId, name: 'Standup', isDeleted, isGeneral: false };
    await inOrg(world.store, world.orgId).touch(channel, { teamId: world.teamId, threadId }, row);
    await world.meeting({ channelId: threadId });
    return world;
  };
  const named = async (world: World) =>
    (await report(world, 'bob', { date: friday })).reports.map((item) => item.channelName);

  it('is named after the announcement is posted', async () => {
    const world = await inChannel();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    expect(await named(world)).toEqual(['Standup']);
  });

  it('names no channel for a run that was cancelled before it opened, because it posted nothing', async () => {
    const world = await inChannel();
    await cancelToday(world.answering, world.actor('ann', { role: 'admin' }), { meetingId: aMeetingId() });
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    expect(await named(world)).toEqual([null]);
  });

  it('is not named when it was deleted, so that the announcement went to General', async () => {
    const world = await inChannel(true);
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    expect(await named(world)).toEqual([null]);
  });
});
