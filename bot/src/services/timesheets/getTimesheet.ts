import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { localDate, memberId as memberIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  getTimesheet as getTimesheetCall,
  Task,
  TimesheetTotals,
} from '#contracts/timesheets/timesheetTaskCalls.ts';
import { createSumCollector } from '../../domain/timesheets/collectTimeSums.ts';
import type { TimeSums } from '../../domain/timesheets/collectTimeSums.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { isLocked, readWeek } from './timesheetDaysAndWeekLocks.ts';
import { readFilter } from './timesheetFilterAndZone.ts';
import type { ReadFilter } from './timesheetFilterAndZone.ts';
import { sheetTasks } from './findTasksAndMeetingNames.ts';
import type { FoundTask, SheetNames } from './findTasksAndMeetingNames.ts';
import { sumView, taskView } from './taskAndSumViews.ts';

// Returns one page of tasks and the exact sums of all pages, with one scan of the days.

type Input = ParsedOf<typeof getTimesheetCall>;

interface Cursor {
  readonly date: LocalDate;
  readonly memberId: MemberId;
  readonly place: number;
  readonly id: string;
}

const cursorOf = ({ date, memberId, place, task }: FoundTask): string => [date, memberId, place, task.id].join('|');

const readCursor = (after: string): Cursor => {
  const [date, memberId, place = '', id = ''] = after.split('|');
  const parsed = { date: localDate.safeParse(date), memberId: memberIdSchema.safeParse(memberId) };
  if (!parsed.date.success || !parsed.memberId.success || !/^\d{1,4}$/.test(place))
    throw new AppError('INVALID_INPUT', { message: 'invalid.text', path: ['after'] });
  return { date: parsed.date.data, memberId: parsed.memberId.data, place: Number(place), id };
};

/**
 * Returns the index at which the page begins on the cursor's day: after the cursor's task or, if that task was deleted,
 * at its former index.
 */
const placeBehind = (day: readonly FoundTask[], { id, place }: Cursor): number => {
  const same = day.find(({ task }) => task.id === id);
  return same === undefined ? place : same.place + 1;
};

const before = (day: readonly FoundTask[], cursor: Cursor): number => {
  const [first] = day;
  if (first === undefined) return 0;
  const { date, memberId } = first;
  if (date !== cursor.date) return date > cursor.date ? day.length : 0;
  if (memberId !== cursor.memberId) return memberId < cursor.memberId ? day.length : 0;
  const from = placeBehind(day, cursor);
  return day.filter(({ place }) => place < from).length;
};

interface Walked {
  readonly sums: TimeSums;
  readonly skipped: number;
  readonly page: readonly FoundTask[];
}

const walk = async ({ records, scope }: ReadFilter, { pageNumber, count, after }: Input): Promise<Walked> => {
  const cursor = after === undefined ? undefined : readCursor(after);
  const total = createSumCollector();
  const page: FoundTask[] = [];
  let skipped = 0;
  let toSkip = cursor === undefined ? count * (pageNumber - 1) : 0;
  for await (const day of sheetTasks(records, scope)) {
    for (const { date, memberId, task } of day) total.add({ date, memberId, minutes: task.minutes });
    if (page.length === count) continue;
    const passed = cursor === undefined ? Math.min(toSkip, day.length) : before(day, cursor);
    toSkip -= passed;
    skipped += passed;
    page.push(...day.slice(passed, passed + count - page.length));
  }
  return { sums: total.sums(), skipped, page };
};

/** Returns the number of the page that contains the task `row`; 1 if the filter does not select this task. */
const pageOfRow = async ({ records, scope }: ReadFilter, row: string, count: number): Promise<number> => {
  let rowsBefore = 0;
  for await (const day of sheetTasks(records, scope)) {
    const index = day.findIndex(({ task }) => task.id === row);
    if (index >= 0) return Math.floor((rowsBefore + index) / count) + 1;
    rowsBefore += day.length;
  }
  return 1;
};

const withPage = async (read: ReadFilter, { row, ...input }: Input): Promise<Input> =>
  row === undefined ? input : { ...input, after: undefined, pageNumber: await pageOfRow(read, row, input.count) };

const totalsOf = (sums: TimeSums, names: SheetNames, locale: string): TimesheetTotals => {
  const order = byName(locale);
  const people = [...sums.byMember].map(([id, sum]) => ({ id, name: names.member(id), sum })).sort(order);
  return {
    ...sumView(sums),
    byMember: people.map(({ id, name, sum }) => ({ memberId: id, user: name, ...sumView(sum) })),
    byDay: [...sums.byDay].map(([date, sum]) => ({ date, ...sumView(sum) })),
  };
};

/** Returns the reader as the only member whose tasks the reader may change; null if the reader has left the team. */
const writerOf = async ({ memberId }: Actor, { records, scope }: ReadFilter): Promise<MemberId | null> => {
  const member = memberId === null ? undefined : await records.get(teamMember, { teamId: scope.teamId, memberId });
  return member?.value.leftOn === null ? memberId : null;
};

/** True if the task belongs to the writer and its week is not approved. */
const editable = async (writer: MemberId | null, { records, scope }: ReadFilter, row: FoundTask): Promise<boolean> => {
  if (row.memberId !== writer) return false;
  return !isLocked(await readWeek(records, { teamId: scope.teamId, memberId: row.memberId }, row.date));
};

const itemOf = async (writer: MemberId | null, read: ReadFilter, row: FoundTask): Promise<Task> => {
  const { date, memberId, task } = row;
  const [meetingName, canEdit] = await Promise.all([read.names.meeting(task.meetingId), editable(writer, read, row)]);
  return taskView(task, { date, memberId, user: read.names.member(memberId), meetingName, canEdit });
};

export const getTimesheet = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  request: Input,
): Promise<OutputOf<typeof getTimesheetCall>> => {
  const read = await readFilter(deps, actor, request);
  const input = await withPage(read, request);
  const { sums, skipped, page } = await walk(read, input);
  const last = page.at(-1);
  const { count } = input;
  const writer = await writerOf(actor, read);
  return {
    items: await Promise.all(page.map((row) => itemOf(writer, read, row))),
    pageNumber: input.after === undefined ? input.pageNumber : Math.floor(skipped / count) + 1,
    count,
    pageCount: Math.ceil(sums.rows / count),
    totalItems: sums.rows,
    next: last !== undefined && skipped + page.length < sums.rows ? cursorOf(last) : null,
    totals: totalsOf(sums, read.names, actor.locale),
    ...{ startDate: read.scope.from, endDate: read.scope.to, today: read.today },
  };
};
