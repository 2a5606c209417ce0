import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
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
  schema: z.object({ day: localDate }),
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `night|${key.shard}` }),
});
