import { z } from 'zod';
import { currency } from '../billing/billingCalls.ts';
import { endpoint } from '../core/endpoint.ts';

/** The operator of this installation and its use of data, from the settings, for the pages on privacy, terms and help. */
export const installation = z.object({
  /** Null = the settings name no operator. */
  operator: z.string().nullable(),
  /** An e-mail address or an address of the web. */
  contact: z.string().nullable(),
  isInAzure: z.boolean(),
  /** A mail server of the operator sends the emails. */
  sendsMail: z.boolean(),
  /** Technical measurements go to Azure Monitor. */
  isMeasured: z.boolean(),
  /** Invoices are made. */
  hasInvoices: z.boolean(),
  /** Terms for a new organisation; null = nothing is billed. */
  price: z
    .object({
      /** Cents for each active person and month. */
      perPerson: z.int(),
      currency,
      /** Free days after the registration; 0 = no trial. */
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
