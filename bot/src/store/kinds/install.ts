import { z } from 'zod';
import { instant } from '#contracts/ids.ts';
import { hashKey } from '../../domain/ids.ts';
import { kind } from '../kind.ts';

/** Whether a person has the bot in their personal scope, known in a roster or not: makes the welcome once an install. */
export const personalInstall = kind({
  name: 'personalInstall',
  table: 'Accounts',
  version: 1,
  schema: z.object({ isInstalled: z.boolean(), changedAt: instant }),
  at: (_scope: null, key: { tid: string; oid: string }) => ({
    pk: `aad:${hashKey(key.tid.toLowerCase())}|${hashKey(key.oid.toLowerCase())}`,
    rk: 'i',
  }),
});
