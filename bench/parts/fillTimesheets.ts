import { addDays } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { encode } from '../../bot/src/store/rowCodec.ts';
import { sheet } from '../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import type { Row } from '../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { aDate } from '../../tests/support/data/idDateAndRecordBuilders.ts';
import type { SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import { today } from './movedClockAndBenchmarkInstants.ts';

/** Timesheet rows to seed: `perDay` tasks for each person on each of the last `days` days. */
export interface Sheets {
  readonly days: number;
  readonly perDay: number;
}

const taskOf = (team: SeededTeam, date: string, index: number) => ({
  id: `${date}.${index}`,
  meetingId: index % 2 === 0 ? team.meetingId : null,
  task: `Review the export of ${date}, part ${index + 1}, and write to "accounts"`,
  minutes: 15 + 10 * index,
  source: 'PERSON' as const,
  lineId: null,
  editedByPerson: true,
});

const dayOf = (team: SeededTeam, person: SeededTeam['people'][number], back: number, tasks: number): Row => {
  const date = addDays(aDate(today), -back);
  const list = Array.from({ length: tasks }, (_, index) => taskOf(team, date, index));
  const { memberId } = person;
  const sum = list.reduce((all, item) => all + item.minutes, 0);
  const values = encode(sheet, { date, memberId, tasks: list, minutes: sum, byMeeting: {}, moved: {} });
  return { ...sheet.at(team.orgId, { teamId: team.teamId, date, memberId }), values };
};

export const fillTimesheets = async (
  { admin }: SqliteStore,
  team: SeededTeam,
  { days, perDay }: Sheets,
): Promise<void> => {
  for (const person of team.people) {
    const rows = Array.from({ length: days }, (_, back) => dayOf(team, person, back, perDay));
    await admin.bulkPut('Team', rows);
  }
};
