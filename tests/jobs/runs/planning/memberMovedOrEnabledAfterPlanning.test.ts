import { activateMember } from '../../../../bot/src/services/people/memberActivationAndOrganisation.ts';
import { replanForZone } from '../../../../bot/src/services/runs/replanForZoneOrReturn.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { friday, promptsTo, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests members who move into the zones of a report by member time after its next run was planned. 10:00 is 01:00 UTC
// in Tokyo, 04:30 in Kolkata, 10:00 in London.

const zones = { ann: 'Europe/London', bob: 'Europe/London' };

const planned = async (people: Readonly<Record<string, string>> = zones): Promise<World> => {
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(people), zones: people });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  return world;
};

const move = async (world: World, name: string, zone: string): Promise<void> => {
  const teamIds = [world.teamId];
  const change = { memberId: world.member(name), teamIds, zone: aZone(zone) };
  await replanForZone(world.deps, inOrg(world.store, world.orgId), change);
  await world.changeMember(name, { timezone: aZone(zone) });
};

const namesIn = async (world: World): Promise<(string | undefined)[] | undefined> =>
  (await runOf(world))?.members.map((member) => member.name).sort();

describe('a move before the opening of the run', () => {
  it('a move before the opening of the run to a zone that passed the time hours ago leaves out the member, and the run opens at its own time', async () => {
    const world = await planned();
    await world.runUntil('2026-11-20T08:00:00Z', 300);
    await move(world, 'bob', 'Asia/Kolkata');
    await world.runUntil('2026-11-20T18:00:00Z', 300);
    expect(await runOf(world)).toMatchObject({ opensAt: '2026-11-20T10:00:00.000Z', date: friday });
    expect(await namesIn(world)).toEqual(['ann']);
    expect(promptsTo(world)).toEqual(['11-20 10:00 ann']);
  });

  it('a move before the opening of the run to a zone that passed the time within the hour prompts at once', async () => {
    const world = await planned();
    await world.runUntil('2026-11-20T05:30:00Z', 300);
    await move(world, 'bob', 'Asia/Kolkata');
    await world.runUntil('2026-11-20T12:00:00Z', 300);
    expect(promptsTo(world)).toEqual(['11-20 05:30 bob', '11-20 10:00 ann']);
  });

  it('a move before the opening of the run of the only member to a zone that passed the time skips the date, and the next date is prompted', async () => {
    const world = await planned({ ann: 'Europe/London' });
    await world.runUntil('2026-11-20T08:00:00Z', 300);
    await move(world, 'ann', 'Asia/Kolkata');
    await world.runUntil('2026-11-20T12:00:00Z', 300);
    expect(await runOf(world)).toBeUndefined();
    await world.runUntil('2026-11-23T12:00:00Z', 300);
    expect(promptsTo(world)).toEqual(['11-23 04:30 ann']);
  });
});

describe('a member who is enabled', () => {
  const enable = async (world: World, at: string): Promise<void> => {
    await world.changeMember('cy', { isEnabled: false });
    await world.runUntil(at, 300);
    const admin = world.actor('ann', { role: 'admin' });
    const change = { teamId: world.teamId, memberId: world.member('cy'), flag: true };
    await activateMember({ ...world.answering, entra: null }, admin, change);
    await world.runUntil('2026-11-20T18:00:00Z', 300);
  };
  const three = { ...zones, cy: 'Asia/Kolkata' };

  it('a member who is enabled before the time of their zone is prompted then, although all others are prompted later', async () => {
    const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(three), zones: three });
    await world.changeMember('cy', { isEnabled: false });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
    await enable(world, '2026-11-20T04:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 04:30 cy', '11-20 10:00 ann', '11-20 10:00 bob']);
  });

  it('a member who is enabled after the time of their zone is not part of the run', async () => {
    const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(three), zones: three });
    await world.changeMember('cy', { isEnabled: false });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
    await enable(world, '2026-11-20T07:00:00Z');
    expect(promptsTo(world)).toEqual(['11-20 10:00 ann', '11-20 10:00 bob']);
    expect(await namesIn(world)).toEqual(['ann', 'bob']);
  });
});
