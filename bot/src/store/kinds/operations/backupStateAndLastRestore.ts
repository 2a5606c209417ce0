import { z } from 'zod';
import { instant, localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
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

/** Entry of a part in the manifest of its backup. */
export const backupPartSchema = z.object({
  name: z.string(),
  table: z.enum(tables),
  rows: z.int(),
  sha256: z.string(),
});

const backupPartition = 'backup';

/** A finished part of the running backup. These rows are useless, and are deleted, when the backup is recorded. */
export const backupPart = listedKind({
  name: 'backupPart',
  table: 'Sys',
  version: 1,
  schema: backupPartSchema,
  partition: () => backupPartition,
  rowKey: (key: { number: number }) => `part|${String(key.number).padStart(6, '0')}`,
});

/** State of the nightly backup: the progress of the running backup, and the end of the last complete backup. */
export const backupState = kind({
  name: 'backupState',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /** End of the last complete backup; null if no backup was completed. */
    finishedAt: instant.nullable(),
    /** Night of the last backup that has begun; null if no backup has begun. */
    day: localDate.nullable(),
    /**
     * Progress of a backup of the previous version, which has all its parts in this row. This version leaves these
     * fields empty, because the previous version would finish its backup without the parts in other rows.
     */
    id: z.string().nullable(),
    startedAt: instant.nullable(),
    table: z.enum(tables).nullable(),
    continuation: z.string().nullable(),
    parts: z.array(backupPartSchema),
    /** The running backup; null if none is running. */
    running: z
      .object({
        id: z.string(),
        startedAt: instant,
        /** The table that the backup is reading; null if it has read all tables. */
        table: z.enum(tables).nullable(),
        /** The position in the table; null at its beginning. */
        continuation: z.string().nullable(),
        /** Number of finished parts. Rows of parts with this number or a higher one are not part of the backup. */
        parts: z.int(),
        /** Number of parts of the earlier tables. */
        partsBefore: z.int(),
      })
      .nullish(),
  }),
  at: () => ({ pk: backupPartition, rk: 'state' }),
});
