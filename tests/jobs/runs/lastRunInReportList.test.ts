import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { listMeetings } from '../../../bot/src/services/meetings/listMeetings.ts';
import { cancelToday } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { replanForZone } from '../../../bot/src/services/runs/replanForZoneOrReturn.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that the last run in the list of reports agrees with the dashboard of its day.

const lastRunOf = async (world: World): Promise<MeetingListItem['lastRun'] | undefined> => {
  const [first] = await listMeetings(world.deps, world.actor('ann'), { teamId: world.teamId });
  return first?.lastRun;
};
const statesOn = async (world: World, date: string): Promise<string[]> => {
  const input = { teamId: world.teamId, date: aDate(date) };
  return (await getReport(world.deps, world.actor('ann'), input)).reports.map(({ state }) => state);
};

it('shows a run without prompts, which the dashboard shows as completed', async () => {
  const world = await aWorld();
  await world.holiday(friday);
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(await statesOn(world, friday)).toEqual(['COMPLETED']);
  expect(await lastRunOf(world)).toBe('2026-11-20T09:00:00.000Z');
});

it('is empty after a run that was cancelled before its opening', async () => {
  const world = await aWorld();
  await world.meeting();
  const admin = world.actor('ann', { role: 'admin' });
  await cancelToday(world.answering, admin, { meetingId: aMeetingId(), date: aDate(friday) });
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(await statesOn(world, friday)).toEqual(['CANCELLED']);
  expect(await lastRunOf(world)).toBeNull();
});

it('is the first instant of a prompt, not the past time of a zone that a member moved to', async () => {
  const world = await aWorld({
    start: '2026-11-22T23:16:00Z',
    people: ['ann', 'dee'],
    zones: { ann: 'Europe/Berlin', dee: 'Europe/Berlin' },
  });
  await world.meeting({ timeBasis: 'MEMBER', time: 30, reportSummaryTime: 120, timezone: aZone('Europe/Berlin') });
  const move = { memberId: world.member('dee'), teamIds: [world.teamId], zone: aZone('Asia/Kolkata') };
  await replanForZone(world.deps, inOrg(world.store, world.orgId), move);
  await world.changeMember('dee', { timezone: move.zone });
  await world.runUntil('2026-11-22T23:35:00Z');
  expect(await lastRunOf(world)).toBe('2026-11-22T23:30:00.000Z');
});
