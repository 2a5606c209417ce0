import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createExportFileWorker } from '../../../bot/src/services/files/runExportFileWorker.ts';
import type { SheetJob } from '../../../bot/src/services/timesheets/timesheetFileWorkerJob.ts';
import type { ExportRow } from '../../../bot/src/services/timesheets/exportColumns.ts';

// Tests the worker thread for files: its input, the number of parallel workers and its failures. The program of these
// tests counts the rows of each message, or fails if `texts.title` of the job is 'throws' or 'exits'.

const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { title } = workerData.texts;
if (title === 'throws') throw new Error('No font has this letter.');
if (title === 'exits') process.exit(3);
const messages = [];
parentPort.on('message', ({ batches }) => {
  if (batches !== undefined) {
    messages.push(batches.map((rows) => rows.length));
    return;
  }
  const { format, at, program } = workerData;
  parentPort.postMessage(new TextEncoder().encode(JSON.stringify({ format, at, program, messages })));
  parentPort.close();
});
`;

const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-sheet-worker-'));
const file = path.join(folder, 'program.cjs');
writeFileSync(file, program);

afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const aJob = (title = '') => ({ format: 'XLSX', at: 5, texts: { title } }) as unknown as SheetJob;
const rowsOf = (count: number): readonly ExportRow[] => Array.from({ length: count }, () => ({}) as ExportRow);

/** Returns a fake source of batches with these numbers of rows. */
const batchesOf = (...sizes: readonly number[]) =>
  async function* (): AsyncGenerator<readonly ExportRow[]> {
    await Promise.resolve();
    yield* sizes.map(rowsOf);
  };

/**
 * Returns a fake source of batches that yields nothing until the test calls `open`. `state` records whether the worker
 * asked the source.
 */
const gated = () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const state = { isAsked: false };
  const batches = async function* (): AsyncGenerator<readonly ExportRow[]> {
    state.isAsked = true;
    await gate;
    yield rowsOf(1);
  };
  return { open, batches, state };
};

const madeOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
const aSheetWorker = () => createExportFileWorker({ file, program: 'sheetProps.ts' });

/** Records the timers of two minutes that are set or cleared from now on. */
const watchDeadlines = () => {
  const set: { readonly callback: () => void; readonly timer: unknown }[] = [];
  const cleared: unknown[] = [];
  const [setTimer, clearTimer] = [globalThis.setTimeout, globalThis.clearTimeout];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((callback: () => void, delay?: number) => {
    const timer = setTimer(callback, delay);
    if (delay === 120_000) set.push({ callback, timer });
    return timer;
  });
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    cleared.push(timer);
    clearTimer(timer);
  });
  return { set, cleared };
};

describe('the thread of a file', () => {
  it('receives its job and all rows, a thousand or more in a message, and returns the file', async () => {
    const bytes = await aSheetWorker().make(aJob(), batchesOf(400, 400, 400, 999, 1, 1_000, 5));
    expect(madeOf(bytes)).toEqual({
      ...{ format: 'XLSX', at: 5, program: 'sheetProps.ts' },
      messages: [[400, 400, 400], [999, 1], [1_000], [5]],
    });
  });

  it('gets an empty message if there are no rows', async () => {
    expect(madeOf(await aSheetWorker().make(aJob(), batchesOf()))).toMatchObject({ messages: [[]] });
  });

  it.each([
    ['throws', 'No font has this letter.'],
    ['exits', 'The thread ended with 3'],
  ])('the thread of a file that %s rejects the file with the reason', async (title, reason) => {
    await expect(aSheetWorker().make(aJob(title), batchesOf(1))).rejects.toThrow(reason);
  });

  it('ends if reading the rows fails', async () => {
    const terminate = jest.spyOn(Worker.prototype, 'terminate');
    const { set, cleared } = watchDeadlines();
    const batches = async function* (): AsyncGenerator<readonly ExportRow[]> {
      await Promise.resolve();
      yield rowsOf(1);
      throw new Error('The store is busy.');
    };
    await expect(aSheetWorker().make(aJob(), batches)).rejects.toThrow('The store is busy.');
    expect(terminate).toHaveBeenCalled();
    expect(cleared).toContain(set[0]?.timer);
  });

  it('is given two minutes, and is not ended if it finishes in time', async () => {
    const { set, cleared } = watchDeadlines();
    const terminate = jest.spyOn(Worker.prototype, 'terminate');
    const late = gated();
    const making = aSheetWorker().make(aJob(), late.batches);
    await new Promise(setImmediate);
    expect(set).toHaveLength(1);
    set[0]?.callback();
    await expect(making).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(terminate).toHaveBeenCalled();
    await aSheetWorker().make(aJob(), batchesOf(1));
    expect(set).toHaveLength(2);
    expect(cleared).toContain(set[1]?.timer);
    late.open();
  });
});

describe('two threads at a time', () => {
  it('make the third file wait for the first that is done', async () => {
    const sheetWorker = aSheetWorker();
    const files = [gated(), gated(), gated(), gated()];
    const makings = files.map(({ batches }) => sheetWorker.make(aJob(), batches));
    const asked = (): readonly boolean[] => files.map(({ state }) => state.isAsked);
    await new Promise(setImmediate);
    expect(asked()).toEqual([true, true, false, false]);
    files[1]?.open();
    await makings[1];
    await new Promise(setImmediate);
    expect(asked()).toEqual([true, true, true, false]);
    for (const { open } of files) open();
    await Promise.all(makings);
    expect(asked()).toEqual([true, true, true, true]);
  });

  it('remain two after failed and successful files', async () => {
    const sheetWorker = aSheetWorker();
    await expect(sheetWorker.make(aJob('exits'), batchesOf(1))).rejects.toThrow('ended');
    await sheetWorker.make(aJob(), batchesOf(1));
    await sheetWorker.make(aJob(), batchesOf(1));
    const files = [gated(), gated(), gated()];
    const makings = files.map(({ batches }) => sheetWorker.make(aJob(), batches));
    await new Promise(setImmediate);
    expect(files.map(({ state }) => state.isAsked)).toEqual([true, true, false]);
    for (const { open } of files) open();
    await Promise.all(makings);
  });
});
