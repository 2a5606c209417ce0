import { z } from 'zod';
import { instant, localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { jobPartition } from '../core/jobPartition.ts';

/**
 * The last day whose nightly work is complete for a shard. The nightly work runs only if this day is before today, so missed work
 * is done later and completed work is not repeated.
 */
export const nightly = kind({
  name: 'nightly',
  table: 'Sys',
  version: 1,
  schema: z.object({
    day: localDate,
    /**
     * While the clock is far ahead (`services/core/checkClockFarAhead.ts`): the first and the last check that found it.
     * Earlier versions keep these fields and the next one without reading them.
     */
    aheadSince: instant.nullish(),
    aheadAt: instant.nullish(),
    /** When a clock that was far ahead was believed. Missing after the nightly work of that day. */
    believedAt: instant.nullish(),
  }),
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `night|${key.shard}` }),
});
