import { z } from 'zod';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { kind } from '../../recordKindsAndAccess.ts';

export const counterShards: readonly string[] = Array.from({ length: 16 }, (_, index) =>
  String(index).padStart(2, '0'),
);

/** Returns the partition of a day's counters. `day` has the form yyyyMMdd. The counters are deleted when they are two days old. */
export const counterPartition = (day: string, shard: string): string => `lim-${day}-${shard}`;

/** Counts the attempts at one entry point, by one network address or for one account. Instants are epoch ms. */
export const counter = kind({
  name: 'counter',
  table: 'Dir',
  version: 1,
  schema: z.object({
    stamps: z.array(z.int()),
    failures: z.int(),
    /** No attempt is accepted before this instant; 0 if attempts are not delayed. */
    notBefore: z.int(),
  }),
  at: (_scope: null, key: { day: string; what: string }) => {
    const hash = hashKey(key.what);
    return { pk: counterPartition(key.day, String(Number.parseInt(hash.slice(0, 1), 16)).padStart(2, '0')), rk: hash };
  },
});
