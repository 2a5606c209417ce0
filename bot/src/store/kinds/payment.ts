import { z } from 'zod';
import type { OrgId } from '#contracts/ids.ts';
import { kind } from '../kind.ts';

/** How an organisation pays; there is none until a payment method is saved. */
export const payment = kind({
  name: 'payment',
  table: 'Org',
  version: 1,
  schema: z.object({ provider: z.string(), customerId: z.string() }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'pay' }),
});
