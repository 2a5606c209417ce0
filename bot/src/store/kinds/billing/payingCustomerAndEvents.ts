import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

export const payingCustomer = kind({
  name: 'payingCustomer',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId }),
  at: (_scope: null, key: { provider: string; customerId: string }) => ({
    pk: `pay:${key.provider}|${key.customerId}`,
    rk: 'o',
  }),
});

/** Records a webhook event that was applied, so that a repeated event is ignored. */
export const payingEvent = kind({
  name: 'payingEvent',
  table: 'Dir',
  version: 1,
  schema: z.object({ at: instant }),
  at: (_scope: null, key: { provider: string; customerId: string; eventId: string }) => ({
    pk: `pay:${key.provider}|${key.customerId}`,
    rk: `ev|${key.eventId}`,
  }),
});
