import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { FullWeek, SheetPage } from '../api/timesheets/timesheetQueriesAndMutations.ts';
import { ulid } from './testDataBuildersAndClock.ts';
import { answering, refusal, server } from './mockServer.ts';
import { hoursOf, minutesOf } from '../screens/timesheet/week/weekSumsAndHourConversion.ts';

// A fake server that stores rows like the real one, as far as the screen can notice.

export const members = [
  { id: ulid('alex'), name: 'Alex Wilber', email: 'alex@rollcall.test' },
  { id: ulid('bob'), name: 'Bob Lindqvist', email: 'bob@rollcall.test' },
] as const;

const sumsOf = (tasks: readonly Task[]) => {
  const minutes = tasks.reduce((sum, task) => sum + minutesOf(task), 0);
  return { rows: tasks.length, minutes, totalHours: hoursOf(minutes) };
};

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const totalsOf = (tasks: readonly Task[]): SheetPage['totals'] => ({
  ...sumsOf(tasks),
  byMember: distinct(tasks.map(({ memberId }) => memberId)).map((memberId) => {
    const own = tasks.filter((task) => task.memberId === memberId);
    return { memberId, user: own[0]?.user ?? '', ...sumsOf(own) };
  }),
  byDay: distinct(tasks.map(({ date }) => date)).map((date) => ({
    date,
    ...sumsOf(tasks.filter((task) => task.date === date)),
  })),
});

interface Asked {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly users: readonly string[];
  readonly meetingIds: readonly string[];
  readonly after?: string;
  readonly pageNumber?: number;
  readonly row?: string;
}

const startOf = (tasks: readonly Task[], { after, row, pageNumber = 1 }: Asked): number => {
  if (row !== undefined) return Math.max(Math.floor(tasks.findIndex(({ id }) => id === row) / 5), 0) * 5;
  return after === undefined ? (pageNumber - 1) * 5 : tasks.findIndex(({ id }) => id === after) + 1;
};

const pageOf = (rows: readonly Task[], request: Asked): SheetPage => {
  const { startDate, endDate, users, meetingIds } = request;
  const [from, to] = [startDate ?? '2026-10-22', endDate ?? '2026-11-20'] as Task['date'][];
  const matches = rows
    .filter(({ date }) => date >= (from ?? '') && date <= (to ?? ''))
    .filter(({ memberId }) => users.length === 0 || users.includes(memberId))
    .filter(({ meetingId }) => meetingIds.length === 0 || meetingIds.includes(meetingId ?? ''))
    .toSorted((row, other) => other.date.localeCompare(row.date));
  const start = startOf(matches, request);
  const items = matches.slice(start, start + 5);
  const isLast = start + items.length >= matches.length;
  return {
    ...{
      items,
      pageNumber: start / 5 + 1,
      count: 5,
      pageCount: Math.ceil(matches.length / 5),
      totalItems: matches.length,
    },
    ...{ next: isLast ? null : (items.at(-1)?.id ?? null), totals: totalsOf(matches) },
    ...{ startDate: from, endDate: to, today: '2026-11-20' as Task['date'] },
  } as SheetPage;
};

const monday = '2026-11-16' as Task['date'];
const days = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}` as Task['date']);

/** Returns the fake reply for Alex's week of 16 November 2026 with these tasks. */
export const aWeek = (tasks: readonly Task[], parts: Partial<FullWeek> = {}): FullWeek => ({
  ...{ teamId: ulid('Platform Team'), memberId: ulid('alex'), monday, user: 'Alex Wilber', state: 'OPEN' },
  ...{ note: null, decidedBy: null, changedAt: null, version: 'w1', today: '2026-11-20' as Task['date'] },
  ...sumsOf(tasks),
  days: days.map((date) => ({ date, ...sumsOf(tasks.filter((task) => task.date === date)) })),
  can: { edit: true, submit: true, approve: false, sendBack: false, reopen: false },
  items: [...tasks],
  ...parts,
});

/** Starts the fake server with these rows. Returns the requests that it has received and the rows that it stores. */
export const fakeSheet = (initial: readonly Task[]) => {
  let rows = initial;
  let isReplyLost = false;
  let today = '2026-11-20';
  const asked: Asked[] = [];
  const saved: Record<string, unknown>[] = [];
  const versionAfter = (version: string): string => `v${Number(version.slice(1)) + 1}`;
  server.use(
    answering('get', '/api/member/list/:teamId', () => members),
    answering('get', '/api/timesheet/week/waiting/:teamId', () => ({ items: [] })),
    answering('post', '/api/timesheet/get', ({ body }) => {
      asked.push(body as Asked);
      return { ...pageOf(rows, body as Asked), today };
    }),
    answering('get', '/api/timesheet/week/get/:teamId/:memberId/:monday', ({ params }) =>
      aWeek(rows.filter(({ memberId }) => memberId === params['memberId'])),
    ),
    answering('post', '/api/timesheet/save', ({ body }) => {
      const draft = body as Omit<Task, 'id'> & { readonly id?: string; readonly draftId: string };
      saved.push(body as Record<string, unknown>);
      const mark = `${draft.date.replaceAll('-', '')}-${draft.draftId}`;
      const before = rows.find(({ id }) => id === (draft.id ?? mark));
      if (draft.id !== undefined && before === undefined)
        return refusal(409, 'TASK_CHANGED', 'Another person has changed this task.', { data: { task: null } });
      if (draft.id !== undefined && before?.version !== draft.version)
        return refusal(409, 'TASK_CHANGED', 'Another person has changed this task.', {
          data: { task: before ?? null },
        });
      const { task, date, hours, minutes, meetingId } = draft;
      const created: Task = {
        ...{ id: mark, version: 'v1', source: 'PERSON', canEdit: true, ...before },
        ...{ task, date, hours, minutes, meetingId, meetingName: meetingId === null ? null : 'Daily stand-up' },
        ...{ totalHours: hoursOf(hours * 60 + minutes), user: 'Alex Wilber', memberId: ulid('alex') },
      };
      const next = { ...created, version: before === undefined ? 'v1' : versionAfter(before.version) };
      rows = before === undefined ? [...rows, next] : rows.map((row) => (row.id === next.id ? next : row));
      if (!isReplyLost) return next;
      isReplyLost = false;
      return Response.error();
    }),
    answering('delete', '/api/timesheet/delete/:meetingId/:id', ({ params }) => {
      rows = rows.filter(({ id }) => id !== params['id']);
      return { id: String(params['id']) };
    }),
  );
  return {
    asked,
    saved,
    rows: () => rows,
    setToday: (date: string): void => {
      today = date;
    },
    /** The server carries out the next save, but its reply is lost. */
    loseNextReply: (): void => {
      isReplyLost = true;
    },
    /** Replaces the stored rows, like a change that another person makes or that comes from a card. */
    put: (next: readonly Task[]): void => {
      rows = next;
    },
  };
};
