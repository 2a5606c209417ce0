import { z } from 'zod';
import { instant, localDate } from '#contracts/core/ids.ts';
import { tables } from '../tableStore.ts';
import { kind } from '../records.ts';

// Rows of the installation as a whole, one each.

/** Builds that may use the store. Read before all other rows, so its own shape never changes. */
export const storeFormat = kind({
  name: 'storeFormat',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /** The newest format of a build that has worked on it. */
    format: z.int(),
    /** The oldest format whose builds may still work on it. */
    readableBy: z.int(),
    /** Progress of a restore or a move that is filling the store: no other instance may use it. Null = the store is complete. */
    filling: z.string().nullable(),
  }),
  at: () => ({ pk: 'format', rk: 'store' }),
});

/** Records the last restore from a backup. Messages that were due by `at` may have been sent before the restore. */
export const restored = kind({
  name: 'restored',
  table: 'Sys',
  version: 1,
  schema: z.object({
    at: instant,
    /** When the backup was made. */
    from: instant,
  }),
  at: () => ({ pk: 'restored', rk: 'last' }),
});

export const backupPart = z.object({
  /** Name of the blob below the backup's own folder. */
  name: z.string(),
  table: z.enum(tables),
  rows: z.int(),
  /** SHA-256 of the blob in hex. */
  sha256: z.string(),
});

/** The nightly backup: how far the one under way has come, and when the last whole one was done. */
export const backupState = kind({
  name: 'backupState',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /** End of the last complete backup; null = there is none. */
    finishedAt: instant.nullable(),
    /** Night, name and start of the backup under way; null = there is none. */
    day: localDate.nullable(),
    id: z.string().nullable(),
    startedAt: instant.nullable(),
    /** The table it is at, and where in it; null = at its beginning. */
    table: z.enum(tables).nullable(),
    continuation: z.string().nullable(),
    parts: z.array(backupPart),
  }),
  at: () => ({ pk: 'backup', rk: 'state' }),
});
