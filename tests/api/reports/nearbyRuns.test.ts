import { getNearbyRuns as nearbyCall } from '#contracts/reports/getNearbyRuns.ts';
import { getNearbyRuns } from '../../../bot/src/services/reports/getNearbyRuns.ts';
import { aDate, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const from = async (world: World, date: string, change: Partial<Parameters<typeof getNearbyRuns>[2]> = {}) =>
  nearbyCall.output.parse(
    await getNearbyRuns(world.answering, world.actor('ann'), { teamId: world.teamId, date: aDate(date), ...change }),
  );

const answeredOn = async (dates: readonly string[]): Promise<World> => {
  const world = await aWorld();
  await world.meeting();
  for (const date of dates) {
    await world.runUntil(`${date}T09:05:00Z`, 600);
    await answerAs(world, 'ann', { date });
  }
  return world;
};

describe('links from an empty day', () => {
  it('leads to the first run before anything has run', async () => {
    const world = await aWorld();
    await world.meeting();
    expect(await from(world, friday)).toEqual({
      previous: null,
      next: {
        meetingId: aMeetingId(),
        meetingName: 'Daily stand-up',
        date: friday,
        opensAt: '2026-11-20T09:00:00.000Z',
      },
    });
  });

  it('leads from the weekend back to the last day with answers and on to Monday', async () => {
    const world = await answeredOn([friday]);
    await world.runUntil('2026-11-22T12:00:00Z', 7200);
    expect(await from(world, '2026-11-22')).toMatchObject({ previous: friday, next: { date: monday } });
  });

  it('skips a day without answers', async () => {
    const world = await answeredOn([friday]);
    await world.runUntil('2026-11-24T12:00:00Z', 7200);
    expect((await from(world, '2026-11-24')).previous).toBe(friday);
    expect((await from(world, friday)).previous).toBeNull();
  });

  it('passes over a holiday', async () => {
    const world = await answeredOn([friday]);
    await world.holiday(monday);
    expect((await from(world, '2026-11-21')).next).toMatchObject({ date: '2026-11-24' });
  });

  it('returns no next run of a deactivated report', async () => {
    const world = await answeredOn([friday]);
    await world.changeMeeting({ isEnabled: false });
    expect(await from(world, '2026-11-21')).toEqual({ previous: friday, next: null });
  });

  it('is that of one report on request', async () => {
    const world = await answeredOn([friday]);
    const other = aMeetingId('other');
    await world.meeting({ id: other, name: 'Other' });
    expect((await from(world, '2026-11-21', { meetingId: other })).previous).toBeNull();
    expect((await from(world, '2026-11-21')).previous).toBe(friday);
  });

  it('is hidden from people outside the team, and from another organisation', async () => {
    const world = await answeredOn([]);
    const input = { teamId: world.teamId, date: aDate(friday) };
    const foreign = world.actor('ann', { teamIds: [] });
    await expect(getNearbyRuns(world.answering, foreign, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(from(world, friday, { teamId: aTeamId('elsewhere') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
