import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { instant, questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meeting as meetingSchema } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionTypes } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { claimAll, reschedule } from '../../bot/src/jobs/delivery/claimAndRescheduleOutboxRows.ts';
import { readyRows } from '../../bot/src/jobs/delivery/readReadyOutboxRows.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { openForWork } from '../../bot/src/startup/openAndCheckStores.ts';
import type { OutboxRow } from '../../bot/src/services/runs/outboxRowAndRunRef.ts';
import { mergeChanges, updateRow } from '../../bot/src/services/core/optimisticUpdate.ts';
import { decode } from '../../bot/src/store/rowCodec.ts';
import { kindOf } from '../../bot/src/store/admin/kindOfRow.ts';
import { verifyStore } from '../../bot/src/store/admin/verifyStore.ts';
import {
  buildFormat,
  checkFormat,
  claimFormat,
  NewerStoreError,
} from '../../bot/src/store/storeFormatAndFillingMark.ts';
import type { BuildFormat } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { inOrg, kind, outside, readAs } from '../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { storeFormat } from '../../bot/src/store/kinds/operations/storeFormat.ts';
import { nightly } from '../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import { meeting as meetingKind } from '../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { outbox } from '../../bot/src/store/kinds/outbox/outboxRow.ts';
import { tables } from '../../bot/src/store/tableStorePort.ts';
import type { Row, Table, TableAdmin, TableStore } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { storeTroubleOf } from '../../bot/src/store/troubleFromStoreError.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aTeamId,
  anInstant,
  anOrgId,
  aUserId,
} from '../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { questionSamples } from '../support/data/questionSamples.ts';
import { asNextBuild, lostFields, nextField } from '../support/store/nextVersionStore.ts';
import { answerAs, friday, runOf, story } from '../support/worlds/saveAnswersAndReadMessages.ts';
import { rowsOf } from '../support/data/readStoreRows.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { aWorld, quietLog } from '../support/worlds/teamWorldWithEngine.ts';

// Tests several versions of the product on one store, one after another and side by side (docs/decisions/034).

const place = useTempDir();
const inMemory = () => openSqliteStore({ file: ':memory:' });
const older: BuildFormat = { format: buildFormat.format - 1, readableBy: 1 };
const next: BuildFormat = { format: buildFormat.format + 1, readableBy: buildFormat.format };
const breaking: BuildFormat = { format: buildFormat.format + 1, readableBy: buildFormat.format + 1 };

const fixtures = path.join('tests', 'store', 'fixtures');
const formats = readdirSync(fixtures).filter((file) => file.endsWith('.jsonl'));

describe('a store of an earlier version', () => {
  it.each(formats)('opens with this version, row by row: %s', async (file) => {
    const rows = readFileSync(path.join(fixtures, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row & { readonly table: Table })
      .filter((row) => !(row.table === 'Sys' && row.pk === 'format'));
    const dataDir = place(file);
    const { store } = await openForWork({ engine: 'sqlite', dataDir }, fakeClock());
    for (const table of tables)
      await store.admin.bulkPut(
        table,
        rows.filter((row) => row.table === table),
      );
    await store.close();
    const again = (await openForWork({ engine: 'sqlite', dataDir }, fakeClock())).store;
    let read = 0;
    for (const table of tables)
      for (const row of await rowsOf(again.admin, table)) {
        const format = kindOf(table, row);
        if (format === undefined) throw new Error(`No kind of row has the key ${row.rk}.`);
        decode(format, row.values);
        read += 1;
      }
    // The store has one more row than the fixtures: the mark of this version.
    expect(read).toBe(rows.length + 1);
    await again.close();
  });
});

describe('the mark of a store', () => {
  const markOf = async (store: TableStore) => (await outside(store).get(storeFormat, undefined))?.value;

  it('the mark of a store never decreases', async () => {
    const store = inMemory();
    await claimFormat(store, older);
    await claimFormat(store);
    await claimFormat(store, older);
    expect(await markOf(store)).toMatchObject(buildFormat);
    await Promise.all([claimFormat(store, next), claimFormat(store), claimFormat(store, next)]);
    expect(await markOf(store)).toMatchObject(next);
    await expect(checkFormat(store)).resolves.toBeUndefined();
  });

  it('rejects a downgrade with an explanation, and leaves the store unchanged', async () => {
    const dataDir = place('downgraded');
    const open = () => openForWork({ engine: 'sqlite', dataDir }, fakeClock());
    const { store } = await open();
    await claimFormat(store, breaking);
    const before = await rowsOf(store.admin, 'Sys');
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerStoreError);
    expect((refusal as Error).message).toBe(
      `The store was last used by a newer version (format ${breaking.format}); this one knows format ${buildFormat.format} and would damage it. ` +
        'Start the newer version again, or restore a backup that was made before the upgrade.',
    );
    expect(storeTroubleOf(refusal)).toBe('store-newer');
    expect(await rowsOf(store.admin, 'Sys')).toEqual(before);
    await store.close();
  });

  it('ignores fields that a later version adds', async () => {
    const store = inMemory();
    await claimFormat(store, breaking);
    await store.touch('Sys', { pk: 'format', rk: 'store', values: { v: 7, since: 'later' } });
    await expect(checkFormat(store)).rejects.toThrow(NewerStoreError);
  });
});

describe('a field of a later version', () => {
  const later = kind({
    ...profile,
    schema: profile.schema.extend({ pronouns: z.string().nullish(), badges: z.array(z.string()).nullish() }),
  });
  const userId = aUserId('ann');
  const ann = {
    ...{ userId, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '1', photoUrl: null },
    ...{ sessionEpoch: 1, joinsFrom: null, removals: null, isConfirmed: true, lastOrgId: null, locale: 'en' },
    createdOn: instant.parse('2026-11-20T08:00:00.000Z'),
  };
  const long = 'they/them '.repeat(7_000);

  const written = async () => {
    const store = inMemory();
    await outside(store).insert(later, { userId }, { ...ann, pronouns: long, badges: ['a'] });
    return { store, records: outside(store) };
  };
  const readLater = async (store: TableStore) => (await outside(store).get(later, { userId }))?.value;

  it('is ignored, and kept when this version writes the row', async () => {
    const { store, records } = await written();
    expect((await records.get(profile, { userId }))?.value).toEqual(ann);
    await updateRow(records, profile, { userId }, (row) => mergeChanges(row, { phone: null, firstName: 'Anna' }));
    expect(await readLater(store)).toEqual({
      ...ann,
      ...{ firstName: 'Anna', phone: null, pronouns: long, badges: ['a'] },
    });
  });

  it('is kept by transactions, touches and rows from a scan', async () => {
    const { store, records } = await written();
    const page = await store.scan('Accounts', `u:${userId}`, { from: 'p', to: 'q' });
    const [row] = page.rows.map((item) => readAs(profile, item));
    if (row === undefined) throw new Error('The row is there.');
    await records.transact([records.replaceStep(profile, { userId }, { ...row.value, lastName: 'Li' }, row.etag)]);
    await records.touch(profile, { userId }, { phone: '2' });
    expect(await readLater(store)).toEqual({ ...ann, lastName: 'Li', phone: '2', pronouns: long, badges: ['a'] });
  });

  it('is not restored after the later version has removed it', async () => {
    const { store, records } = await written();
    const stale = await records.get(profile, { userId });
    const now = await outside(store).get(later, { userId });
    if (stale === undefined || now === undefined) throw new Error('The row is there.');
    await outside(store).replace(later, { userId }, { ...now.value, pronouns: null }, now.etag);
    await expect(records.replace(profile, { userId }, stale.value, stale.etag)).rejects.toMatchObject({
      fault: 'CONFLICT',
    });
    await updateRow(records, profile, { userId }, (row) => mergeChanges(row, { phone: '3' }));
    expect(await readLater(store)).toEqual({ ...ann, phone: '3', pronouns: null, badges: ['a'] });
  });

  it('is kept when a message is claimed and released', async () => {
    const store = inMemory();
    const at = anInstant('2026-11-20T08:00:00Z');
    const row: OutboxRow = {
      ...{ orgId: anOrgId(), teamId: aTeamId(), meetingId: aMeetingId(), date: aDate('2026-11-20'), at, notBefore: at },
      ...{
        kind: 'prompt.1',
        who: 'channel',
        notAfter: null,
        lease: null,
        touched: null,
        failures: null,
        parkedReason: null,
      },
    };
    const key = outbox.at(null, row);
    await outside(store).insert(outbox, row, row);
    await store.touch(outbox.table, { ...key, values: { mood: 'calm' } });
    const deps = { store, clock: fakeClock(at), log: quietLog(), settings: jobSettings };
    const shard = key.pk.slice(-2);
    const { rows } = await readyRows(deps, shard);
    const [claimed] = await claimAll(deps, rows);
    expect((await store.get(outbox.table, key))?.values).toMatchObject({ mood: 'calm', lease: claimed?.lease });
    if (claimed === undefined) throw new Error('The row is ready.');
    await reschedule(deps, claimed, { notBefore: deps.clock.now() });
    expect((await store.get(outbox.table, key))?.values).toMatchObject({ mood: 'calm' });
  });

  it('is lost with a row that is created again', async () => {
    const store = inMemory();
    const records = outside(store);
    const day = aDate('2026-11-20');
    await store.insert('Sys', { ...nightly.at(null, { shard: '00' }), values: { v: 1, day, note: 'x' } });
    const row = await records.get(nightly, { shard: '00' });
    if (row === undefined) throw new Error('The row is there.');
    await records.delete(nightly, { shard: '00' }, row.etag);
    await records.insert(nightly, { shard: '00' }, { day });
    expect((await store.get('Sys', nightly.at(null, { shard: '00' })))?.values).toEqual({ v: 1, day });
  });
});

it('two versions at once send each message once, lose no field of the later one, and leave a sound store', async () => {
  const raw: TableStore & { readonly admin: TableAdmin } = inMemory();
  const lost: string[] = [];
  const world = await aWorld({ store: { ...raw, ...lostFields(raw, lost) } });
  await claimFormat(raw);
  await claimFormat(raw, next);
  await world.meeting({ isReportSummaryInChat: true });
  const later = world.instance('n+1', { store: asNextBuild(raw) });
  for (const at of ['09:05', '09:35', '10:05', '10:50', '11:20']) {
    await world.runUntil(`2026-11-20T${at}:00Z`, 120);
    if (at === '09:35') await answerAs(world, 'ann');
    await later.poll();
    world.clock.advance({ seconds: 11 });
    await later.poll();
  }
  expect(story(world).map((line) => line.slice('11-20 09:00 '.length))).toEqual([
    ...['announcement channel', 'ask ann', 'ask bob', 'reminder bob', 'reminder bob', 'summary channel'],
  ]);
  expect(await runOf(world, friday)).toMatchObject({ state: 'COMPLETED' });
  expect(lost).toEqual([]);
  expect(world.log.errors).toEqual([]);
  const noted = (await rowsOf(raw.admin, 'Team')).filter((row) => row.values[nextField] !== undefined);
  expect(noted.length).toBeGreaterThan(0);
  expect((await verifyStore(raw.admin)).findings).toEqual([]);
});

describe('a report with question types that the previous version does not know', () => {
  /** The schema of a question as the previous version defined it; `earlierMeeting` is the row kind with this schema. */
  const earlierQuestion = z.object({
    ...{ id: questionId, sequence: z.int(), text: z.string(), type: z.enum(['TEXT', 'OPTIONS']) },
    ...{ options: z.array(z.string()), blockingOptions: z.array(z.string()) },
    ...{ isBlocker: z.boolean(), isTimesheetQuestion: z.boolean() },
  });
  const earlierMeeting = kind({
    ...{ name: 'meeting', table: 'Team' as const, version: 1, at: meetingKind.at },
    schema: meetingSchema.extend({ questions: z.array(earlierQuestion) }),
  });
  const questions = questionTypes.map((type, index) =>
    storedQuestion.parse({ id: type, sequence: index + 1, text: 'Q', type, ...questionSamples[type].draft }),
  );
  const key = { teamId: aTeamId(), meetingId: aMeetingId() };

  it('is read and replaced by the previous version, and keeps its types', async () => {
    const records = inOrg(inMemory(), anOrgId());
    await records.insert(meetingKind, key, aMeeting({ questions }));
    const read = await records.get(earlierMeeting, key);
    if (read === undefined) throw new Error('The row is missing.');
    await records.replace(earlierMeeting, key, { ...read.value, name: 'Renamed' }, read.etag);
    expect((await records.get(meetingKind, key))?.value).toMatchObject({ name: 'Renamed', questions });
  });
});
