import { z } from 'zod';
import { hashKey } from '../../domain/core/keyHashing.ts';
import { kind } from '../records.ts';

export const counterShards: readonly string[] = Array.from({ length: 16 }, (_, index) =>
  String(index).padStart(2, '0'),
);

/** Partition of a day's counters, `day` as yyyyMMdd. They are emptied after two days. */
export const counterPartition = (day: string, shard: string): string => `lim-${day}-${shard}`;

/** Tries at one entry point, by one address or for one account. Instants are epoch ms. */
export const counter = kind({
  name: 'counter',
  table: 'Dir',
  version: 1,
  schema: z.object({
    /** Tries inside a window. */
    stamps: z.array(z.int()),
    /** Failures in a row, of an account. */
    failures: z.int(),
    /** No try is accepted before this instant; 0 = any time. */
    notBefore: z.int(),
  }),
  at: (_scope: null, key: { day: string; what: string }) => {
    const hash = hashKey(key.what);
    return { pk: counterPartition(key.day, String(Number.parseInt(hash.slice(0, 1), 16)).padStart(2, '0')), rk: hash };
  },
});
