import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { getTimesheet as getTimesheetCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { copyLastDay, deleteTask, saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { sheet, week } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeeting, aMeetingId, aMemberId, anInstant } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { anActor, seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Creates a team of ann (admin), bob and cy with a stand-up, and their timesheets. It is Friday, 20 November 2026,
// 08:00 UTC.

const stores: SqliteStore[] = [];
export const closeTimesheetWorlds = async (): Promise<void> => {
  for (const store of stores.splice(0)) await store.close();
};

export const today = aDate('2026-11-20');
export const thisMonday = aDate('2026-11-16');

/** Returns the code, text and field of a rejection. Undefined if the work succeeds. */
export const refusalOf = async (work: Promise<unknown>): Promise<unknown[] | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      const { code, details } = error as { code: string; details: { message?: string; path?: readonly string[] } };
      return [code, details.message, ...(details.path ?? [])];
    },
  );

export const createTimesheetWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T08:00:00Z');
  const deps = testDeps(store, clock);
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob', 'cy'] });
  const records = inOrg(store, orgId);
  const addMeeting = async (name: string, place = teamId): Promise<MeetingId> => {
    const meeting = aMeeting({ id: aMeetingId(name), name, teamId: place, timezone: aMeeting().timezone });
    await records.touch(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId: place });
    await records.touch(meetingKind, { teamId: place, meetingId: meeting.id }, meeting);
    return meeting.id;
  };
  const daily = await addMeeting('Daily');
  /** Advances the clock, because two changes at the same instant have no defined order in the activity log. */
  const later = (): void => {
    clock.advance({ ms: 1 });
  };
  const actor = (name: string) => anActor(name, { role: name === 'ann' ? 'admin' : 'user' });
  const save = (
    name: string,
    change: Partial<Parameters<typeof saveTask>[2]> = {},
    on: TableStore = store,
  ): Promise<Task> => {
    later();
    return saveTask({ ...deps, store: on }, actor(name), {
      ...{ meetingId: daily, task: 'Fix sign-in', date: today, hours: 1, minutes: 30, ...change },
    });
  };
  return {
    ...{ store, clock, deps, later, orgId, teamId, records, daily, addMeeting, actor, save },
    remove: (name: string, task: Pick<Task, 'id'>, change: Partial<Parameters<typeof deleteTask>[2]> = {}) => {
      later();
      return deleteTask(deps, actor(name), { meetingId: daily, id: task.id, ...change });
    },
    copy: (name: string, change: Partial<Parameters<typeof copyLastDay>[2]> = {}) => {
      later();
      return copyLastDay(deps, actor(name), { teamId, ...change });
    },
    list: (name: string, change: object = {}) =>
      getTimesheet(deps, actor(name), getTimesheetCall.input.parse({ teamId, ...change })),
    tasksOf: async (name: string, date: LocalDate = today) =>
      (await records.get(sheet, { teamId, memberId: aMemberId(name), date }))?.value.tasks ?? [],
    /** Saves tasks until the day has `count` rows. */
    fill: async (name: string, date: LocalDate, count: number): Promise<void> => {
      for (
        let index = (await records.get(sheet, { teamId, memberId: aMemberId(name), date }))?.value.tasks.length ?? 0;
        index < count;
        index += 1
      )
        await save(name, { date, task: `Task ${index}`, hours: 0, minutes: 1 });
    },
    setWeek: (name: string, state: 'OPEN' | 'SUBMITTED' | 'APPROVED' | 'SENT_BACK', monday: LocalDate = thisMonday) =>
      records.touch(
        week,
        { teamId, memberId: aMemberId(name), monday },
        {
          ...{ monday, memberId: aMemberId(name), state, note: null, changedAt: anInstant('2026-11-20T07:00:00Z') },
        },
      ),
    dropMeeting: async (meetingId: MeetingId): Promise<void> => {
      const row = await records.get(meetingKind, { teamId, meetingId });
      if (row !== undefined) await records.delete(meetingKind, { teamId, meetingId }, row.etag);
    },
    moveTo: (name: string, timezone: string | null) =>
      records.touch(teamMember, { teamId, memberId: aMemberId(name) }, { timezone: timezone as never }),
  };
};
