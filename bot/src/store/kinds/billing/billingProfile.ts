import { z } from 'zod';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** Recipient of the invoices. Each field is empty until it is entered. */
export const billingProfileFields = z.object({
  company: z.string(),
  address: z.string(),
  taxId: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  purchaseOrder: z.string(),
});

/** Billing profile of the organisation. The row is missing until the profile is filled in. */
export const billingProfile = kind({
  name: 'billingProfile',
  table: 'Org',
  version: 1,
  schema: billingProfileFields,
  at: (scope: OrgId) => ({ pk: scope, rk: 'bill' }),
});
