import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { runVerifyStoreCommand } from '../../../scripts/commands/verifyStoreCommand.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { compose } from '../../../bot/src/main.ts';
import { indexTeam } from '../../../bot/src/services/search/writeAndTrimSearchIndex.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { nightly } from '../../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import { outboxPartition } from '../../../bot/src/store/kinds/outbox/outboxRow.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { Row, StoredRow, Table, Values } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { shardOf } from '../../../bot/src/domain/core/hashesIdsAndReverseDates.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { startAzurite } from '../../support/fakes/azurite.ts';
import { aDate, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { recordingHost } from '../../support/files/recordingCommandHost.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { aWorld, fakeSleep, faultsIn, quietLog } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { bundledSheetWorker } from '../../support/files/bundledSheetWorker.ts';

// Tests that verify-store finds every kind of planted fault, and none in a store without faults.

const inTemp = useTempDir();

/**
 * Returns a store five minutes after an answer during a run: one member has answered, the other still owes an answer.
 */
const midday = async (): Promise<{ world: World; store: SqliteStore }> => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ store });
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'The wifi' } });
  await world.runUntil('2026-11-20T09:10:00Z', 10);
  return { world, store };
};

const rowsIn = async (store: SqliteStore, table: Table, pattern: RegExp): Promise<StoredRow[]> =>
  (await store.admin.scanAll(table)).rows.filter((row) => pattern.test(row.rk));

const remove = async (store: SqliteStore, table: Table, pattern: RegExp): Promise<void> => {
  const rows = await rowsIn(store, table, pattern);
  expect(rows).not.toHaveLength(0);
  for (const { pk, rk, etag } of rows) await store.delete(table, { pk, rk }, etag);
};

const change = async (store: SqliteStore, table: Table, pattern: RegExp, values: Values): Promise<void> => {
  const rows = await rowsIn(store, table, pattern);
  expect(rows).not.toHaveLength(0);
  for (const row of rows) await store.touch(table, { ...row, values });
};

/** Copies a row to another key with changed values. */
const copy = async (
  store: SqliteStore,
  table: Table,
  pattern: RegExp,
  to: (row: StoredRow) => Partial<Row>,
): Promise<void> => {
  const [row] = await rowsIn(store, table, pattern);
  if (row === undefined) throw new Error('There is no such row.');
  await store.touch(table, { pk: row.pk, rk: row.rk, values: row.values, ...to(row) });
};

const now = anInstant('2026-12-07T12:00:00Z');
const other = '01M7W9GCBFJGH6WYKPTKM30JZ6';
const aCard = { who: other, submission: 1, reason: null, conversationId: 'a', activityId: '1', digest: 'd' };

/** Plants the cards about a week of a timesheet beside a week that was never submitted. */
const plantCards = (store: SqliteStore, values: Values): Promise<void> =>
  copy(store, 'Team', /^W\|/, ({ rk, values: { monday = '', memberId = '' } }) => ({
    rk: rk.replace('W', 'V'),
    values: { v: 1, monday, memberId, asked: 0, j_cards: '[]', ...values },
  }));

/** Adds the instants of a member who moved to an earlier zone, which begin before the run's own opening. */
const plantSet = async (store: SqliteStore, set: object, values: Values = {}): Promise<void> => {
  const [row] = await rowsIn(store, 'Team', /^D\|.*\|0$/);
  const [own] = JSON.parse(String(row?.values.j_instants)) as object[];
  const tokyo = { zone: 'Asia/Tokyo', opensAt: '2026-11-20T01:00:00.000Z', closesAt: '2026-11-20T03:00:00.000Z' };
  await change(store, 'Team', /^D\|.*\|0$/, {
    ...values,
    j_instants: JSON.stringify([own, { ...own, ...tokyo, ...set }]),
  });
};
/** Indexes the week of the answer, as the daily work does once the week is final. */
const index = (store: SqliteStore, world: World): Promise<void> => {
  const clock = fakeClock('2026-12-07T12:00:00Z');
  return indexTeam({ ...world.answering, log: world.log, store, clock }, { orgId: world.orgId, teamId: world.teamId });
};

/** Stores the deletion job for the erasure of a person of the organisation. */
const beginErasure = async ({ store, orgId }: World): Promise<void> => {
  const place = { orgId, memberId: null, tid: null, oid: null };
  await outside(store).insert(
    deletionJob,
    { target: 'PERSON', id: 'p' },
    {
      ...{ target: 'PERSON', id: 'p', orgId: null, teamId: null, userId: null, phase: 'ROWS', deletionId: 'd' },
      ...{ notBefore: now, until: now, startedAt: now, failures: 0, fromState: null, actor: 'ann' },
      person: { names: [], email: '', isWhole: true, places: [place] },
    },
  );
};

const eraseWords = (store: SqliteStore): Promise<void> => change(store, 'Team', /^D\|.*\|a\|/, { j_values: '{}' });

type Plant = (store: SqliteStore, world: World) => Promise<void>;

const doNotSpan = /Team occurrence .*its instants do not span its opening and close/;
const faults: readonly (readonly [string, Plant, RegExp])[] = [
  ['a meeting without its name', (store) => remove(store, 'Team', /^N\|/), /Team meeting .*does not hold its own name/],
  [
    'two meetings of one name',
    (store) => copy(store, 'Team', /^G\|/, ({ values }) => ({ rk: `G|${other}`, values: { ...values, id: other } })),
    new RegExp(`Team meeting .*G.${other}: does not hold its own name`),
  ],
  ['a name that no meeting bears', (store) => remove(store, 'Team', /^G\|/), /Team meetingName .*does not exist/],
  [
    'an open run without its close',
    (store) => remove(store, 'Due', /\|close\|/),
    /Team occurrence .*neither its close row nor its opening row/,
  ],
  ['a meeting without a next run', (store) => remove(store, 'Due', /\|prompt\|/), /Team meeting .*no next run/],
  [
    'a due row that cannot be read',
    (store) => change(store, 'Due', /\|close\|/, { zone: 5 }),
    /Due due .*cannot be read/,
  ],
  [
    'a due row in a wrong place',
    (store) => copy(store, 'Due', /\|close\|/, ({ rk }) => ({ rk: rk.replace('close', 'r2') })),
    /Due due .*is not stored under the key/,
  ],
  [
    'an outbox row of another version',
    async (store, { orgId }) => {
      const pk = outboxPartition(shardOf(orgId));
      await store.insert('Outbox', { pk, rk: '20261120090000|prompt.1', values: { v: 99 } });
    },
    /Outbox outbox .*cannot be read in format 99/,
  ],
  [
    'a key with a name in it',
    (store) => copy(store, 'Team', /^M\|/, () => ({ rk: 'M|Ann Moreau' })),
    /^Team teamMember #[0-9a-f]{32}: has a key that the data model does not define$/,
  ],
  ['a set that ends after its run', (store) => plantSet(store, { closesAt: '2026-11-20T12:00:00.000Z' }), doNotSpan],
  ['a set that ends before it begins', (store) => plantSet(store, { closesAt: '2026-11-20T00:59:00.000Z' }), doNotSpan],
  [
    'a set of another date before the opening',
    (store) => plantSet(store, { opensAt: '2026-11-19T14:59:00.000Z' }),
    doNotSpan,
  ],
  [
    'a set before the opening of a run that was started by hand',
    (store) => plantSet(store, {}, { source: 'MANUAL' }),
    doNotSpan,
  ],
  [
    'a run that opens with none of its sets',
    (store) => change(store, 'Team', /^D\|.*\|0$/, { opensAt: '2026-11-20T08:59:00.000Z' }),
    doNotSpan,
  ],
  [
    'a run that closes with none of its sets',
    (store) => change(store, 'Team', /^D\|.*\|0$/, { closesAt: '2026-11-20T11:01:00.000Z' }),
    doNotSpan,
  ],
  [
    'a member without a prompt',
    (store, world) => remove(store, 'Team', new RegExp(`s.${world.member('bob')}.prompt$`)),
    /Team occurrence .*has neither a prompt/,
  ],
  [
    'a delivery of a round that never was',
    (store) => change(store, 'Team', /\|s\|.*\|prompt$/, { round: 2 }),
    /Team delivery .*is of round 2/,
  ],
  [
    'one message for two deliveries',
    (store) => change(store, 'Team', /\|s\|.*\|prompt$/, { conversationId: 'one', activityId: 'same' }),
    /Team delivery .*the same message/,
  ],
  [
    'a prompt that the month does not know',
    (store) => remove(store, 'Usage', /^q\|/),
    /Team delivery .*does not count the member as asked/,
  ],
  ['an answer without a ledger row', (store) => remove(store, 'Usage', /^m\|/), /Team answer .*no ledger row/],
  ['a ledger row without its answer', (store) => remove(store, 'Team', /\|a\|/), /Usage usage .*does not exist/],
  [
    'counts that are wrong',
    (store) => change(store, 'Team', /^R\|/, { answered: 2 }),
    /Team occurrence .*has answered 2, but its answers have 1/,
  ],
  ['a run without its counts', (store) => remove(store, 'Team', /^R\|/), /Team occurrence .*no R row/],
  ['a history without its answer', (store) => remove(store, 'Team', /\|a\|/), /Team history .*no answer/],
  [
    'a draft of a person who was never in the team',
    (store) =>
      copy(store, 'Team', /^Q\|/, ({ rk, values: { date = '', meetingId = '' } }) => ({
        rk: `F|${other}|${date}|${rk.split('|')[3] ?? ''}`,
        values: {
          ...{ v: 1, memberId: other, date, meetingId, j_values: '{}', j_goals: '[]' },
          ...{ version: 'v', savedAt: '2026-11-20T09:00:00.000Z' },
        },
      })),
    /Team answerDraft .*never in the team/,
  ],
  ['an answer without its history', (store) => remove(store, 'Team', /^Q\|/), /Team history .*is missing/],
  ['a plan that is too old', (store) => change(store, 'Team', /^P\|/, { date: '2026-11-19' }), /Team plan .*is older/],
  [
    'a plan of other lines',
    (store) => change(store, 'Team', /^P\|/, { j_lines: '[]' }),
    /Team plan .*is not the plan of the answer/,
  ],
  [
    'a blocker its answer does not have',
    (store) => change(store, 'Team', /\|a\|/, { hasBlocker: false }),
    /Team blocker .*its answer is not blocked/,
  ],
  ['a blocker that is not stored', (store) => remove(store, 'Team', /^B\|/), /Team blocker .*does not contain/],
  ['a sheet with a wrong sum', (store) => change(store, 'Team', /^S\|/, { minutes: 1 }), /Team sheet .*has 1 minutes/],
  [
    'a sheet with wrong sums by meeting',
    (store) => change(store, 'Team', /^S\|/, { j_byMeeting: '{"-":120}' }),
    /Team sheet .*by meeting/,
  ],
  [
    'a week submitted by no change',
    (store) => change(store, 'Team', /^W\|/, { submission: 1 }),
    /Team week .*a change that does not exist/,
  ],
  [
    'cards about a change that the week does not have',
    (store) => plantCards(store, { told: 1 }),
    /Team weekCards .*announces a change/,
  ],
  [
    'cards for a week that was not submitted',
    (store) => plantCards(store, { told: 0, j_cards: JSON.stringify([aCard, aCard]) }),
    /Team weekCards .*was not submitted/,
  ],
  [
    'an admin asked twice',
    (store) => plantCards(store, { told: 0, j_cards: JSON.stringify([aCard, aCard]) }),
    /Team weekCards .*asked an admin twice/,
  ],
  ['a sheet without its week', (store) => remove(store, 'Team', /^W\|/), /Team sheet .*no W row/],
  ['a meeting without its pointer', (store) => remove(store, 'Org', /^g\|/), /Team meeting .*g pointer/],
  ['a member without access', (store) => remove(store, 'Org', /^mt\|/), /Team teamMember .*no mt pointer/],
  ['a team without its member', (store) => remove(store, 'Org', /^tm\|/), /Team teamMember .*no tm pointer/],
  [
    'a day on which reminders come again that never stopped',
    (store) => change(store, 'Team', /^M\|/, { isMuted: false, mutedUntil: '2026-11-21' }),
    /Team teamMember .*is not muted/,
  ],
  ['a member of no organisation', (store) => remove(store, 'Org', /^mem\|/), /Team teamMember .*is no member/],
  [
    'a person nobody finds',
    (store) => remove(store, 'Accounts', /^m$/),
    /Org orgMember .*aad pointer does not name this member/,
  ],
  ['a tenant that leads elsewhere', (store) => change(store, 'Dir', /^o$/, { orgId: other }), /Org org .*tenant/],
  [
    'an invitation that leads elsewhere',
    (store) => change(store, 'Dir', /^o$/, { orgId: other }),
    /Org orgMember .*mem/,
  ],
  [
    'a thread that leads elsewhere',
    (store) => change(store, 'Dir', /^t$/, { teamId: other }),
    /Team team .*thr pointer/,
  ],
  [
    'an index without the words of an answer',
    async (store, world) => {
      await index(store, world);
      await remove(store, 'Team', /^I\|0/);
    },
    /Team searchProgress .*lacks words of answers of the week of 2026-11-16/,
  ],
  [
    'an index with the words of an erased answer',
    async (store, world) => {
      await index(store, world);
      await eraseWords(store);
    },
    /Team searchWords .*holds words that no stored answer has/,
  ],
  [
    'an index with the words of a removed day after the nightly work',
    async (store, world) => {
      await index(store, world);
      await remove(store, 'Team', /^D\|.*\|a\|/);
      await change(store, 'Org', /^org$/, { retentionDays: 30 });
      await outside(store).insert(nightly, { shard: shardOf(world.orgId) }, { day: aDate('2026-12-21') });
    },
    /Team searchWords .*holds words that no stored answer has/,
  ],
  [
    'words of a week that the index does not have',
    async (store, world) => {
      await index(store, world);
      await change(store, 'Team', /^I$/, { indexedTo: '2026-11-16', writtenTo: '2026-11-16' });
    },
    /Team searchWords .*holds the words of a week that was never written/,
  ],
  [
    'rows of a deleted organisation',
    (store) => change(store, 'Org', /^org$/, { state: 'DELETED' }),
    /Due due .*belongs to a deleted organisation/,
  ],
  [
    'rows of no organisation',
    (store) => remove(store, 'Org', /^org$/),
    /Team team .*an organisation that does not exist/,
  ],
];

it('finds no fault in the middle of a day', async () => {
  const { store } = await midday();
  expect(await faultsIn(store)).toEqual([]);
  const { rows } = await verifyStore(store.admin);
  expect(rows).toBeGreaterThan(30);
});

it('finds no fault in an index, nor in words whose removal is under way', async () => {
  const { world, store } = await midday();
  await index(store, world);
  expect(await rowsIn(store, 'Team', /^I\|/)).not.toHaveLength(0);
  expect(await faultsIn(store)).toEqual([]);
  await eraseWords(store);
  world.plants(/^Team (?!search)/);
  expect(await faultsIn(store)).toContainEqual(expect.stringMatching(/^Team searchWords/));
  await beginErasure(world);
  expect((await faultsIn(store)).filter((line) => line.startsWith('Team search'))).toEqual([]);
});

it('finds no fault in the words of a day whose answers the nightly work has just removed', async () => {
  const { world, store } = await midday();
  await index(store, world);
  await change(store, 'Org', /^org$/, { retentionDays: 30 });
  await outside(store).insert(nightly, { shard: shardOf(world.orgId) }, { day: aDate('2026-12-20') });
  await remove(store, 'Team', /^D\|.*\|a\|/);
  expect((await faultsIn(store)).filter((line) => line.startsWith('Team search'))).toEqual([]);
  world.plants(/^(?!Team search)/);
});

it('finds no fault in the instants of a person who moved to an earlier zone', async () => {
  const { world, store } = await midday();
  await plantSet(store, {});
  // The planted instants have neither a close row nor an opening row in the due index, so verify-store finds only this
  // fault.
  expect(await faultsIn(store)).toEqual([expect.stringMatching(/neither its close row nor its opening row/)]);
  world.plants(/its close row/);
});

it.each(faults)('finds %s', async (_name, plant, expected) => {
  const { world, store } = await midday();
  await plant(store, world);
  const matches = await faultsIn(store);
  expect(matches).toContainEqual(expect.stringMatching(expected));
  // Findings contain only ids, kinds and figures, because operators must not see texts of people.
  expect(matches.join('\n')).not.toMatch(/wifi|Moreau|stand-up/i);
  world.plants(/^/);
});

it('reports a fault only if a second check finds it again', async () => {
  const { store } = await midday();
  let scans = 0;
  const [row] = await rowsIn(store, 'Usage', /^m\|/);
  if (row === undefined) throw new Error('There is no ledger row.');
  await store.delete('Usage', row, row.etag);
  const { findings } = await verifyStore({
    ...store.admin,
    scanAll: async (table, page) => {
      scans += 1;
      if (scans === tables.length) await store.insert('Usage', row);
      return store.admin.scanAll(table, page);
    },
  });
  expect(findings).toEqual([]);
});

it('finds no fault in the demo organisations', async () => {
  const clock = fakeClock('2026-11-20T10:54:00Z');
  const app = await compose(readConfig({ DEMO: 'true', DATA_DIR: inTemp('demo') }), {
    clock,
    log: quietLog(),
    sleep: fakeSleep(clock),
    webDir: null,
    hasDemoData: true,
    ticks: false,
    timeZone: 'Europe/Berlin',
    sheetWorker: bundledSheetWorker,
  });
  const { rows, findings } = await verifyStore((app.services.store as SqliteStore).admin);
  await app.stop();
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThan(500);
});

it('gives the same results for a table service', async () => {
  const { store } = await midday();
  const azurite = await startAzurite();
  const service = await openTablesStore(azurite);
  for (const table of tables) await service.admin.bulkPut(table, (await store.admin.scanAll(table)).rows);
  expect(await faultsIn(service)).toEqual([]);
  const [pointer] = await rowsIn(store, 'Org', /^g\|/);
  if (pointer === undefined) throw new Error('There is no pointer.');
  await service.transact('Org', pointer.pk, [{ do: 'delete', key: { pk: pointer.pk, rk: pointer.rk } }]);
  expect(await faultsIn(service)).toEqual([expect.stringMatching(/Team meeting .*g pointer/)]);
  await service.close();
  await azurite.stop();
});

const command = async (dataDir: string): Promise<{ code: number; out: string; err: string }> => {
  const { host, written } = recordingHost({ DATA_DIR: dataDir, STORE: 'sqlite' });
  const code = await runVerifyStoreCommand(host);
  const { out, err } = written();
  return { code, out, err };
};

it('as a command prints rows and findings last, and exits with 1 for findings and with 2 without a store', async () => {
  const { store: model } = await midday();
  const folder = inTemp('command');
  mkdirSync(folder);
  const store = openSqliteStore({ file: path.join(folder, 'rollcall.db') });
  for (const table of tables) await store.admin.bulkPut(table, (await model.admin.scanAll(table)).rows);
  const sound = await command(folder);
  await remove(store, 'Org', /^g\|/);
  await store.close();
  const broken = await command(folder);
  const none = await command(inTemp('nothing'));
  expect(sound).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\d+ rows, 0 findings\n$/) as string });
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/^Team meeting [^\n]*: its g pointer[^\n]*\n\d+ rows, 1 findings\n$/);
  expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('There is no store') as string });
});

it('as a command rejects a file that is no store, and leaves it unchanged', async () => {
  const folders = ['empty', 'text', 'other'].map((name) => inTemp(name));
  for (const folder of folders) mkdirSync(folder);
  const [empty = '', text = '', other = ''] = folders.map((folder) => path.join(folder, 'rollcall.db'));
  writeFileSync(empty, '');
  writeFileSync(text, 'Not a store, but a letter to whoever looks for one. '.repeat(100));
  const database = new Database(other);
  database.exec('CREATE TABLE Songs (title TEXT)');
  database.close();
  for (const [index, file] of [empty, text, other].entries()) {
    const before = readFileSync(file);
    const content = await command(folders[index] ?? '');
    expect(content).toEqual({ code: 2, out: '', err: `${file} is no store. Nothing was written.\n` });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folders[index] ?? '')).toEqual(['rollcall.db']);
  }
});
