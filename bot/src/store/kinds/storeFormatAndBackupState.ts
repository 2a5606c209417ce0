import { z } from 'zod';
import { instant, localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { tables } from '../tableStorePort.ts';
import { kind } from '../recordKindsAndAccess.ts';

// Row kinds of which the whole installation has only one row each.

/**
 * Formats of the builds that may use the store. This row is read before all other rows, and builds of every version must
 * understand it. So later versions may add fields, but must not change or remove these fields.
 */
export const storeFormat = kind({
  name: 'storeFormat',
  table: 'Sys',
  version: 1,
  schema: z.object({
    format: z.int(),
    /** Oldest format whose builds may still use the store. */
    readableBy: z.int(),
    /**
     * Progress of a restore or migration that is filling the store, during which no other instance may use it. Null if
     * the store is complete.
     */
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
    from: instant,
  }),
  at: () => ({ pk: 'restored', rk: 'last' }),
});

export const backupPart = z.object({
  name: z.string(),
  table: z.enum(tables),
  rows: z.int(),
  sha256: z.string(),
});

/** State of the nightly backup: the progress of the running backup, and the end of the last complete backup. */
export const backupState = kind({
  name: 'backupState',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /** End of the last complete backup; null if no backup was completed. */
    finishedAt: instant.nullable(),
    /** Night, name and start of the running backup; null if no backup is running. */
    day: localDate.nullable(),
    id: z.string().nullable(),
    startedAt: instant.nullable(),
    /**
     * The table that the backup is reading, and the position in it; null at the beginning of the backup or of the
     * table.
     */
    table: z.enum(tables).nullable(),
    continuation: z.string().nullable(),
    parts: z.array(backupPart),
  }),
  at: () => ({ pk: 'backup', rk: 'state' }),
});
