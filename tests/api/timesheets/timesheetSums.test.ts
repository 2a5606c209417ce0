import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { getTimesheet as getCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { downloadFilter } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { mondayOf } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
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

// Tests that rows, column sums, weeks and files agree after any sequence of actions.

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

it('are reported by the check of the store when a day does not equal the sum of its tasks', async () => {
  const world = await aWorld();
  await world.meeting();
  await save(world, 'ann', '2026-11-18', 60);
  const key = { teamId: world.teamId, date: aDate('2026-11-18'), memberId: world.member('ann') };
  await inOrg(world.store, world.orgId).touch(sheet, key, { minutes: 59 });
  await expect(world.verify()).rejects.toThrow('has 59 minutes, but its tasks have 60');
});
