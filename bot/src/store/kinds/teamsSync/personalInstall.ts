import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamsUserPartition } from '../microsoftAccounts/teamsUser.ts';
import type { TeamsUserKey } from '../microsoftAccounts/teamsUser.ts';

/**
 * Records whether a person has installed the bot personally, with or without a team. With this row, a repeated event of an
 * installation sends no second welcome message.
 */
export const personalInstall = kind({
  name: 'personalInstall',
  table: 'Accounts',
  version: 1,
  schema: z.object({ isInstalled: z.boolean(), changedAt: instant }),
  at: (_scope: null, key: TeamsUserKey) => ({ pk: teamsUserPartition(key), rk: 'i' }),
});
