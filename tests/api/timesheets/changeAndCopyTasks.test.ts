import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { taskMark } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { trimOrganisation } from '../../../bot/src/services/dataLifecycle/trimOldRows.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { aDate, aMeetingId, aMemberId, aTeamId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { closeTimesheetWorlds, createTimesheetWorld, refusalOf, today } from '../../support/worlds/timesheetWorld.ts';

// Tests that members add, change and delete rows of their own timesheet, within limits and before the week is approved.

afterEach(closeTimesheetWorlds);

type World = Awaited<ReturnType<typeof createTimesheetWorld>>;
const yesterday = aDate('2026-11-19');

const logOf = async ({ records, teamId }: World): Promise<unknown[]> =>
  (await records.list(teamActivity, { teamId }, prefixRange('L|')))
    .map(({ value }) => [value.message, value.values])
    .reverse();
const markOf = async ({ records, teamId }: World, name: string) =>
  (await records.get(taskMark, { month: '202611', teamId, memberId: aMemberId(name) }))?.value;

describe('a row that is added', () => {
  it('is stored, shown, logged and counts its person as active', async () => {
    const world = await createTimesheetWorld();
    const created = await world.save('bob');
    expect(created).toMatchObject({
      ...{ meetingId: world.daily, meetingName: 'Daily', task: 'Fix sign-in', user: 'Bob', date: today },
      ...{ hours: 1, minutes: 30, totalHours: 1.5, source: 'PERSON', canEdit: true, memberId: aMemberId('bob') },
    });
    expect(await world.tasksOf('bob')).toEqual([
      {
        ...{ id: created.id, meetingId: world.daily, task: 'Fix sign-in', minutes: 90 },
        ...{ source: 'PERSON', lineId: null, editedByPerson: false },
      },
    ]);
    expect(await logOf(world)).toEqual([['activity.taskAdded', { date: today, hours: 1, minutes: 30 }]]);
    expect(await markOf(world, 'bob')).toMatchObject({ meetingId: world.daily });
  });

  it('needs no meeting, and none that is missing or of another team', async () => {
    const world = await createTimesheetWorld();
    expect(await world.save('bob', { meetingId: null, teamId: world.teamId })).toMatchObject({ meetingName: null });
    expect(await markOf(world, 'bob')).toMatchObject({ meetingId: null });
    expect(await refusalOf(world.save('bob', { meetingId: aMeetingId('gone') }))).toEqual(['NOT_FOUND', undefined]);
    expect(await refusalOf(world.save('bob', { teamId: aTeamId('sales') }))).toEqual(['NOT_FOUND', undefined]);
    expect(await refusalOf(world.save('bob', { meetingId: null }))).toEqual(['NOT_FOUND', undefined]);
    await world.dropMeeting(world.daily);
    expect(await refusalOf(world.save('bob'))).toEqual(['NOT_FOUND', undefined]);
  });

  it('twice from one draft is one row, changed by the second one', async () => {
    const world = await createTimesheetWorld();
    const draftId = idOf('a draft');
    const first = await world.save('bob', { draftId });
    const second = await world.save('bob', { draftId, task: 'Fix sign-out' });
    expect(second.id).toBe(first.id);
    const other = await world.save('bob', { draftId: idOf('another draft') });
    expect(other.id).not.toBe(first.id);
    expect((await world.tasksOf('bob')).map(({ task }) => task)).toEqual(['Fix sign-out', 'Fix sign-in']);
    expect((await world.save('bob', { task: 'Third' })).id).not.toBe((await world.save('bob', { task: 'Fourth' })).id);
  });

  it('is of today or earlier, on the calendar of its person', async () => {
    const world = await createTimesheetWorld();
    const tomorrow = { date: aDate('2026-11-21') };
    expect(await refusalOf(world.save('bob', tomorrow))).toEqual(['INVALID_INPUT', 'timesheet.dateAhead', 'date']);
    await world.moveTo('bob', 'Pacific/Auckland');
    world.clock.set('2026-11-20T12:00:00Z');
    expect(await world.save('bob', tomorrow)).toMatchObject({ date: '2026-11-21' });
  });

  it('a row that is added without an own zone uses the zone of its meeting', async () => {
    const world = await createTimesheetWorld();
    world.clock.set('2026-11-20T23:30:00Z');
    expect(await world.save('bob', { date: aDate('2026-11-21') })).toMatchObject({ date: '2026-11-21' });
    const without = { meetingId: null, teamId: world.teamId, date: aDate('2026-11-21') };
    expect(await refusalOf(world.save('bob', without))).toEqual(['INVALID_INPUT', 'timesheet.dateAhead', 'date']);
  });

  it('is at most the hundredth of a day', async () => {
    const world = await createTimesheetWorld();
    await world.fill('bob', yesterday, 99);
    expect(await world.save('bob', { date: yesterday })).toBeDefined();
    expect(await refusalOf(world.save('bob', { date: yesterday }))).toEqual(['CONFLICT', 'timesheet.dayFull']);
    const row = await world.save('bob');
    expect(await refusalOf(world.save('bob', { id: row.id, date: yesterday }))).toEqual([
      'CONFLICT',
      'timesheet.dayFull',
    ]);
  });

  it('is refused to a person without a member, outside the team, or without a place in it', async () => {
    const world = await createTimesheetWorld();
    const draft = { meetingId: world.daily, task: 'T', date: today, hours: 0, minutes: 1 };
    const by = (actor: ReturnType<typeof anActor>) => refusalOf(saveTask(world.deps, actor, draft));
    expect(await by({ ...anActor('bob'), memberId: null })).toEqual(['FORBIDDEN', undefined]);
    expect(await by(anActor('bob', { teams: [] }))).toEqual(['NOT_FOUND', undefined]);
    expect(await by(anActor('gus', { role: 'superadmin' }))).toEqual(['FORBIDDEN', undefined]);
    expect(await by(anActor('nobody'))).toEqual(['FORBIDDEN', undefined]);
  });
});

describe('the intents of a save', () => {
  const waiting = async ({ store }: World): Promise<string[]> =>
    (await rowsOf(store.admin, 'Outbox')).map(({ values }) => String(values['kind'])).sort();

  it('ask that its person is counted once a month, except for a deletion', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    expect(await waiting(world)).toEqual(['used']);
    await world.save('bob', { id: row.id, task: 'Renamed' });
    expect(await waiting(world)).toEqual(['used']);
    world.clock.set('2026-12-02T08:00:00Z');
    await world.remove('bob', row);
    expect(await waiting(world)).toEqual(['used']);
    await world.save('bob');
    expect(await waiting(world)).toEqual(['used', 'used']);
  });

  it('ask for an update of the cards of a waiting week', async () => {
    const world = await createTimesheetWorld();
    await world.setWeek('bob', 'SUBMITTED');
    await world.save('bob');
    expect(await waiting(world)).toEqual(['used', 'week']);
  });
});

describe('a row that is changed', () => {
  it('keeps its place, is logged with the time before, and counts', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    await world.save('bob', { task: 'Another' });
    const changed = await world.save('bob', { id: row.id, hours: 2, minutes: 5, version: row.version });
    expect(changed).toMatchObject({ id: row.id, hours: 2, minutes: 5 });
    expect((await world.tasksOf('bob'))[0]).toMatchObject({ id: row.id, minutes: 125, editedByPerson: true });
    await world.save('bob', { id: row.id, hours: 2, minutes: 5, task: 'Renamed' });
    const time = { date: today, beforeHours: 1, beforeMinutes: 30, hours: 2, minutes: 5 };
    expect((await logOf(world)).slice(2)).toEqual([
      ['activity.taskTime', time],
      ['activity.taskChanged', { ...time, beforeHours: 2, beforeMinutes: 5 }],
    ]);
  });

  it('is the one that is named, among several of a day', async () => {
    const world = await createTimesheetWorld();
    const rows = [await world.save('bob', { task: 'One' }), await world.save('bob', { task: 'Two' })];
    await world.save('bob', { id: rows[1]?.id ?? '', task: 'Changed' });
    expect((await world.tasksOf('bob')).map(({ task }) => task)).toEqual(['One', 'Changed']);
    await world.remove('bob', { id: rows[1]?.id ?? '' });
    expect((await world.tasksOf('bob')).map(({ task }) => task)).toEqual(['One']);
  });

  it('moves to another day and is found there by its id', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    await world.save('bob', { id: row.id, date: yesterday });
    expect(await world.tasksOf('bob')).toEqual([]);
    expect((await world.tasksOf('bob', yesterday))[0]?.id).toBe(row.id);
    const moved = { from: today, date: yesterday, beforeHours: 1, beforeMinutes: 30, hours: 1, minutes: 30 };
    expect((await logOf(world)).at(-1)).toEqual(['activity.taskMoved', moved]);
    await world.save('bob', { id: row.id, date: today });
    expect((await world.tasksOf('bob'))[0]?.id).toBe(row.id);
    expect(await world.tasksOf('bob', yesterday)).toEqual([]);
  });

  it('that was moved is found after the retention removed the day on which it was added', async () => {
    const world = await createTimesheetWorld();
    await world.records.touch(org, undefined, { retentionDays: 30 });
    const added = await world.save('bob', { date: aDate('2026-10-19') });
    await world.save('bob', { id: added.id });
    await trimOrganisation(world.deps, world.orgId);
    expect(await world.save('bob', { id: added.id, hours: 2 })).toMatchObject({ id: added.id, hours: 2 });
    await world.remove('bob', added);
    expect(await world.tasksOf('bob')).toEqual([]);
  });

  it('a row that is changed to the same values writes nothing, also with an old version', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    const before = (await logOf(world)).length;
    expect(await world.save('bob', { id: row.id, version: '0'.repeat(16) })).toMatchObject({ id: row.id });
    expect(await logOf(world)).toHaveLength(before);
  });

  it('is refused when a person changed it since, with the row as it is now', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    const now = await world.save('bob', { id: row.id, task: 'Newer' });
    const stale = world.save('bob', { id: row.id, task: 'Stale', version: row.version });
    await expect(stale).rejects.toMatchObject({
      code: 'TASK_CHANGED',
      details: { data: { task: { id: row.id, task: 'Newer' } } },
    });
    expect(await world.save('bob', { id: row.id, task: 'Right', version: now.version })).toMatchObject({
      task: 'Right',
    });
  });

  it('may keep a deleted meeting, but not move to one', async () => {
    const world = await createTimesheetWorld();
    const other = await world.addMeeting('Other');
    const row = await world.save('bob');
    await world.dropMeeting(world.daily);
    expect(await world.save('bob', { id: row.id, task: 'Renamed' })).toMatchObject({ task: 'Renamed' });
    const moved = await world.save('bob', { id: row.id, meetingId: other });
    expect(moved.meetingId).toBe(other);
    expect(await refusalOf(world.save('bob', { id: row.id, meetingId: world.daily }))).toEqual([
      'NOT_FOUND',
      undefined,
    ]);
  });

  it('is not found after its deletion, and forbidden if it is another person’s', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    await world.save('cy', { task: 'Of Cy' });
    await world.save('ann', { task: 'Of Ann' });
    expect(await refusalOf(world.save('cy', { id: row.id }))).toEqual(['FORBIDDEN', 'timesheet.notOwner']);
    expect(await refusalOf(world.remove('cy', row))).toEqual(['FORBIDDEN', 'timesheet.notOwner']);
    await world.remove('bob', row);
    expect(await refusalOf(world.save('bob', { id: row.id }))).toEqual(['NOT_FOUND', undefined]);
    const versioned = world.save('bob', { id: row.id, version: row.version });
    await expect(versioned).rejects.toMatchObject({ code: 'TASK_CHANGED', details: { data: { task: null } } });
  });
});

describe('a row that is deleted', () => {
  it('is gone and logged, and does not count its person as active', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob', { date: yesterday });
    world.clock.set('2026-12-02T08:00:00Z');
    expect(await world.remove('bob', row, { version: row.version })).toEqual({ id: row.id });
    expect(await world.tasksOf('bob', yesterday)).toEqual([]);
    expect((await logOf(world)).at(-1)).toEqual(['activity.taskDeleted', { date: yesterday, hours: 1, minutes: 30 }]);
    const key = { month: '202612', teamId: world.teamId, memberId: aMemberId('bob') };
    expect(await world.records.get(taskMark, key)).toBeUndefined();
  });

  it('is refused when it was changed since, and found by its team without a meeting', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    await world.save('bob', { id: row.id, task: 'Newer' });
    expect((await refusalOf(world.remove('bob', row, { version: row.version })))?.[0]).toBe('TASK_CHANGED');
    expect(await world.remove('bob', row, { meetingId: '-', teamId: world.teamId })).toEqual({ id: row.id });
  });
});

describe('an approved week', () => {
  it('rejects every change, from either side of a move', async () => {
    const world = await createTimesheetWorld();
    const row = await world.save('bob');
    const before = await world.save('bob', { date: aDate('2026-11-13') });
    await world.setWeek('bob', 'APPROVED');
    const locked = ['WEEK_LOCKED', undefined, 'date'];
    expect(await refusalOf(world.save('bob'))).toEqual(locked);
    expect(await refusalOf(world.save('bob', { id: row.id, task: 'Other' }))).toEqual(locked);
    expect(await refusalOf(world.save('bob', { id: row.id, date: aDate('2026-11-12') }))).toEqual(locked);
    expect(await refusalOf(world.save('bob', { id: before.id }))).toEqual(locked);
    expect(await refusalOf(world.remove('bob', row))).toEqual(locked);
    const shown = (await world.list('bob')).items.map(({ id, canEdit }) => [id, canEdit]);
    expect(shown).toEqual([
      [row.id, false],
      [before.id, true],
    ]);
  });

  it('wins over a concurrent save', async () => {
    const world = await createTimesheetWorld();
    await world.save('bob');
    for (let call = 1; call < 40; call += 1) {
      await world.setWeek('bob', 'SUBMITTED');
      const hooked = createHookedStore(world.store);
      const count = (await world.tasksOf('bob')).length;
      hooked.before(call, async () => {
        await world.setWeek('bob', 'APPROVED');
      });
      const refused = await refusalOf(world.save('bob', { task: `Task ${call}` }, hooked));
      if (hooked.calls() < call) return;
      const added = (await world.tasksOf('bob')).length - count;
      expect([refused?.[0], added]).toEqual(refused === undefined ? [undefined, 1] : ['WEEK_LOCKED', 0]);
    }
  });
});

describe('the last day that is copied', () => {
  const copied = async (world: World, change: object = {}) => {
    const { from, items } = await world.copy('bob', change);
    return [from, items.map(({ task }) => task)];
  };

  it('is the newest one with rows, at most 31 days back', async () => {
    const world = await createTimesheetWorld();
    await world.save('bob', { date: aDate('2026-10-19'), task: 'Too old' });
    expect(await copied(world)).toEqual([null, []]);
    await world.save('bob', { date: aDate('2026-10-20'), task: 'Old' });
    expect(await copied(world, { isPreview: true })).toEqual(['2026-10-20', ['Old']]);
    await world.save('bob', { date: yesterday, task: 'New' });
    expect(await copied(world)).toEqual([yesterday, ['New']]);
    expect((await world.tasksOf('bob')).map(({ task }) => task)).toEqual(['New']);
    const values = { from: yesterday, date: today, count: 1 };
    expect((await logOf(world)).at(-1)).toEqual(['activity.tasksCopied', values]);
  });

  it('stores nothing in a preview', async () => {
    const world = await createTimesheetWorld();
    await world.save('bob', { date: yesterday });
    const before = (await logOf(world)).length;
    expect(await copied(world, { isPreview: true })).toEqual([yesterday, ['Fix sign-in']]);
    expect(await world.tasksOf('bob')).toEqual([]);
    expect(await logOf(world)).toHaveLength(before);
  });

  it('brings no row of the same text and meeting a second time', async () => {
    const world = await createTimesheetWorld();
    const other = await world.addMeeting('Other');
    await world.save('bob', { date: yesterday });
    await world.save('bob', { date: yesterday, meetingId: other });
    await world.save('bob', { date: yesterday, task: 'Else' });
    await world.save('bob', { minutes: 1 });
    const { items } = await world.copy('bob');
    expect(items.map(({ task, meetingName }) => [task, meetingName])).toEqual([
      ['Fix sign-in', 'Other'],
      ['Else', 'Daily'],
    ]);
    expect(await copied(world)).toEqual([yesterday, []]);
  });

  it('leaves out a meeting that no longer exists, and keeps the time', async () => {
    const world = await createTimesheetWorld();
    await world.save('bob', { date: yesterday });
    await world.dropMeeting(world.daily);
    const { items } = await world.copy('bob');
    expect(items).toMatchObject([{ meetingId: null, hours: 1, minutes: 30, date: today, source: 'PERSON' }]);
  });

  it('counts its person as active, and respects the day’s room and the calendar', async () => {
    const world = await createTimesheetWorld();
    await world.save('bob', { date: yesterday });
    world.clock.set('2026-12-01T08:00:00Z');
    await world.copy('bob', { date: aDate('2026-12-01') });
    const key = { month: '202612', teamId: world.teamId, memberId: aMemberId('bob') };
    expect((await world.records.get(taskMark, key))?.value.meetingId).toBe(world.daily);
    const ahead = world.copy('bob', { date: aDate('2026-12-02') });
    expect(await refusalOf(ahead)).toEqual(['INVALID_INPUT', 'timesheet.dateAhead', 'date']);
    await world.fill('bob', aDate('2026-12-01'), 100);
    await world.save('bob', { date: aDate('2026-11-30'), task: 'One more' });
    expect(await refusalOf(world.copy('bob'))).toEqual(['CONFLICT', 'timesheet.dayFull']);
  });
});
