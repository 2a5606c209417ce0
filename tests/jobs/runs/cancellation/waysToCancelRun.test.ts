import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { createBacklog } from '../../../../bot/src/jobs/delivery/backlogMetrics.ts';
import { runDueShard } from '../../../../bot/src/jobs/due/dueRunner.ts';
import type { RunnerDeps } from '../../../../bot/src/jobs/due/dueRunner.ts';
import { createSemaphore } from '../../../../bot/src/concurrency/semaphore.ts';
import * as meetingState from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import * as vacations from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { getReport } from '../../../../bot/src/services/reports/getDailyReport.ts';
import { aDate } from '../../../support/data/idDateAndRecordBuilders.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  promptsTo,
  redrawn,
  rowsLeft,
  rowsOf,
  runOf,
  story,
} from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';
import {
  admin,
  meetingId,
  switchTo,
  drop,
  callOff,
  holidays,
  logged,
} from '../../../support/worlds/cancelRunsInWorld.ts';

// Tests the messages of the engine while a person cancels the run.

const ways = [
  ['deactivated', (world: World) => switchTo(world, false), 'DEACTIVATED'],
  ['deleted', drop, 'DELETED'],
  ['called off for today', (world: World) => callOff(world), 'CANCELLED_TODAY'],
  ['met by a holiday', (world: World) => holidays(world, friday), 'HOLIDAY'],
] as const;

describe.each(ways)('an open run, %s', (_what, change, reason) => {
  const opened = async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
    await world.meeting();
    await world.runUntil('2026-11-20T09:10:00Z');
    await answerAs(world, 'bob');
    return world;
  };

  it('is cancelled, keeps its answers, and the reply reports it', async () => {
    const world = await opened();
    const { runs } = await change(world);
    expect(runs).toEqual([
      {
        ...{ date: friday, opensAt: '2026-11-20T09:00:00.000Z', closesAt: '2026-11-20T11:00:00.000Z' },
        ...{ asked: 3, answered: 1, effect: 'CANCELLED' },
        text: 'The run of 20 Nov 2026 that is open now is cancelled. The one answer given so far stays readable.',
      },
    ]);
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason });
    expect((await rowsOf(world)).answers).toHaveLength(1);
    expect((await logged(world)).slice(0, 3)).toContain('ann: The run of 20 Nov 2026 was cancelled.');
  });

  it('sends no further reminder and no summary', async () => {
    const world = await opened();
    const before = story(world);
    await change(world);
    await world.runUntil('2026-11-20T13:00:00Z');
    expect(story(world)).toEqual([...before, '11-20 09:10 announcement-update channel']);
    // Each unanswered card shows the cancellation once. Answered cards stay readable but cannot be edited.
    expect(redrawn(world)).toEqual([
      '11-20 09:10 answered-update chat-bob',
      '11-20 09:10 closed-update chat-ann',
      '11-20 09:10 closed-update chat-cy',
    ]);
    expect((await kindsLeft(world, 'Outbox')).filter((text) => !text.includes('used'))).toEqual([]);
  });

  it('deletes prompts that still wait', async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
    await world.meeting();
    await world.runUntil('2026-11-20T08:59:00Z');
    world.clock.set('2026-11-20T09:00:00Z');
    // This engine plans but sends nothing, like an instance whose sender is busy.
    const immediateSends: RunnerDeps['immediateSends'] = { claim: (rows) => rows, send: () => undefined };
    const deps = { ...world.deps, backlog: createBacklog(world.deps), immediateSends, planning: createSemaphore(1) };
    for (let shard = 0; shard < 16; shard += 1) await runDueShard(deps, String(shard).padStart(2, '0'), () => true);
    expect((await rowsLeft(world, 'Outbox')).filter((key) => key.includes('|prompt.1|'))).toHaveLength(3);
    await change(world);
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(promptsTo(world)).toEqual([]);
  });

  it('changes nothing when it is repeated', async () => {
    const world = await opened();
    await change(world);
    const before = await runOf(world);
    const again = await change(world).then(
      ({ runs }) => runs,
      (error: unknown) => (error as AppError).code,
    );
    expect(again).toEqual(reason === 'DELETED' ? 'NOT_FOUND' : []);
    expect(await runOf(world)).toEqual(before);
  });

  it('is readable in the report of its day', async () => {
    const world = await opened();
    await change(world);
    const input = { teamId: world.teamId, meetingId, date: friday };
    const { reports } = await getReport(world.deps, admin(world), input);
    expect(reports).toMatchObject([{ state: 'CANCELLED', reason, membersAnswered: 1 }]);
  });

  it('ends as one cancellation for two parallel calls', async () => {
    const world = await opened();
    const both = await Promise.allSettled([change(world), change(world), change(world)]);
    const endedRuns = both.flatMap((item) => (item.status === 'fulfilled' ? item.value.runs : []));
    expect(endedRuns).toHaveLength(1);
    expect((await logged(world)).filter((text) => text.includes('was cancelled'))).toHaveLength(1);
  });
});

describe('a deactivated meeting', () => {
  it('prompts no member, and prompts again from its next run after the activation', async () => {
    const world = await aWorld();
    await world.meeting();
    expect(await switchTo(world, false)).toEqual({ id: meetingId, isEnabled: false, runs: [] });
    await world.runUntil('2026-11-21T12:00:00Z', 3600);
    expect(promptsTo(world)).toEqual([]);
    expect(await switchTo(world, true)).toEqual({ id: meetingId, isEnabled: true, runs: [] });
    await world.runUntil('2026-11-23T09:05:00Z', 600);
    expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
    expect(await logged(world)).toEqual(
      expect.arrayContaining([
        'ann: Deactivated the report. It sends no questions until it is activated again.',
        'ann: Activated the report.',
      ]),
    );
  });

  it('prompts normally if it is activated again before its time', async () => {
    const world = await aWorld();
    await world.meeting();
    await switchTo(world, false);
    await switchTo(world, true);
    await switchTo(world, true);
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob']);
    expect((await logged(world)).filter((text) => text.endsWith('Activated the report.'))).toHaveLength(1);
  });
});

describe('a deleted meeting', () => {
  it('is not planned again by a remaining due row', async () => {
    const world = await aWorld();
    await world.meeting();
    await drop(world);
    await world.runUntil('2026-11-24T12:00:00Z', 3600);
    expect(story(world)).toEqual([]);
    expect(await rowsLeft(world, 'Due')).toEqual([]);
    expect(await inOrg(world.store, world.orgId).get(meetingKind, { teamId: world.teamId, meetingId })).toBeUndefined();
  });

  it('cancels a run that opened between its two scans', async () => {
    const world = await aWorld();
    await world.meeting();
    let isOpened = false;
    const racing: typeof world.store = {
      ...world.store,
      inOrder: async (transactions) => {
        const steps = transactions.flatMap((transaction) => transaction.steps);
        const isDelete = steps.some((step) => step.do === 'delete' && step.key.rk === `G|${meetingId}`);
        if (isDelete && !isOpened) {
          isOpened = true;
          await world.runUntil('2026-11-20T09:00:00Z');
        }
        return world.store.inOrder(transactions);
      },
    };
    const { runs } = await meetingState.deleteMeeting({ ...world.answering, store: racing }, admin(world), {
      meetingId,
    });
    expect(runs).toMatchObject([{ date: friday, effect: 'CANCELLED' }]);
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'DELETED' });
  });
});
describe('a holiday', () => {
  it('sends no prompts after it is added, and sends them after it is deleted', async () => {
    const world = await aWorld();
    await world.meeting();
    await holidays(world, friday, '2026-11-23');
    await vacations.removeVacation(world.answering, admin(world), {
      ...{ objectType: 'Team', objectId: world.teamId, dates: [aDate('2026-11-23')] },
    });
    await world.runUntil('2026-11-23T09:05:00Z', 600);
    expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'HOLIDAY' });
    expect(await logged(world, world.teamId)).toEqual([
      'ann: Removed team holidays: 23 Nov 2026.',
      'ann: Added team holidays: 20 Nov 2026, 23 Nov 2026.',
    ]);
  });

  it('is completed by a repeated call after a kill between the day and its runs', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T09:05:00Z');
    let isDead = false;
    const dying: typeof world.store = {
      ...world.store,
      scan: (...args) => (isDead ? Promise.reject(new Error('killed')) : world.store.scan(...args)),
      transact: async (...args) => {
        await world.store.transact(...args);
        isDead = true;
      },
    };
    const day = { objectType: 'Team', objectId: world.teamId, dates: [aDate(friday)] } as const;
    await expect(
      vacations.saveVacation({ ...world.answering, store: dying }, admin(world), { ...day, dates: [...day.dates] }),
    ).rejects.toThrow('killed');
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    expect(await holidays(world, friday)).toMatchObject({ dates: [], runs: [{ effect: 'CANCELLED' }] });
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'HOLIDAY' });
  });
});
