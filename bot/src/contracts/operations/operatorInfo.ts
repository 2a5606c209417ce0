import { z } from 'zod';
import { currency } from '../billing/billingMonthAndSummaryCalls.ts';
import { endpoint } from '../core/endpoint.ts';

/**
 * Facts from the settings about the operator of this installation and its use of data. The privacy, terms and help
 * pages show them.
 */
export const installation = z.object({
  operator: z.string().nullable(),
  /** Email address or URL of the operator; null = not set. */
  contact: z.string().nullable(),
  isInAzure: z.boolean(),
  sendsMail: z.boolean(),
  /** True if technical measurements are sent to Azure Monitor. */
  isMeasured: z.boolean(),
  hasInvoices: z.boolean(),
  /** Terms for a new organisation; null = the installation bills nothing. */
  price: z
    .object({
      /** Price in cents for each active person in a month. */
      perPerson: z.int(),
      currency,
      /** Number of free days after the registration; 0 = no trial. */
      trialDays: z.int(),
    })
    .nullable(),
});
export type Installation = z.output<typeof installation>;

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/installation',
  access: 'anyone',
  input: z.object({}),
  output: installation,
});
