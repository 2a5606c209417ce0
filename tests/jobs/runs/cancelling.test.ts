import type { AppError } from '#contracts/core/errors.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { createBacklog } from '../../../bot/src/jobs/delivery/backlogMetrics.ts';
import { runDueShard } from '../../../bot/src/jobs/due/dueRunner.ts';
import type { RunnerDeps } from '../../../bot/src/jobs/due/dueRunner.ts';
import { createSemaphore } from '../../../bot/src/concurrency/semaphore.ts';
import * as meetingState from '../../../bot/src/services/meetings/deactivateOrDeleteMeeting.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import * as vacations from '../../../bot/src/services/daysOff/vacations.ts';
import { inOrg } from '../../../bot/src/store/records.ts';
import { meeting as meetingKind, teamMember } from '../../../bot/src/store/kinds/teamsMeetingsHolidays.ts';
import { teamActivity } from '../../../bot/src/store/kinds/runsAnswersTimesheets.ts';
import { prefixRange } from '../../../bot/src/store/tableStore.ts';
import { activityText } from '../../../bot/src/services/core/activityLog.ts';
import { getReport } from '../../../bot/src/services/reports/getReport.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/builders.ts';
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
} from '../../support/worlds/runWorld.ts';
import { aWorld } from '../../support/worlds/aWorld.ts';
import type { World } from '../../support/worlds/aWorld.ts';

// Tests the messages of the engine while a person cancels the run.

const admin = (world: World): Actor => world.actor('ann', { role: 'admin' });
const meetingId = aMeetingId();

const switchTo = (world: World, flag: boolean) =>
  meetingState.deactivateMeeting(world.answering, admin(world), { meetingId, flag });
const drop = (world: World) => meetingState.deleteMeeting(world.answering, admin(world), { meetingId });
const callOff = (world: World, date?: string) =>
  meetingState.cancelToday(world.answering, admin(world), {
    meetingId,
    ...(date === undefined ? {} : { date: aDate(date) }),
  });
const holidays = (world: World, ...dates: string[]) =>
  vacations.saveVacation(world.answering, admin(world), {
    ...{ objectType: 'Team', objectId: world.teamId, dates: dates.map((date) => aDate(date)) },
  });

const logged = async (world: World, objectId: string = meetingId): Promise<string[]> => {
  const key = { teamId: world.teamId, objectId, ms: 0, eventKey: '' };
  const rows = await inOrg(world.store, world.orgId).list(teamActivity, key, prefixRange(`L|${objectId}|`));
  return rows.map(({ value }) => `${value.actor}: ${activityText(translateFor('en'), 'en', value)}`);
};

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
    expect(story(world)).toEqual([...before, '11-20 09:10 broadcast-update channel']);
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

describe('a cancellation for today', () => {
  it('prompts no member before the opening, and the next day is still planned', async () => {
    const world = await aWorld();
    await world.meeting();
    expect(await callOff(world)).toEqual({ id: meetingId, date: friday, isCancelled: true, runs: [] });
    expect(await callOff(world)).toMatchObject({ isCancelled: false });
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(story(world)).toEqual([]);
    await world.runUntil('2026-11-23T09:05:00Z', 600);
    expect(promptsTo(world)).toEqual(['11-23 09:00 ann', '11-23 09:00 bob']);
    expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'CANCELLED_TODAY', round: 1 });
  });

  it('leaves tomorrow’s run that members further east have reached', async () => {
    // 10:00 is 21:00 UTC of the previous day in Auckland, and 09:00 UTC in Berlin, the report's own zone.
    const zones = { ann: 'Europe/Berlin', bob: 'Pacific/Auckland' };
    const world = await aWorld({ people: Object.keys(zones), zones, start: '2026-11-18T20:00:00Z' });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
    await world.runUntil('2026-11-19T09:05:00Z', 300);
    await answerAs(world, 'ann', { date: '2026-11-19' });
    await world.runUntil('2026-11-19T22:00:00Z', 300);
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    expect(await callOff(world)).toEqual({ id: meetingId, date: '2026-11-19', isCancelled: false, runs: [] });
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    expect(promptsTo(world)).toContain('11-20 09:00 ann');
  });

  it('ends a run that still waits for members further west, and tomorrow continues further east', async () => {
    // 10:00 is 21:00 UTC of the previous day in Auckland, 09:00 UTC in Berlin and 21:00 UTC in Pago Pago.
    const zones = { ann: 'Europe/Berlin', bob: 'Pacific/Auckland', cy: 'Pacific/Pago_Pago' };
    const world = await aWorld({ people: Object.keys(zones), zones, start: '2026-11-18T20:00:00Z' });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, reportSummaryTime: 600 });
    await world.runUntil('2026-11-19T21:30:00Z', 300);
    expect(await callOff(world)).toMatchObject({
      date: '2026-11-19',
      isCancelled: true,
      runs: [{ date: '2026-11-19' }],
    });
    expect(await runOf(world)).toMatchObject({ state: 'OPEN' });
    expect(await runOf(world, '2026-11-19')).toMatchObject({ state: 'CANCELLED' });
  });

  it('can be followed by a manual start', async () => {
    const world = await aWorld();
    // Reminders are off, because the first reminder would send the card again.
    await world.meeting({ isReminderEnabled: false });
    await callOff(world);
    const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
    await startCommand(world.starting, admin(world), reader, { query: '', thread: null });
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(promptsTo(world)).toEqual(['11-20 08:00 ann', '11-20 08:00 bob']);
    expect(await runOf(world)).toMatchObject({ state: 'OPEN', round: 2 });
  });

  it('is rejected on a day without a run, and after the run is completed', async () => {
    const world = await aWorld();
    await world.meeting({ friday: false });
    expect(await callOff(world)).toEqual({ id: meetingId, date: friday, isCancelled: false, runs: [] });
    const other = await aWorld();
    await other.meeting();
    await other.runUntil('2026-11-20T09:05:00Z');
    await answerAs(other, 'ann');
    await answerAs(other, 'bob');
    await other.runUntil('2026-11-20T09:10:00Z');
    expect(await callOff(other)).toMatchObject({ isCancelled: false, runs: [] });
    expect(await runOf(other)).toMatchObject({ state: 'COMPLETED' });
  });

  const afterMidnight = async (change: Parameters<World['meeting']>[0] = {}) => {
    const world = await aWorld();
    await world.meeting({ time: 23 * 60, reportSummaryTime: 180, saturday: true, ...change });
    await world.runUntil('2026-11-20T22:05:00Z', 600);
    // It is 00:30 on Saturday in Berlin, the report's zone, but still Friday in UTC.
    world.clock.set('2026-11-20T23:30:00Z');
    return world;
  };
  const saturday = '2026-11-21';

  it('a cancellation for today without a date cancels the open run, even if its date is yesterday', async () => {
    const world = await afterMidnight();
    expect(await callOff(world)).toMatchObject({ date: friday, isCancelled: true, runs: [{ date: friday }] });
    expect(await runOf(world, saturday)).toBeUndefined();
  });

  it('cancels only the run of the given date', async () => {
    const ahead = await afterMidnight();
    expect(await callOff(ahead, saturday)).toEqual({ id: meetingId, date: saturday, isCancelled: true, runs: [] });
    expect(await runOf(ahead)).toMatchObject({ state: 'OPEN' });
    expect(await runOf(ahead, saturday)).toMatchObject({ state: 'CANCELLED' });
    const open = await afterMidnight();
    expect(await callOff(open, friday)).toMatchObject({ date: friday, runs: [{ date: friday }] });
    expect(await runOf(open)).toMatchObject({ state: 'CANCELLED' });
    expect(await runOf(open, saturday)).toBeUndefined();
  });

  it('a cancellation for today of a given date cancels no second run when it is repeated', async () => {
    const world = await afterMidnight();
    await callOff(world, friday);
    await expect(callOff(world, friday)).rejects.toMatchObject({
      code: 'RUN_CANCELLED',
      details: { message: 'meeting.cancelAgain', values: { date: '20 Nov 2026' } },
    });
    expect(await runOf(world, saturday)).toBeUndefined();
  });

  it('is rejected for a completed run, and for a date without a run', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T11:05:00Z', 600);
    await expect(callOff(world, friday)).rejects.toMatchObject({
      code: 'RUN_CLOSED',
      details: { message: 'meeting.cancelOver' },
    });
    for (const date of [saturday, '2026-11-23', '2026-11-19'])
      await expect(callOff(world, date)).rejects.toMatchObject({
        code: 'RUN_NOT_OPEN',
        details: { message: 'meeting.cancelNone' },
      });
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED' });
  });

  it('works by member time before the first opening', async () => {
    const world = await aWorld({
      start: '2026-11-22T20:00:00Z',
      zones: { ann: 'Pacific/Auckland', bob: 'Europe/Berlin' },
    });
    await world.meeting({ timeBasis: 'MEMBER', timezone: aZone('Pacific/Auckland') });
    expect(await callOff(world)).toMatchObject({ date: '2026-11-23', isCancelled: true });
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(promptsTo(world)).toEqual([]);
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

describe('the cards of a cancelled run', () => {
  const updatesOf = (world: World): string[] =>
    world.messenger.calls
      .filter((item) => item.do === 'update' && !item.to.startsWith('chat-19:'))
      .map((item) => item.activityId);
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
    // Only this call uses the dying store. The later heartbeats use the real one.
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

  it('are left to the next round when the run is opened again at once', async () => {
    const world = await asked();
    await callOff(world);
    world.clock.advance({ minutes: 1 });
    const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
    await startCommand(world.starting, admin(world), reader, { query: '', thread: null });
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(updatesOf(world)).toEqual([]);
  });
});
