import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/**
 * Hashes of the networks from which the person has signed in, the latest first. Failed sign-ins from other networks do not slow
 * down sign-ins from these networks.
 */
export const knownNetworks = kind({
  name: 'knownNetworks',
  table: 'Accounts',
  version: 1,
  schema: z.object({ networks: z.array(z.object({ hash: z.string(), at: instant })) }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'net' }),
});
