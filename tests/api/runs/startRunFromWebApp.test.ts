import { startRun } from '../../../bot/src/services/runs/startRun.ts';
import { aMeetingId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { setOrgState } from '../../support/worlds/setOrganisationState.ts';
import { friday, promptsTo, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const input = { meetingId: aMeetingId() };
const admin = (world: World) => world.actor('ann', { role: 'admin' });

/** Creates a world on Friday at 08:30 UTC, half an hour before the meeting opens. */
const morning = async (): Promise<World> => {
  const world = await aWorld({ start: '2026-11-20T08:30:00Z' });
  await setOrgState(world, 'ACTIVE');
  await world.meeting({ isReminderEnabled: false });
  return world;
};

describe('starting a report from the web app', () => {
  it('opens the run of today, asks everyone once, and leaves nothing for the planned time', async () => {
    const world = await morning();
    expect(await startRun(world.starting, admin(world), input)).toEqual({
      ...{ id: aMeetingId(), date: friday, isNew: true },
    });
    await world.runUntil('2026-11-20T09:05:00Z', 60);
    expect(promptsTo(world).sort()).toEqual(['11-20 08:30 ann', '11-20 08:30 bob']);
    expect((await runOf(world))?.source).toBe('MANUAL');
  });

  it('changes nothing on a second start', async () => {
    const world = await morning();
    await startRun(world.starting, admin(world), input);
    await world.runUntil('2026-11-20T08:31:00Z', 60);
    expect(await startRun(world.starting, admin(world), input)).toMatchObject({ date: friday, isNew: false });
    await world.runUntil('2026-11-20T08:35:00Z', 60);
    expect(promptsTo(world)).toHaveLength(2);
  });

  it('is allowed to the creator of the report, and to no other user', async () => {
    const world = await morning();
    await world.changeMeeting({ createdBy: world.member('bob') });
    await expect(startRun(world.starting, world.actor('ann', { role: 'user' }), input)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await startRun(world.starting, world.actor('bob'), input)).toMatchObject({ isNew: true });
  });

  it('is rejected with a reason while no member can be prompted', async () => {
    const world = await morning();
    await setOrgState(world, 'DEACTIVATED');
    await expect(startRun(world.starting, admin(world), input)).rejects.toMatchObject({ code: 'ORG_PAUSED' });
    await setOrgState(world, 'ACTIVE', '2026-11-01T08:00:00Z');
    await expect(startRun(world.starting, admin(world), input)).rejects.toMatchObject({ code: 'ORG_PAUSED' });
    await setOrgState(world, 'ACTIVE');
    await world.changeTeam({ state: 'DISCONNECTED' });
    await expect(startRun(world.starting, admin(world), input)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { message: 'team.disconnected' },
    });
    await world.changeTeam({ state: 'CONNECTED' });
    await world.changeMeeting({ isEnabled: false });
    await expect(startRun(world.starting, admin(world), input)).rejects.toMatchObject({ code: 'MEETING_DISABLED' });
    expect(await runOf(world)).toBeUndefined();
  });

  it('is hidden from another organisation', async () => {
    const world = await morning();
    const foreign = world.actor('ann', { role: 'admin', orgId: anOrgId('fabrikam') });
    await expect(startRun(world.starting, foreign, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
