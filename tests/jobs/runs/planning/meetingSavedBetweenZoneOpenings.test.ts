import { planSavedMeeting } from '../../../../bot/src/services/runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../../../../bot/src/services/runs/zonesOfMeetingMembers.ts';
import { replanForZone } from '../../../../bot/src/services/runs/replanForZoneOrReturn.ts';
import { cancelToday } from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { aMeetingId, aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, promptsTo, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aScenario, play, story } from '../../../support/worlds/buildAndPlayScenarios.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests a report by member time that is saved after its time in some zones and before it in others. 10:00 is 01:00 UTC
// in Tokyo, 10:00 in London, 15:00 in New York.

const zones = { ann: 'Asia/Tokyo', bob: 'Europe/London', cy: 'America/New_York' };

/**
 * Returns a world whose report is saved at 06:00 UTC: its opening has passed in Tokyo, and is still ahead in London and
 * New York.
 */
const savedMidday = async (): Promise<World> => {
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', people: Object.keys(zones), zones });
  const meeting = await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await planSavedMeeting(world, world.orgId, meeting, {
    zones: Object.values(zones).map((zone) => aZone(zone)),
    now: world.clock.now(),
  });
  return world;
};

describe('a member whose opening is ahead on the day the report was saved', () => {
  it('answers before all prompts, and gets no prompt', async () => {
    const world = await savedMidday();
    await world.runUntil('2026-11-20T09:00:00Z');
    const { answer } = await answerAs(world, 'cy');
    expect(answer.isAhead).toBe(true);
    await world.runUntil('2026-11-20T17:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 10:00 bob']);
  });

  it('answers after the prompts of other members, and gets no prompt', async () => {
    const world = await savedMidday();
    await world.runUntil('2026-11-20T11:00:00Z');
    await answerAs(world, 'cy');
    await world.runUntil('2026-11-20T17:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 10:00 bob']);
  });

  it('gets no prompt in a simulated scenario either', async () => {
    const { lines, notes } = await play(
      aScenario({
        start: '2026-11-20T06:00:00Z',
        end: '2026-11-20T23:00:00Z',
        zones,
        meeting: { timeBasis: 'MEMBER', isReminderEnabled: true },
        answers: [
          { memberId: 'bob', date: '2026-11-20', at: '2026-11-20T07:00:00Z' },
          { memberId: 'cy', date: '2026-11-20', at: '2026-11-20T08:00:00Z' },
        ],
      }),
    );
    expect(notes).toEqual([]);
    expect(story(lines).filter((line) => /prompt|reminder/.test(line))).toEqual([]);
  });
});

it('cannot answer if their opening had passed when the report was saved', async () => {
  const world = await savedMidday();
  await expect(answerAs(world, 'ann')).rejects.toMatchObject({ code: 'NOT_ASKED' });
});

it('cannot answer on a date without a due row', async () => {
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', people: Object.keys(zones), zones });
  // Plans only later openings, so no opening of today is left.
  await world.meeting({ timeBasis: 'MEMBER' });
  await expect(answerAs(world, 'cy')).rejects.toMatchObject({ code: 'RUN_CLOSED' });
});

const move = async (world: World, name: string, zone: string): Promise<void> => {
  const teamIds = [world.teamId];
  await replanForZone(world.deps, inOrg(world.store, world.orgId), {
    memberId: world.member(name),
    teamIds,
    zone: aZone(zone),
  });
  await world.changeMember(name, { timezone: aZone(zone) });
};

describe('a member who moves on the day the report was saved', () => {
  it('is prompted at the new time, although it is before all others', async () => {
    const world = await savedMidday();
    await world.runUntil('2026-11-20T06:30:00Z');
    await move(world, 'cy', 'Europe/Kiev');
    await world.runUntil('2026-11-20T17:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 08:00 cy', '11-20 10:00 bob']);
  });

  it('is prompted at the new time if it is after all others', async () => {
    const world = await savedMidday();
    await move(world, 'bob', 'America/Los_Angeles');
    await world.runUntil('2026-11-20T22:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 15:00 cy', '11-20 18:00 bob']);
  });

  it('is not prompted in a zone that had passed the time when the report was saved', async () => {
    const world = await savedMidday();
    await move(world, 'cy', 'Asia/Kolkata');
    await world.runUntil('2026-11-20T17:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 10:00 bob']);
  });
});

it('restores no run of a date that the save skipped', async () => {
  const people = { ann: 'Europe/London', bob: 'Europe/London' };
  const world = await aWorld({ start: '2026-11-20T10:30:00Z', people: Object.keys(people), zones: people });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await world.runUntil('2026-11-20T10:45:00Z');
  await move(world, 'bob', 'Europe/Lisbon');
  await world.runUntil('2026-11-20T18:00:00Z', 300);
  expect(promptsTo(world)).toEqual([]);
  expect(await runOf(world)).toBeUndefined();
});

it('is still prompted after an edit in the second of an opening', async () => {
  const world = await savedMidday();
  await world.runUntil('2026-11-20T09:59:55Z');
  world.clock.set(Date.parse('2026-11-20T10:00:01Z'));
  const meeting = await world.changeMeeting({ name: 'Renamed' });
  const places = Object.entries(zones).map(([name, zone]) => ({
    ...{ memberId: world.member(name), timezone: aZone(zone), isEnabled: true, leftOn: null },
  }));
  await planSavedMeeting(world, world.orgId, meeting, {
    zones: zonesOfMeetingMembers(meeting, places),
    now: world.clock.now(),
  });
  await world.runUntil('2026-11-20T17:00:00Z');
  expect(promptsTo(world)).toEqual(['11-20 10:00 bob', '11-20 15:00 cy']);
});

it('cancels the run before the first prompt', async () => {
  const world = await savedMidday();
  const admin = world.actor('ann', { role: 'admin' });
  const { isCancelled, date } = await cancelToday(world.answering, admin, { meetingId: aMeetingId() });
  expect({ isCancelled, date }).toEqual({ isCancelled: true, date: '2026-11-20' });
  await world.runUntil('2026-11-20T17:00:00Z');
  expect(promptsTo(world)).toEqual([]);
  expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'CANCELLED_TODAY' });
});
