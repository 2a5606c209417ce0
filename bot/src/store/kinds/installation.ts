import { z } from 'zod';
import { instant, localDate } from '#contracts/ids.ts';
import { tables } from '../port.ts';
import { kind } from '../kind.ts';

// What is of the installation as a whole, one row each.

/** Which builds the store is for. Read before anything else, so its own shape never changes. */
export const storeFormat = kind({
  name: 'storeFormat',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /** The newest format of a build that has worked on it. */
    format: z.int(),
    /** The oldest format whose builds may still work on it. */
    readableBy: z.int(),
    /** It is being filled by a restore or a move, so far: nobody else may work on it. Null = it is whole. */
    filling: z.string().nullable(),
  }),
  at: () => ({ pk: 'format', rk: 'store' }),
});

/** That the store was put back from a backup: what was due until `at` may have been sent by what was there before. */
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
    /** Of the last whole one; null = there is none. */
    finishedAt: instant.nullable(),
    /** Of the one under way: its night, name and beginning. Null = none is. */
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
