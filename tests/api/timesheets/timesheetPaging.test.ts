import { getTimesheet as getCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { deleteTask, saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

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
