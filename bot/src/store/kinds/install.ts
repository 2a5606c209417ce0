import { z } from 'zod';
import { instant } from '#contracts/ids.ts';
import { kind } from '../kind.ts';
import { teamsUserPartition } from './accounts.ts';
import type { TeamsUserKey } from './accounts.ts';

/** Whether a person has the bot in their personal scope, known in a roster or not: makes the welcome once an install. */
export const personalInstall = kind({
  name: 'personalInstall',
  table: 'Accounts',
  version: 1,
  schema: z.object({ isInstalled: z.boolean(), changedAt: instant }),
  at: (_scope: null, key: TeamsUserKey) => ({ pk: teamsUserPartition(key), rk: 'i' }),
});
