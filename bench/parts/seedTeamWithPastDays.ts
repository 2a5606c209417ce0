import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate } from '../../bot/src/domain/core/reversedDateKeys.ts';
import { addDays } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { scanRows } from '../../bot/src/store/recordKindsAndAccess.ts';
import { teamPartition } from '../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import type { Row } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { aDate } from '../../tests/support/data/idDateAndRecordBuilders.ts';
import type { SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import { today } from './movedClockAndBenchmarkInstants.ts';
import { seedDay } from './seedDayAndSaveAnswers.ts';

/** Returns the days of a period that ends today. */
export const daysUpToToday = (days: number): { readonly from: LocalDate; readonly to: LocalDate } => {
  const to = aDate(today);
  return { from: addDays(to, 1 - days), to };
};

/** Copies today's rows of runs and timesheets to each earlier day of the period. */
const fillDays = async (store: SqliteStore, { orgId, teamId }: SeededTeam, days: number): Promise<void> => {
  const pk = teamPartition(orgId, teamId);
  const { to } = daysUpToToday(days);
  const known: Row[] = [];
  for await (const row of scanRows(store, 'Team', pk, { from: '', to: '~' })) known.push(row);
  for (let back = 1; back < days; back += 1) {
    const date = addDays(to, -back);
    const copies = known
      .filter(({ rk }) => rk.startsWith(`D|${to}|`) || rk.includes(`|${reverseDate(to)}`))
      .map(({ rk, values }) => ({
        pk,
        rk: rk.replace(to, date).replace(reverseDate(to), reverseDate(date)),
        values: 'date' in values ? { ...values, date } : values,
      }));
    await store.admin.bulkPut('Team', copies);
  }
};

/**
 * Returns a store file with one team whose members answered on each of the last `days` days, together with this team
 * and one of its members.
 */
export const seedTeamWithPastDays = async (members: number, days: number) => {
  const day = await seedDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  const store = openSqliteStore({ file: day.file });
  await fillDays(store, team, days);
  await store.close();
  return { day, team, person };
};
