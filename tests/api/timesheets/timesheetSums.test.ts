import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { downloadFilter, getTimesheet as getCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { addDays, mondayOf } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { csvPieces } from '../../../bot/src/services/timesheets/timesheetCsv.ts';
import { groupExportByPerson } from '../../../bot/src/services/timesheets/groupExportByPerson.ts';
import { exportOf } from '../../../bot/src/services/timesheets/readTimesheetExport.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { copyLastDay, deleteTask, saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { getWeek } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that rows, column sums, weeks and files agree after any sequence of actions, and that each day is a day of the
// member's zone.

type Sum = Pick<Task, 'hours' | 'minutes'>;
const minutesOf = (rows: readonly Sum[]): number => rows.reduce((all, row) => all + row.hours * 60 + row.minutes, 0);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const filterOf = (world: World, change: object = {}) => getCall.input.parse({ teamId: world.teamId, ...change });
const read = (world: World, change: object = {}, by = 'ann') =>
  getTimesheet(world.answering, world.actor(by), filterOf(world, change));

/** Returns all rows, page by page as the screen requests them. */
const allPages = async (world: World, change: object = {}): Promise<Task[]> => {
  const rows: Task[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await read(world, { ...change, ...(after === undefined ? {} : { after }) });
    rows.push(...page.items);
    if (page.next === null) return rows;
    after = page.next;
  }
};

const save = (world: World, name: string, date: string, minutes: number, change: object = {}) =>
  saveTask(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), task: `${name} ${minutes}`, date: aDate(date) },
    ...{ hours: Math.floor(minutes / 60), minutes: minutes % 60, ...change },
  });

const span = { startDate: '2026-10-01', endDate: '2026-11-20' };

const figures = async (world: World) => {
  const { totals, totalItems } = await read(world, span);
  const rows = await allPages(world, span);
  const source = await exportOf(
    world.answering,
    world.actor('ann'),
    downloadFilter.parse({ teamId: world.teamId, ...span, format: 'CSV' }),
  );
  let csv = '';
  for await (const piece of csvPieces(source, translateFor('en'))) csv += piece;
  const cells: string[][] = parse(csv, { bom: true });
  const { sections, sums } = await groupExportByPerson(source);
  const people = [...new Set(rows.map((row) => row.memberId))];
  const mondays = [...new Set(rows.map((row) => mondayOf(row.date)))];
  const weeks = await Promise.all(
    people.flatMap((memberId) =>
      mondays.map((monday) => getWeek(world.answering, world.actor('ann'), { teamId: world.teamId, memberId, monday })),
    ),
  );
  return {
    counts: [
      totalItems,
      totals.rows,
      rows.length,
      cells.length - 1,
      sum(sections.map((section) => section.rows.length)),
    ],
    minutes: [
      ...[minutesOf(rows), totals.minutes, sums.minutes],
      ...[sum(totals.byMember.map((item) => item.minutes)), sum(totals.byDay.map((item) => item.minutes))],
      sum(cells.slice(1).map((cell) => Number(cell[5]))),
      ...[sum(sections.map((section) => section.minutes)), sum(weeks.map((week) => week.minutes))],
      sum(weeks.flatMap((week) => week.days.map((day) => day.minutes))),
      minutesOf(weeks.flatMap((week) => week.items)),
    ],
  };
};

type RandomChange =
  | { readonly do: 'add' | 'move' | 'change'; readonly who: string; readonly date: string; readonly minutes: number }
  | {
      readonly do: 'delete' | 'copy' | 'answer';
      readonly who: string;
      readonly date: string;
      readonly minutes: number;
    };

const randomChange = fc.record({
  do: fc.constantFrom('add', 'add', 'move', 'change', 'delete', 'copy', 'answer'),
  who: fc.constantFrom('ann', 'bob'),
  date: fc.constantFrom('2026-10-25', '2026-10-31', '2026-11-01', '2026-11-16', '2026-11-20'),
  minutes: fc.integer({ min: 0, max: 1439 }),
}) as fc.Arbitrary<RandomChange>;

const play = async (world: World, { do: what, who, date, minutes }: RandomChange): Promise<void> => {
  const actor = world.actor(who);
  const mine = (await allPages(world, span)).filter((page) => page.user === who);
  const meetingId = mine[minutes % Math.max(1, mine.length)];
  const named = meetingId === undefined ? {} : { id: meetingId.id, version: meetingId.version };
  switch (what) {
    case 'add':
      await save(world, who, date, minutes);
      return;
    case 'move':
    case 'change':
      await save(world, who, what === 'move' ? date : (meetingId?.date ?? date), minutes, named);
      return;
    case 'delete':
      if (meetingId !== undefined)
        await deleteTask(world.answering, actor, { meetingId: aMeetingId(), id: meetingId.id });
      return;
    case 'copy':
      await copyLastDay(world.answering, actor, { teamId: world.teamId, date: aDate(date) });
      return;
    case 'answer':
      await answerAs(world, who, { change: { plan: `Write ${minutes}m\nRead 1h\nRest` } });
  }
};

it('sums are equal in rows, columns, weeks and files after any sequence of edits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomChange, { minLength: 1, maxLength: 14 }), async (actions) => {
      const world = await aWorld({ start: '2026-11-20T08:59:00Z' });
      await world.meeting();
      await world.runUntil('2026-11-20T09:01:00Z');
      for (const item of actions) await play(world, item);
      const { counts, minutes } = await figures(world);
      expect([new Set(counts).size, new Set(minutes).size]).toEqual([1, 1]);
      await world.verify();
      await world.store.close();
    }),
    { numRuns: 15 },
  );
});

describe('paging', () => {
  const filled = async (): Promise<World> => {
    const world = await aWorld();
    await world.meeting();
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18'])
      for (const name of ['ann', 'bob']) for (const minutes of [1, 2, 3, 4]) await save(world, name, date, minutes);
    return world;
  };

  it('shows every row once while others are added and deleted', async () => {
    const world = await filled();
    const before = new Set((await allPages(world)).map((item) => item.id));
    const seen: string[] = [];
    const deleted = new Set<string>();
    let after: string | undefined;
    do {
      const page = await read(world, after === undefined ? {} : { after });
      seen.push(...page.items.map((item) => item.id));
      after = page.next ?? undefined;
      await save(world, 'ann', '2026-11-20', 9);
      await save(world, 'bob', '2026-11-16', 9);
      // Deletes the row that the cursor names and a row of a later page.
      const last = page.items.at(-1);
      const owner = last?.user ?? 'ann';
      if (last !== undefined)
        await deleteTask(world.answering, world.actor(owner), { meetingId: aMeetingId(), id: last.id });
      if (last !== undefined) deleted.add(last.id);
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...before].filter((id) => !seen.includes(id))).toEqual([]);
    expect(deleted.size).toBeGreaterThan(3);
  });

  it('are found by a row that is on them, and begin again for a row that the filter hides', async () => {
    const world = await filled();
    for (const pageNumber of [1, 2, 5]) {
      const byNumber = await read(world, { pageNumber });
      const row = byNumber.items.at(-1);
      if (row === undefined) throw new Error('The page is empty.');
      const byRow = await read(world, { row: row.id, pageNumber: 3 });
      expect(byRow).toEqual(byNumber);
    }
    const [hidden] = (await read(world, { pageNumber: 5 })).items;
    const others = { startDate: '2026-11-18', endDate: '2026-11-18', row: hidden?.id };
    expect((await read(world, others)).pageNumber).toBe(1);
  });

  it('the rows of an empty report name are those of all reports', async () => {
    const world = await filled();
    expect(await read(world, { meetingId: '' })).toEqual(await read(world));
  });

  it('paging by number or by place comes to the same pages', async () => {
    const world = await filled();
    const byPlace = await allPages(world);
    const byNumber: Task[] = [];
    for (let pageNumber = 1; pageNumber <= 5; pageNumber += 1)
      byNumber.push(...(await read(world, { pageNumber })).items);
    expect(byNumber).toEqual(byPlace);
    expect((await read(world, { after: (await read(world, { pageNumber: 2 })).next ?? '' })).pageNumber).toBe(3);
  });
});

describe('a day', () => {
  const refused = { code: 'INVALID_INPUT', details: { message: 'timesheet.dateAhead' } };

  it.each([
    // Berlin sets its clocks back on 25 October and forward on 28 March.
    ['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24', '2026-10-25'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-26'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-26'],
    ['Europe/Berlin', '2027-03-28T21:59:59Z', '2027-03-28', '2027-03-29'],
    ['Europe/Berlin', '2027-03-28T22:00:00Z', '2027-03-29', '2027-03-30'],
    // In Havana, the clocks skip midnight on one date and repeat it on another.
    ['America/Havana', '2027-03-14T05:00:00Z', '2027-03-14', '2027-03-15'],
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-11-01', '2026-11-02'],
    ['America/Havana', '2026-11-01T03:59:59Z', '2026-10-31', '2026-11-01'],
    // Ends of months and years on both sides of the date line, and a leap day.
    ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', '2026-12-01', '2026-12-02'],
    ['Pacific/Pago_Pago', '2026-12-01T10:59:59Z', '2026-11-30', '2026-12-01'],
    ['Pacific/Chatham', '2026-12-31T10:14:59Z', '2026-12-31', '2027-01-01'],
    ['Pacific/Chatham', '2026-12-31T10:15:00Z', '2027-01-01', '2027-01-02'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00Z', '2028-02-29', '2028-03-01'],
  ])('a day of %s at %s is %s: a task of it is taken, one of %s is not', async (zone, now, today, tomorrow) => {
    const world = await aWorld({ start: now, zones: { ann: zone } });
    await world.meeting();
    expect((await read(world)).today).toBe(today);
    expect(await save(world, 'ann', today, 60)).toMatchObject({ date: today });
    await expect(save(world, 'ann', tomorrow, 60)).rejects.toMatchObject(refused);
    await expect(
      copyLastDay(world.answering, world.actor('ann'), { teamId: world.teamId, date: aDate(tomorrow) }),
    ).rejects.toMatchObject(refused);
    const { totals } = await read(world, { startDate: today, endDate: today });
    expect(totals).toMatchObject({ rows: 1, minutes: 60, byDay: [{ date: today, minutes: 60 }] });
  });

  it('the day of an answer is the member’s local day when asked, even if the answer is edited from another zone', async () => {
    const world = await aWorld({ zones: { ann: 'Pacific/Kiritimati', bob: 'Pacific/Pago_Pago' } });
    await world.meeting();
    await world.runUntil('2026-11-20T10:30:00Z');
    for (const name of ['ann', 'bob']) await answerAs(world, name);
    const daysOf = async () => (await read(world, { startDate: '2026-11-01', endDate: '2026-11-30' })).totals.byDay;
    const before = await daysOf();
    expect(before.map(({ date, rows }) => [date, rows])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-19', 2],
    ]);
    await world.changeMember('bob', { timezone: null });
    await answerAs(world, 'bob', { change: { plan: 'Fix sign-in 3h' } });
    expect((await daysOf()).map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2026-11-20', 120],
      ['2026-11-19', 180],
    ]);
  });

  it('belongs to the week of its Monday, also at the end of a month', async () => {
    const world = await aWorld({ start: '2026-12-02T12:00:00Z' });
    await world.meeting();
    for (const date of ['2026-11-29', '2026-11-30', '2026-12-01']) await save(world, 'ann', date, 30);
    const memberId: MemberId = world.member('ann');
    const week = await getWeek(world.answering, world.actor('ann'), {
      ...{ teamId: world.teamId, memberId, monday: aDate('2026-11-30') },
    });
    expect([week.minutes, week.days.map((day) => day.minutes)]).toEqual([60, [30, 30, 0, 0, 0, 0, 0]]);
    expect(week.days.at(-1)?.date).toBe(addDays(aDate('2026-11-30'), 6));
  });
});

it('are reported by the check of the store when a day does not equal the sum of its tasks', async () => {
  const world = await aWorld();
  await world.meeting();
  await save(world, 'ann', '2026-11-18', 60);
  const key = { teamId: world.teamId, date: aDate('2026-11-18'), memberId: world.member('ann') };
  await inOrg(world.store, world.orgId).touch(sheet, key, { minutes: 59 });
  await expect(world.verify()).rejects.toThrow('has 59 minutes, but its tasks have 60');
});
