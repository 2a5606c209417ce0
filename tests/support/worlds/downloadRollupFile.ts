import { buffer } from 'node:stream/consumers';
import { rollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { RollupFileFormat } from '#contracts/rollup/rollupFileCalls.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { buildRollupFileInWorker } from '../../../bot/src/services/rollup/files/buildRollupFileInWorker.ts';
import type { FileItem, RollupJob } from '../../../bot/src/services/rollup/files/rollupFileModel.ts';
import { streamRollupFile } from '../../../bot/src/services/rollup/files/streamRollupFile.ts';
import type { RollupFileDeps } from '../../../bot/src/services/rollup/files/streamRollupFile.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { fontFiles } from '../files/pdfFonts.ts';
import type { World } from './teamWorldWithEngine.ts';

/** Builds files in the thread of the test, because starting a worker thread takes a second. */
const make = async (job: unknown, batches: () => AsyncGenerator<readonly unknown[]>): Promise<Uint8Array> => {
  const copies = async function* (): AsyncGenerator<readonly FileItem[]> {
    // Copies each batch, because a message to a real thread is also a copy.
    for await (const batch of batches()) yield structuredClone(batch) as readonly FileItem[];
  };
  return buildRollupFileInWorker(structuredClone(job) as RollupJob, copies);
};

export const fileDeps = (world: World): RollupFileDeps => ({
  ...{ store: world.store, clock: world.clock, translateFor, publicUrl: 'https://rollcall.test' },
  ...{ limiter: { take: () => Promise.resolve({} as never) }, sheetWorker: { make }, fontFiles },
});

/** Builds a roll-up as a file, as a download does. Returns its name and bytes. */
export const fileOf = async (
  world: World,
  actor: Actor,
  format: RollupFileFormat,
  query: object,
): Promise<{ readonly fileName: string; readonly bytes: Buffer }> => {
  const { fileName, body } = await streamRollupFile(
    fileDeps(world),
    actor,
    rollupFileQuery.parse({ ...query, format }),
  );
  return { fileName, bytes: await buffer(body()) };
};
