import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** The readiness probe writes and reads this row. Each instance has its own row. */
export const probe = kind({
  name: 'probe',
  table: 'Sys',
  version: 1,
  schema: z.object({ at: instant }),
  at: (_scope: null, key: { instanceId: string }) => ({ pk: 'probe', rk: key.instanceId }),
});
