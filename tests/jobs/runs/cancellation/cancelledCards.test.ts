import * as meetingState from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { startCommand } from '../../../../bot/src/services/chatCommands/startCommand.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../../bot/src/store/kinds/people/teamMember.ts';
import { aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { isRoom, kindsLeft, promptsTo, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';
import { admin, meetingId, callOff } from '../../../support/worlds/cancelRunsInWorld.ts';

// Tests the cards of a run that was cancelled after it had sent them.

describe('the cards of a cancelled run', () => {
  const updatesOf = (world: World): string[] =>
    world.messenger.calls.filter((item) => item.do === 'update' && !isRoom(item.to)).map((item) => item.activityId);
  const asked = async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T09:10:00Z');
    return world;
  };

  it('stay unchanged if the cancellation was not stored', async () => {
    const world = await asked();
    const dying: typeof world.store = {
      ...world.store,
      inOrder: async ([announced]) => {
        if (announced !== undefined) await world.store.inOrder([announced]);
        throw new Error('killed');
      },
    };
    // Only this call uses the dying store. The later heartbeats use the real store.
    await expect(
      meetingState.cancelToday({ ...world.answering, store: dying }, admin(world), { meetingId }),
    ).rejects.toThrow('killed');
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(updatesOf(world)).toEqual([]);
    expect((await kindsLeft(world, 'Outbox')).filter((text) => text.includes('off.'))).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
  });

  it('are updated once, even if the event is repeated and two instances work', async () => {
    const world = await asked();
    await callOff(world);
    await callOff(world);
    const other = world.instance('two');
    await Promise.all([world.runUntil('2026-11-20T09:20:00Z'), world.runUntil('2026-11-20T09:20:00Z', 60, other)]);
    expect(updatesOf(world)).toHaveLength(2);
  });

  it('include reminders, which are cards as well', async () => {
    const world = await asked();
    await world.runUntil('2026-11-20T10:05:00Z');
    await callOff(world);
    await world.runUntil('2026-11-20T10:10:00Z');
    expect(new Set(updatesOf(world)).size).toBe(4);
  });

  it('the cards of a cancelled run that arrive during the cancellation are updated afterwards', async () => {
    const world = await aWorld();
    await world.meeting();
    let isCalledOff = false;
    world.messenger.during(async (call) => {
      if (call.do === 'update' || isCalledOff) return;
      isCalledOff = true;
      await callOff(world);
    });
    await world.runUntil('2026-11-20T09:05:00Z');
    const sent = promptsTo(world).length;
    expect(sent).toBeGreaterThan(0);
    expect(updatesOf(world)).toHaveLength(sent);
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED' });
  });

  it('the cards of a cancelled run that their reader deleted, or whose reader blocked the bot, delay no other card and change no state of the person', async () => {
    const world = await asked();
    world.messenger.failWhen((call) =>
      call.do === 'update' ? { kind: call.to.includes('ann') ? 'GONE' : 'BLOCKED' } : undefined,
    );
    await callOff(world);
    await world.runUntil('2026-11-20T09:30:00Z');
    expect((await kindsLeft(world, 'Outbox')).filter((text) => text.includes('off.'))).toEqual([]);
    const records = inOrg(world.store, world.orgId);
    const ann = await records.get(teamMember, { teamId: world.teamId, memberId: world.member('ann') });
    expect(ann?.value.unreachable).toBeNull();
  });

  it('wait while the chat service is busy', async () => {
    const world = await asked();
    world.messenger.failWhen((call) =>
      call.do === 'update' && call.at < '2026-11-20T09:12' ? { kind: 'THROTTLED', retryAfterMs: 30_000 } : undefined,
    );
    await callOff(world);
    await world.runUntil('2026-11-20T09:20:00Z', 30);
    expect(updatesOf(world)).toHaveLength(2);
  });

  it('wait for the next round if the run is opened again at once', async () => {
    const world = await asked();
    await callOff(world);
    world.clock.advance({ minutes: 1 });
    const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
    await startCommand(world.starting, admin(world), reader, { query: '', thread: null });
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(updatesOf(world)).toEqual([]);
  });
});
