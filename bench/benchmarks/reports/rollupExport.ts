import path from 'node:path';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { rollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { RollupFileFormat, RollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { createExportFileWorker } from '../../../bot/src/services/files/runExportFileWorker.ts';
import { openRollup } from '../../../bot/src/services/rollup/openRollupAndSummary.ts';
import { readRollupForFile } from '../../../bot/src/services/rollup/files/readRollupForFile.ts';
import { streamRollupFile } from '../../../bot/src/services/rollup/files/streamRollupFile.ts';
import type { RollupFileDeps } from '../../../bot/src/services/rollup/files/streamRollupFile.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { fontFiles } from '../../../tests/support/files/pdfFonts.ts';
import { seedTeamWithPastDays, daysUpToToday } from '../../parts/seedTeamWithPastDays.ts';
import { actorOf } from '../../parts/seedDayAndSaveAnswers.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { grown, longestHold, rounds, sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures the largest files of a roll-up. The baseline reads and groups the same roll-up without a file, as the page
// does.

const members = 434;
const howOften = 3;

interface Plan {
  readonly format: RollupFileFormat;
  /** Largest number of days that the format accepts for this team. */
  readonly days: number;
  readonly atMost: { readonly ratio: number; readonly bytes: number };
}

const longestPeriod = 92;
/**
 * The smallest file comes first: the process keeps freed memory, so after a large file a small one would seem to need
 * no memory.
 */
const plans: readonly Plan[] = [
  { format: 'PDF', days: 6, atMost: { ratio: 60, bytes: 300e6 } },
  { format: 'CSV', days: longestPeriod, atMost: { ratio: 3, bytes: 500e6 } },
  { format: 'XLSX', days: 73, atMost: { ratio: 10, bytes: 700e6 } },
];

const queryOf = ({ format }: Plan, days: number): RollupFileQuery =>
  rollupFileQuery.parse({ preset: 'RANGE', ...daysUpToToday(days), format });

/** Fails if the format accepts one more day, because the benchmark would then not measure the largest file. */
const requireLargest = async (deps: RollupFileDeps, actor: Actor, plan: Plan): Promise<void> => {
  try {
    await readRollupForFile(deps, actor, queryOf(plan, plan.days + 1));
  } catch (error) {
    if (error instanceof AppError && (error.code === 'TOO_LARGE' || error.code === 'INVALID_INPUT')) return;
    throw error;
  }
  throw new Error(`${plan.format} accepts more than ${plan.days} days.`);
};

const measure = async (deps: RollupFileDeps, actor: Actor, plan: Plan): Promise<Row[]> => {
  const { format, days, atMost } = plan;
  await requireLargest(deps, actor, plan);
  const query = queryOf(plan, days);
  let size = 0;
  const write = async (): Promise<void> => {
    const { body } = await streamRollupFile(deps, actor, query);
    size = 0;
    // Reads the file piece by piece and keeps none, because the server streams the file in the same way.
    for await (const piece of body()) size += (piece as Uint8Array).length;
  };
  const memory = await grown(write);
  // The minimum of several rounds counts, because in some rounds other load on the machine also blocks the event loop.
  const held = Math.min(...(await rounds(howOften, () => longestHold(write))));
  const measured = await sideBySide(
    howOften,
    () => timed(write),
    () => timed(() => openRollup(deps, actor, query)),
  );
  const entries = (members * days).toLocaleString('en-GB');
  return [
    {
      what: `${format} of ${entries} roll-up entries, ${inMB(size)}`,
      figure: inMs(measured.subject),
      baseline: `${inMs(measured.baseline)} the roll-up without a file`,
      ratio: times(measured.ratio),
      target: `≤ ${atMost.ratio} ×`,
      isMet: measured.ratio <= atMost.ratio,
    },
    {
      what: `– event loop held, calmest of ${howOften} rounds`,
      figure: inMs(held),
      target: '≤ 50 ms',
      isMet: held <= 50,
    },
    {
      what: '– memory on top',
      figure: inMB(memory),
      target: `≤ ${inMB(atMost.bytes)}`,
      isMet: memory <= atMost.bytes,
    },
  ];
};

export const bench: Bench = async () => {
  const { day, team, person } = await seedTeamWithPastDays(members, longestPeriod);
  return withCopy(day.file, async (store) => {
    const deps: RollupFileDeps = {
      ...{ store, clock: fakeClock('2026-11-20T11:30:00Z'), translateFor, publicUrl: 'https://rollcall.test' },
      ...{ limiter: { take: () => Promise.resolve({} as never) }, fontFiles },
      sheetWorker: createExportFileWorker({ file: path.resolve('dist/sheetFile.js') }),
    };
    const rows: Row[] = [];
    for (const plan of plans) rows.push(...(await measure(deps, actorOf(team, person), plan)));
    return rows;
  });
};
