// Measures a lower bound of the prompts: the rows that the engine must write for each message, written by the store
// without rules, reads, cards and rate limits.
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { Row, Table, TableStore } from '../../bot/src/store/tableStorePort.ts';
import type { SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import { timed } from '../measureTimesBlockingAndMemory.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';
import { withCopy } from './temporaryAndCountingStores.ts';

/** Characters of the values of each row that the engine writes for a run of ten members. */
const charactersOf = { run: 2668, logEntry: 156, outbox: 340, due: 208, asked: 79, delivery: 141 } as const;
const dueRowsOfRun = 4;

const rowsOf = (pk: string, name: keyof typeof charactersOf, keys: readonly (string | number)[]): Row[] =>
  keys.map((key) => ({ pk, rk: `bench|${name}|${key}`, values: { v: 1, text: 'x'.repeat(charactersOf[name]) } }));

const insertAll = (store: TableStore, table: Table, rows: readonly Row[]): Promise<void> =>
  store.transact(
    table,
    rows[0]?.pk ?? '',
    rows.map((row) => ({ do: 'insert', row })),
  );

const deleteAll = (store: TableStore, table: Table, rows: readonly Row[]): Promise<void> =>
  store.transact(
    table,
    rows[0]?.pk ?? '',
    rows.map((key) => ({ do: 'delete', key })),
  );

const numbers = (howMany: number): number[] => Array.from({ length: howMany }, (_, index) => index);

/** Returns the delivery records of the messages of a run: one to each member and one to the channel. */
const deliveryRecordsOf = ({ orgId, teamId, people }: SeededTeam): Row[] =>
  rowsOf(`${orgId}|${teamId}`, 'delivery', numbers(people.length + 1));

/** Writes the rows before the messages of an organisation, and returns the delivery records to write after each. */
const openRuns = async (store: TableStore, orgId: OrgId, teams: readonly SeededTeam[]): Promise<Row[]> => {
  for (const { teamId } of teams) {
    const pk = `${orgId}|${teamId}`;
    await insertAll(store, 'Team', [...rowsOf(pk, 'run', ['today']), ...rowsOf(pk, 'logEntry', ['opened'])]);
  }
  const records = teams.flatMap(deliveryRecordsOf);
  await insertAll(store, 'Due', rowsOf(orgId, 'due', numbers(teams.length * dueRowsOfRun)));
  await insertAll(store, 'Outbox', rowsOf(orgId, 'outbox', numbers(records.length)));
  return records;
};

const endRuns = async (store: TableStore, orgId: OrgId, teams: readonly SeededTeam[]): Promise<void> => {
  const people = teams.flatMap((team) => team.people);
  await insertAll(store, 'Usage', rowsOf(orgId, 'asked', numbers(people.length)));
  await deleteAll(store, 'Outbox', rowsOf(orgId, 'outbox', numbers(people.length + teams.length)));
};

const byOrg = (teams: readonly SeededTeam[]): Map<OrgId, SeededTeam[]> => {
  const orgs = new Map<OrgId, SeededTeam[]>();
  for (const team of teams) orgs.set(team.orgId, [...(orgs.get(team.orgId) ?? []), team]);
  return orgs;
};

/**
 * Returns the time in milliseconds. Durability fixes the order: the rows of a message are on the disk before it goes, and
 * its delivery record is on the disk before another message takes its place among those in flight. As in the engine, the
 * messages that go at the same time belong to different organisations.
 */
export const writePromptRows = ({ file, teams }: Day): Promise<number> =>
  withCopy(file, (store) =>
    timed(async () => {
      const orgs = [...byOrg(teams)];
      const ofOrgs = await Promise.all(orgs.map(([orgId, own]) => openRuns(store, orgId, own)));
      const most = Math.max(...ofOrgs.map((records) => records.length));
      const inTurns = numbers(most).flatMap((turn) => ofOrgs.flatMap((records) => records.slice(turn, turn + 1)));
      await mapLimit(inTurns, jobSettings.inFlight, (record) => insertAll(store, 'Team', [record]));
      await Promise.all(orgs.map(([orgId, own]) => endRuns(store, orgId, own)));
    }),
  );
