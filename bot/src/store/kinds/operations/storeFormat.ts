import { z } from 'zod';
import { kind } from '../../recordKindsAndAccess.ts';

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
