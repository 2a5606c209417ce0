import { readFilter } from '../../../bot/src/services/timesheets/timesheetFilterAndZone.ts';
import { sheetNames } from '../../../bot/src/services/timesheets/findTasksAndMeetingNames.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, aMeetingId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { closeTimesheetWorlds, createTimesheetWorld, refusalOf, today } from '../../support/worlds/timesheetWorld.ts';

afterEach(closeTimesheetWorlds);

const day = (date: string) => aDate(date);

/** Creates a world with seven rows: three of today, two of yesterday, and two of the day before yesterday. */
const listWorld = async () => {
  const world = await createTimesheetWorld();
  const other = await world.addMeeting('Other');
  const add = (name: string, task: string, date = today, change: object = {}) =>
    world.save(name, { task, date, ...change });
  await add('bob', 'b1');
  await add('bob', 'b2');
  await add('cy', 'c1', today, { meetingId: other, hours: 0, minutes: 20 });
  await add('bob', 'b3', day('2026-11-19'), { meetingId: null, teamId: world.teamId });
  await add('cy', 'c2', day('2026-11-19'));
  await add('ann', 'a1', day('2026-11-18'));
  await add('cy', 'c3', day('2026-11-18'), { meetingId: other });
  const list = async (change: object = {}) => {
    const page = await world.list('bob', { count: 100, ...change });
    return { ...page, tasks: page.items.map(({ task }) => task) };
  };
  return { ...world, other, list };
};

const inOrder = async (): Promise<string[]> => {
  const { list } = await listWorld();
  return (await list()).tasks;
};

describe('the list', () => {
  it('has the newest day first, and rows of one day in the order in which they were added', async () => {
    const tasks = await inOrder();
    expect(tasks).toHaveLength(7);
    expect(tasks.slice(0, 3).sort()).toEqual(['b1', 'b2', 'c1']);
    expect(tasks.slice(3, 5).sort()).toEqual(['b3', 'c2']);
    expect(tasks.indexOf('b1') + 1).toBe(tasks.indexOf('b2'));
  });

  it('is returned in pages that contain every row once', async () => {
    const { list } = await listWorld();
    const all = (await list()).tasks;
    const pages = await Promise.all([1, 2, 3, 4].map((pageNumber) => list({ pageNumber, count: 3 })));
    expect(pages.map(({ tasks }) => tasks)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6), []]);
    expect(pages.map(({ pageNumber, pageCount, totalItems }) => [pageNumber, pageCount, totalItems])).toEqual(
      [1, 2, 3, 4].map((pageNumber) => [pageNumber, 3, 7]),
    );
    expect(pages.map(({ next }) => next === null)).toEqual([false, false, true, true]);
    expect((await list({ count: 7 })).next).toBeNull();
    expect((await list({ count: 7 })).pageCount).toBe(1);
  });

  it.each([1, 2, 3])('continues after the last row of a page of %d', async (count) => {
    const { list } = await listWorld();
    const all = (await list()).tasks;
    const seen: string[] = [];
    let after: string | undefined;
    for (let pages = 1; pages < 10; pages += 1) {
      const page = await list({ count, after });
      expect(page.pageNumber).toBe(pages);
      seen.push(...page.tasks);
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(all);
  });

  it('continues where the last row was when that row was deleted meanwhile', async () => {
    const { list, remove } = await listWorld();
    const users = [aMemberId('bob')];
    const { items, next } = await list({ users, count: 1 });
    const [first] = items;
    if (first === undefined || next === null) throw new Error('Bob has three rows.');
    await remove('bob', first);
    expect((await list({ users, after: next })).tasks).toEqual(['b2', 'b3']);
  });

  it('refuses an invalid cursor', async () => {
    const { list } = await listWorld();
    const member = aMemberId('bob');
    for (const after of [
      '',
      'x',
      `2026-11-20|${member}|x|id`,
      `2026-11-20|${member}|12345|id`,
      `yesterday|${member}|1|id`,
      `2026-11-20|bob|1|id`,
    ])
      expect(await refusalOf(list({ after }))).toEqual(['INVALID_INPUT', 'invalid.text', 'after']);
  });

  it('opens at the page of a row, and at the first page for a row it does not show', async () => {
    const { list } = await listWorld();
    const all = await list();
    for (const [index, { id }] of all.items.entries()) {
      const page = await list({ row: id, count: 2 });
      expect(page.pageNumber).toBe(Math.floor(index / 2) + 1);
      expect(page.tasks).toContain(all.tasks[index]);
    }
    expect((await list({ row: '20261120-01JD4Q8Z9VXKM3T5R7W2YB6CDE', count: 2, pageNumber: 3 })).pageNumber).toBe(1);
  });
});

describe('the filter', () => {
  it('the filter by person, meeting and days shows those rows and their sums only', async () => {
    const { list, other, daily } = await listWorld();
    const sorted = async (change: object) => (await list(change)).tasks.sort();
    expect(await sorted({ users: [aMemberId('cy')] })).toEqual(['c1', 'c2', 'c3']);
    expect(await sorted({ meetingIds: [other] })).toEqual(['c1', 'c3']);
    expect(await sorted({ meetingId: other })).toEqual(['c1', 'c3']);
    expect(await sorted({ meetingIds: [daily], users: [aMemberId('bob')] })).toEqual(['b1', 'b2']);
    expect(await sorted({ startDate: '2026-11-19', endDate: '2026-11-19' })).toEqual(['b3', 'c2']);
    const { totals } = await list({ meetingIds: [other] });
    expect(totals).toMatchObject({ rows: 2, minutes: 110, totalHours: 1.83 });
  });

  it('the filter without dates is the last thirty days, on the calendar of the reader', async () => {
    const world = await listWorld();
    expect(await world.list()).toMatchObject({ startDate: '2026-10-22', endDate: today, today });
    expect(await world.list({ endDate: '2026-11-01' })).toMatchObject({
      startDate: '2026-10-03',
      endDate: '2026-11-01',
    });
    await world.moveTo('bob', 'Pacific/Auckland');
    world.clock.set('2026-11-20T12:00:00Z');
    expect(await world.list()).toMatchObject({ endDate: '2026-11-21', today: '2026-11-21' });
    const read = await readFilter(
      world.deps,
      { ...anActor('bob'), memberId: null },
      { teamId: world.teamId, users: [], meetingIds: [] },
    );
    expect(read.today).toBe(today);
  });

  it('is refused for days in the wrong order, too many of them, or none that exist', async () => {
    const { list } = await listWorld();
    const refused = (startDate: string, endDate: string) => refusalOf(list({ startDate, endDate }));
    expect(await refused('2026-11-20', '2026-11-19')).toEqual(['INVALID_INPUT', 'org.dateOrder', 'startDate']);
    expect(await refused('2025-11-19', '2026-11-20')).toEqual(['INVALID_INPUT', 'timesheet.rangeTooLong', 'startDate']);
    expect(await refused('2025-11-20', '2026-11-20')).toBeUndefined();
    expect(await refused('0001-01-01', '0001-01-30')).toEqual(['INVALID_INPUT', 'invalid.date', 'endDate']);
    expect(await refused('0001-01-01', '0001-01-31')).toBeUndefined();
  });

  it('names only people and meetings of the team', async () => {
    const { list, addMeeting } = await listWorld();
    expect(await refusalOf(list({ users: [aMemberId('nobody')] }))).toEqual(['NOT_FOUND', undefined]);
    expect(await refusalOf(list({ meetingIds: [aMeetingId('nowhere')] }))).toEqual(['NOT_FOUND', undefined]);
    const foreign = await addMeeting('Foreign', aTeamId('sales'));
    expect(await refusalOf(list({ meetingIds: [foreign] }))).toEqual(['NOT_FOUND', undefined]);
    expect(await refusalOf(list({ teamId: aTeamId('sales') }))).toEqual(['NOT_FOUND', undefined]);
  });
});

describe('the sums of the rows', () => {
  it('are the same on every page, by person and by day', async () => {
    const { list } = await listWorld();
    const { totals } = await list();
    expect(totals).toMatchObject({ rows: 7, minutes: 6 * 90 + 20 });
    expect(totals.byMember.map(({ user, minutes }) => [user, minutes])).toEqual([
      ['Ann', 90],
      ['Bob', 270],
      ['Cy', 200],
    ]);
    expect(totals.byDay.map(({ date, minutes, rows }) => [date, minutes, rows])).toEqual([
      ['2026-11-20', 200, 3],
      ['2026-11-19', 180, 2],
      ['2026-11-18', 180, 2],
    ]);
    expect((await list({ pageNumber: 3, count: 2 })).totals).toEqual(totals);
  });
});

describe('a row that is shown', () => {
  it('lets readers change only their own rows', async () => {
    const { list } = await listWorld();
    const { items } = await list();
    for (const { user, canEdit } of items) expect(canEdit).toBe(user === 'Bob');
  });

  it('names a person whose membership was deleted by a dash', async () => {
    const world = await listWorld();
    const key = { teamId: world.teamId, memberId: aMemberId('cy') };
    const place = await world.records.get(teamMember, key);
    if (place !== undefined) await world.records.delete(teamMember, key, place.etag);
    const { items } = await world.list();
    expect(items.find(({ task }) => task === 'c1')?.user).toBe('–');
  });

  it('is exported with the address of its person, and without one for a person unknown', async () => {
    const { records, teamId, daily } = await listWorld();
    const names = await sheetNames(records, teamId);
    expect([names.member(aMemberId('bob')), names.email(aMemberId('bob'))]).toEqual(['Bob', 'bob@example.test']);
    expect([names.member(aMemberId('nobody')), names.email(aMemberId('nobody'))]).toEqual(['–', '']);
    expect([await names.meeting(daily), await names.meeting(null)]).toEqual(['Daily', null]);
  });

  it('names its meeting, or none if the meeting is fully removed', async () => {
    const world = await listWorld();
    const nameOf = async (task: string) => (await world.list()).items.find((item) => item.task === task)?.meetingName;
    expect(await nameOf('c1')).toBe('Other');
    expect(await nameOf('b3')).toBeNull();
    await world.dropMeeting(world.other);
    expect(await nameOf('c1')).toBeNull();
  });
});
