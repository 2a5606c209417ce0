import { existsSync } from 'node:fs';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { backUpFile, restoreFile } from '../../../bot/src/backup/backUpAndRestoreStoreFile.ts';
import { refreshSession } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { code } from '../../../bot/src/store/kinds/identity/oneTimeCode.ts';
import { restored } from '../../../bot/src/store/kinds/operations/backupStateAndLastRestore.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { msOf } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { aDate, aMeetingId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { answerAs, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { home, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { aWorld, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// A restored store has no record of the messages sent after the backup. The meeting opens at 09:00 and closes at 11:00.

const place = useTempDir();
let count = 0;
const freshNames = () => {
  count += 1;
  return { file: place(`store-${count}.db`), copy: place(`copy-${count}.db`), backup: place(`backup-${count}`) };
};

type Opened = TableStore & { readonly admin: TableAdmin };

/**
 * Creates an engine on the restored store. Its `restoredAt` comes from the row that the restore wrote, as after a
 * server start.
 */
const engineOn = async (world: World, store: Opened, name: string) => {
  const word = await outside(store).get(restored, undefined);
  if (word === undefined) throw new Error('The engine finds no word of the restore.');
  return world.instance(name, { store, restoredAt: msOf(word.value.at) });
};

const restoredFrom = async (world: World, backup: string, to: string): Promise<Opened> => {
  await restoreFile({ from: backup, file: to, isReplacing: false }, world.clock);
  return openSqliteStore({ file: to });
};

/** Returns the messages of a day without faults. */
const day = (date: string): string[] => [
  `${date} 09:00 announcement channel`,
  `${date} 09:00 ask ann`,
  `${date} 09:00 ask bob`,
  `${date} 10:00 reminder ann`,
  `${date} 10:00 reminder bob`,
  `${date} 10:45 reminder ann`,
  `${date} 10:45 reminder bob`,
  `${date} 11:00 summary channel`,
];
const minuteOf = (at: string): string => at.slice(5, 16).replace('T', ' ');

const played = async (backedUpAt: string, restoredAt: string) => {
  const { file, copy, backup } = freshNames();
  const store = openSqliteStore({ file });
  const world = await aWorld({ store });
  await world.meeting({ isReportSummaryInChat: true });
  await world.runUntil(backedUpAt, 300);
  backUpFile(file, backup, world.clock);
  await world.runUntil(restoredAt, 300);
  const before = story(world);
  const again = await restoredFrom(world, backup, copy);
  const engine = await engineOn(world, again, 'after the restore');
  await world.runUntil('2026-11-20T12:30:00Z', 300, engine);
  world.clock.set('2026-11-23T08:55:00Z');
  await world.runUntil('2026-11-23T11:10:00Z', 300, engine);
  const storedRun = await inOrg(again, world.orgId).get(runKind, {
    teamId: world.teamId,
    meetingId: aMeetingId(),
    date: aDate('2026-11-20'),
  });
  const faults = await faultsIn(again);
  await again.close();
  await world.verify();
  await store.close();
  return { before, after: story(world), faults, run: storedRun?.value, errors: world.log.errors };
};

describe('a restored store', () => {
  it.each([
    ['before the questions, after they went out', '2026-11-20T08:30:00Z', '2026-11-20T09:20:00Z'],
    ['right after they went out', '2026-11-20T09:00:00Z', '2026-11-20T09:05:00Z'],
    ['before the reminder, after it', '2026-11-20T09:30:00Z', '2026-11-20T10:05:00Z'],
    ['before the close, after the summary', '2026-11-20T10:50:00Z', '2026-11-20T11:02:00Z'],
    ['the night before, at noon', '2026-11-20T08:01:00Z', '2026-11-20T12:00:00Z'],
  ])('repeats no prompt, reminder or summary: %s', async (_what, backedUpAt, restoredAt) => {
    const { before, after, faults, errors, run } = await played(backedUpAt, restoredAt);
    const since = after.slice(before.length);
    // The restored server sends only messages that were not due before the restore, and each of them once.
    const toCome = day('11-20').filter((line) => line.slice(0, 11) > minuteOf(restoredAt));
    const today = since.filter((line) => line.startsWith('11-20'));
    expect(toCome).toEqual(expect.arrayContaining(today));
    expect(new Set(today).size).toBe(today.length);
    expect(today.filter((line) => line.includes('summary'))).toEqual([]);
    // The run after the restore is prompted normally.
    expect(since.filter((line) => line.startsWith('11-23'))).toEqual(day('11-23'));
    expect(run?.state).toMatch(/MISSED|COMPLETED/);
    expect({ faults, errors }).toEqual({ faults: [], errors: [] });
  });

  it('keeps an open run open, so that its cards can be answered', async () => {
    const { file, copy, backup } = freshNames();
    const store = openSqliteStore({ file });
    const world = await aWorld({ store });
    await world.meeting();
    await world.runUntil('2026-11-20T09:05:00Z');
    backUpFile(file, backup, world.clock);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T09:10:00Z');
    const again = await restoredFrom(world, backup, copy);
    const engine = await engineOn(world, again, 'after the restore');
    await answerAs({ ...world, answering: { ...world.answering, store: again } }, 'ann');
    await world.runUntil('2026-11-20T10:00:00Z', 300, engine);
    // Only members who owe an answer get reminders, and no prompt is repeated.
    expect(story(world)).toEqual([
      '11-20 09:00 announcement channel',
      '11-20 09:00 ask ann',
      '11-20 09:00 ask bob',
      '11-20 10:00 reminder bob',
    ]);
    await again.close();
    await world.verify();
    await store.close();
  });
});

const copyRows = async (from: Opened, to: Opened): Promise<void> => {
  for (const table of tables) await to.admin.bulkPut(table, (await from.admin.scanAll(table)).rows);
};

it('ends all sessions and codes from before the restore', async () => {
  const world = await sessionWorld();
  const { file, copy, backup } = freshNames();
  const session = await world.signIn('ann');
  const codes = outside(world.store);
  const exp = anInstant('2027-01-01T00:00:00Z');
  await codes.insert(code, { hash: 'aa' }, { kind: 'RESET', subject: 'x', payload: {}, exp, used: null });
  await codes.insert(code, { hash: 'bb' }, { kind: 'UNDELETE', subject: 'x', payload: {}, exp, used: null });
  const source = openSqliteStore({ file });
  await copyRows(world.store, source);
  backUpFile(file, backup, world.clock);
  await source.close();
  await restoreFile({ from: backup, file: copy, isReplacing: false }, world.clock);
  const again = openSqliteStore({ file: copy });
  const deps = world.other(again);
  await expect(refreshSession(deps, { refreshtoken: session.refreshToken }, home)).rejects.toEqual(
    new AppError('UNAUTHENTICATED'),
  );
  const left = (await rowsOf(again.admin, 'Accounts')).map((row) => row.rk === 't' && row.pk).filter(Boolean);
  expect(left).toEqual(['tok:bb']);
  const newSession = await world.signIn('ann', home, deps);
  await expect(refreshSession(deps, { refreshtoken: newSession.refreshToken }, home)).resolves.toBeDefined();
  await again.close();
  expect(existsSync(`${copy}.restoring`)).toBe(false);
});
