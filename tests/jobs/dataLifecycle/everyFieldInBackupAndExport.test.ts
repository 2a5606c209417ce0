import path from 'node:path';
import { backUpFile, restoreFile } from '../../../bot/src/backup/backUpAndRestoreStoreFile.ts';
import { restoreFromBlobContainer } from '../../../bot/src/backup/restoreFromBlobContainer.ts';
import { backUpTables } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import type { BlobContainer } from '../../../bot/src/gateways/blobContainerPort.ts';
import { exportPersonalData } from '../../../bot/src/services/dataLifecycle/personalDataExport.ts';
import { allKinds, kindOf } from '../../../bot/src/store/admin/kindOfRow.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { decode } from '../../../bot/src/store/rowCodec.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { fieldsOf, hasField } from '../../support/data/listRowFields.ts';
import { installationKinds, seedEveryKind } from '../../support/data/seedEveryKind.ts';
import { addressIn, idsIn, personIn } from '../../support/data/seededIdsAndNames.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { allRows, deletionWorld, lineOf, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { TableRow } from '../../support/worlds/deletionWorld.ts';
import { quietLog } from '../../support/worlds/teamWorldWithEngine.ts';

// Every kind of row, with every field that a person can fill, survives a backup, and the rows of a person are in the
// person's export. The tests of deletion and erasure walk the same rows, so this test fails if the seed lacks a kind or
// a field.

const kindNameOf = (row: TableRow): string => kindOf(row.table, row)?.name ?? row.rk;

/**
 * Kinds whose rows the seed fills completely, optional fields included, with the fields that may nevertheless be empty.
 */
const completeKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ['answerDraft', []],
  ['blocker', ['closedAt', 'life.text']],
  ['blockerCards', ['cards.reason', 'reminders.reason']],
  ['generatedSummary', ['summaries.reason']],
  ['history', []],
  ['textModel', []],
  ['plan', ['previous.lines.day']],
  ['skip', ['sentFrom']],
  ['snooze', []],
  ['digest', []],
  ['digestSending', []],
  ['template', ['firstReminderMessage', 'secondReminderMessage', 'publicBroadcastMessage']],
]);

/** Optional fields of other kinds that hold a choice of a person or an organisation, or a message that waits. */
const optionalFields: Readonly<Record<string, readonly string[]>> = {
  answer: ['goals.state', 'goals.day'],
  delivery: ['dueAt'],
  meeting: ['observers'],
  org: ['linkPatterns.prefix', 'linkPatterns.url', 'maySkip'],
  outbox: ['movedTo'],
  teamMember: ['quietHours.from', 'quietHours.to', 'summaryDelivery', 'isMuted', 'mutedUntil'],
};

const recordsOf = (rows: readonly TableRow[], name: string): readonly unknown[] =>
  rows.flatMap((row) => {
    const kind = kindOf(row.table, row);
    return kind?.name === name ? [decode(kind, row.values)] : [];
  });

describe('the seed of the tests about deletion, erasure, export and backup', () => {
  it.each([...completeKinds])('has a value in every field of the kind %s', async (name, mayBeEmpty) => {
    const records = recordsOf(await (await deletionWorld()).rows(), name);
    const kind = allKinds.find((item) => item.name === name);
    const fields = kind === undefined ? [] : fieldsOf(kind.schema);
    expect(fields).toEqual(expect.arrayContaining([...mayBeEmpty]));
    expect(fields.length).toBeGreaterThan(mayBeEmpty.length);
    const empty = fields.filter((field) => !records.some((record) => hasField(record, field.split('.'))));
    expect(empty).toEqual(mayBeEmpty);
  });

  it.each(Object.entries(optionalFields))('has a value in the optional fields of the kind %s', async (name, fields) => {
    const records = recordsOf(await (await deletionWorld()).rows(), name);
    expect(fields.filter((field) => !records.some((record) => hasField(record, field.split('.'))))).toEqual([]);
  });
});

const inTemp = useTempDir();

const memoryBlobs = (): BlobContainer => {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: (name, bytes) => Promise.resolve(void blobs.set(name, bytes)),
    get: (name) => Promise.resolve(blobs.get(name)),
    list: (prefix) => Promise.resolve([...blobs.keys()].filter((name) => name.startsWith(prefix)).sort()),
  };
};

/** Each function backs up the given store, and returns a new store that was restored from the backup. */
const restores: Readonly<Record<string, (store: SqliteStore, file: string) => Promise<SqliteStore>>> = {
  'a file': async (_store, file) => {
    const clock = fakeClock();
    const from = `${file}.backup`;
    backUpFile(file, from, clock);
    const restored = path.join(path.dirname(file), 'restored.db');
    await restoreFile({ from, file: restored, isReplacing: false }, clock);
    return openSqliteStore({ file: restored });
  },
  'a container': async (store) => {
    const clock = fakeClock();
    const blobs = memoryBlobs();
    await backUpTables({ store, blobs, clock, log: quietLog(), newId: () => 'backup' }, () => true);
    const target = openSqliteStore({ file: ':memory:' });
    await restoreFromBlobContainer({ store: target, blobs, clock, id: undefined, isReplacing: false });
    return target;
  },
};

/** Kinds of which a restore leaves out rows, because these rows would give access to accounts. */
const opensAccounts: ReadonlySet<string> = new Set(['family', 'code']);

/** Kinds that a restore from a container leaves out, because the index is built again. */
const builtAgain: ReadonlySet<string> = new Set(['searchProgress', 'searchWords']);

const linesByKind = (rows: readonly TableRow[]): Record<string, string[]> => {
  const lines: Record<string, string[]> = {};
  for (const row of rows) {
    const name = kindNameOf(row);
    if (!installationKinds.has(name) && !opensAccounts.has(name)) (lines[name] ??= []).push(lineOf(row));
  }
  return Object.fromEntries(Object.entries(lines).map(([name, list]) => [name, list.sort()]));
};

it.each(Object.keys(restores))('a backup to %s restores every row of every kind with all its fields', async (where) => {
  const file = inTemp(`${where}.db`);
  const store = openSqliteStore({ file });
  for (const name of ['contoso', 'fabrikam']) await seedEveryKind(store, name);
  const before = linesByKind(await allRows(store));
  const restored = await restores[where]?.(store, file);
  if (restored === undefined) throw new Error('There is no such backup.');
  const after = linesByKind(await allRows(restored));
  await Promise.all([store.close(), restored.close()]);
  const names = new Set(
    allKinds.map(({ name }) => name).filter((name) => !installationKinds.has(name) && !opensAccounts.has(name)),
  );
  expect(Object.keys(before).sort()).toEqual([...names].sort());
  for (const name of names) {
    const isLeftOut = where === 'a container' && builtAgain.has(name);
    expect([name, after[name]]).toEqual([name, isLeftOut ? undefined : before[name]]);
  }
});

const { orgId, teamId, meetingId, bob } = idsIn('contoso');
const name = personIn('contoso', 'bob');

/** By kind: the file of the personal data export that contains its rows, and texts that must be in this file. */
const exported: Readonly<Record<string, readonly [file: string, ...texts: string[]]>> = {
  answer: ['answers.json', `Secret of ${name}`, `Goal of ${name}`, '"day": 2'],
  answerDraft: ['drafts.json', `Draft of ${name}`, `Plan of ${name}`, '"CARRIED"', '"STILL"'],
  blocker: ['open-points.json', `Blocker of ${name}`, '"ACKNOWLEDGED"'],
  generatedSummary: ['generated-summaries.json', `Summary of ${name}`],
  digest: ['digests.json', 'contoso digest', '"sprintWeeks": 2'],
  digestSending: ['received-digests.json', '"way": "CHAT"'],
  history: ['answers.json', `Goal of ${name}`],
  meeting: ['memberships.json', 'contoso watched'],
  orgActivity: ['activity.json', 'from a to b'],
  orgAuditedAction: ['activity.json', 'from a to b'],
  orgMember: ['memberships.json', addressIn('contoso', 'bob')],
  plan: ['open-points.json', `Plan of ${name}`, `Earlier plan of ${name}`, '"day": 2'],
  profile: ['profile.json', addressIn('contoso', 'bob')],
  sheet: ['timesheets.json', `Task of ${name}`],
  skip: ['skipped-and-snoozed.json', `Reason of ${name}`],
  snooze: ['skipped-and-snoozed.json', '"SNOOZED"'],
  teamMember: ['memberships.json', '"from": 1320', '"summaryDelivery": "BOTH"'],
  template: ['templates.json', 'contoso template'],
  teamActivity: ['activity.json', '"team": "contoso team"'],
  teamAuditedAction: ['activity.json', '"team": "contoso team"'],
  usage: ['usage.json', '"202611"'],
  vacation: ['vacations.json', '2026-11-19'],
  week: ['timesheets.json', `Note of ${name}`],
};

/**
 * Kinds that name the person in keys, secrets, messages, copies or lists of people. The part of them that concerns the
 * account is in `profile.json`.
 */
const notExported: readonly string[] = [
  'accountWork',
  'billingProfile',
  'blockerCards',
  'calendarFeed',
  'code',
  'dayVacation',
  'delivery',
  'emailGuard',
  'family',
  'invoicePage',
  'knownNetworks',
  'memberOrg',
  'memberTeam',
  'membership',
  'orgUser',
  'outbox',
  'password',
  'run',
  'summaryConsent',
  'superadminProof',
  'taskMark',
  'teamMemberPointer',
  'teamsUser',
  'totp',
  'visit',
  'weekCards',
];

const exportOfBob = async (world: Awaited<ReturnType<typeof deletionWorld>>) => {
  const { files } = await exportPersonalData(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  const texts = new Map<string, string>();
  for (const file of files) {
    let text = '';
    for await (const part of file.text()) text += part;
    texts.set(file.name, text);
  }
  return texts;
};

describe('the export of a person', () => {
  it.each(Object.entries(exported))('has the rows of the kind %s', async (_kind, [file, ...texts]) => {
    const text = (await exportOfBob(await deletionWorld())).get(file) ?? '';
    expect(texts.filter((item) => !text.includes(item))).toEqual([]);
  });

  it('has every kind of row that names the person, except keys, messages and copies', async () => {
    const rows = await (await deletionWorld()).rows();
    const traces = [bob.memberId, bob.userId, bob.oid, name];
    const isTheirs = (row: TableRow): boolean => traces.some((trace) => lineOf(row).includes(trace));
    const kinds = new Set(rows.filter(isTheirs).map(kindNameOf));
    expect([...kinds].filter((kind) => !(kind in exported)).sort()).toEqual(notExported);
  });

  it('has every text that the person wrote, and no text of another person', async () => {
    const world = await deletionWorld();
    const all = [...(await exportOfBob(world)).values()].join('\n');
    const written = /(?:Answer|Blocker|Draft|Earlier plan|Goal|Note|Plan|Reason|Secret|Task) of (\w+) of contoso/g;
    const stored = new Set(
      (await world.rows()).flatMap((row) => [...lineOf(row).matchAll(written)].map(([text]) => text)),
    );
    const own = [...stored].filter((text) => text.endsWith(name));
    expect(own.length).toBeGreaterThan(7);
    expect(own.filter((text) => !all.includes(text))).toEqual([]);
    expect([...all.matchAll(written)].filter(([, who]) => who !== 'bob')).toEqual([]);
  });

  it('contains the plans, the blocker and the draft of a deleted report', async () => {
    const world = await deletionWorld();
    const records = inOrg(world.store, orgId);
    await records.transact([records.deleteStep(meeting, { teamId, meetingId })]);
    const files = await exportOfBob(world);
    const points = JSON.parse(files.get('open-points.json') ?? '[]') as object[];
    expect(points).toMatchObject([
      {
        ...{ report: null, reportId: meetingId },
        plan: { lines: [`Plan of ${name}`], carried: [{ text: `Plan of ${name}`, day: 2 }] },
        blocker: {
          text: `Blocker of ${name}`,
          earlier: [{ since: expect.any(String) as unknown, resolvedAt: expect.any(String) as unknown }],
        },
      },
    ]);
    expect(files.get('drafts.json')).toContain(`Draft of ${name}`);
    expect(JSON.stringify(points)).not.toContain(bob.userId);
  });
});
