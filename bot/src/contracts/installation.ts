import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Who runs this installation and what it does with data, as its settings say: what the pages on privacy, terms and help tell. */
export const installation = z.object({
  /** Null = the settings name nobody. */
  operator: z.string().nullable(),
  /** An e-mail address or an address of the web. */
  contact: z.string().nullable(),
  isInAzure: z.boolean(),
  /** Letters leave by a mail server of the operator. */
  sendsMail: z.boolean(),
  /** Technical measurements go to Azure Monitor. */
  isMeasured: z.boolean(),
  /** Invoices are made. */
  hasInvoices: z.boolean(),
});
export type Installation = z.output<typeof installation>;

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/installation',
  access: 'anyone',
  input: z.object({}),
  output: installation,
});
