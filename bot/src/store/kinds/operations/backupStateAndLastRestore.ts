import { z } from 'zod';
import { instant, localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { tables } from '../../tableStorePort.ts';

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
