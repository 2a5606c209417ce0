import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { email, text } from '../core/textField.ts';

/** `invoice`: bills are sent and paid as any other. `stripe`: a card is charged. Which one is a setting of the installation. */
export const paymentProviders = ['invoice', 'stripe'] as const;

/** Addressee of the bills. */
export const billingContact = z.object({
  /** As printed on the bill: a company, or a person. */
  name: text({ max: limits.nameLength, required: 'payment.nameMissing' }),
  /** Address for bills and reminders. */
  email,
  address: text({ max: limits.addressLength, multiLine: true, required: 'payment.addressMissing' }),
  /** VAT or tax number; empty = none. */
  taxId: text({ max: limits.taxIdLength }).default(''),
  /** The payer's own reference; empty = none. */
  purchaseOrder: text({ max: limits.purchaseOrderLength }).default(''),
});
export type BillingContact = z.output<typeof billingContact>;

/** Payment states of an organisation: domain/billing/paymentState.ts. */
export const payingStates = ['TRIAL', 'PAYING', 'TRIAL_ENDED', 'METHOD_LOST', 'OVERDUE', 'READ_ONLY'] as const;

export const paymentInfo = z.object({
  provider: z.enum(paymentProviders),
  state: z.enum(payingStates),
  trialEndsAt: instant,
  /** Null once nothing is asked for any more, or as long as nothing is due. */
  readOnlyFrom: instant.nullable(),
  contact: billingContact.nullable(),
  /** "Visa •••• 4242"; null with `invoice`, and as long as there is none. */
  method: z.string().nullable(),
});
export type PaymentInfo = z.output<typeof paymentInfo>;

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payment/get',
  access: 'billing.manage',
  input: z.object({}),
  output: paymentInfo,
});
/** Saves the contact. `url`: the Stripe page on which the payer enters a card; null = no further step. */
export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/payment/CreateSubscription',
  access: 'billing.manage',
  input: billingContact,
  output: z.object({ url: z.url().nullable() }),
});
/** The payer is back from Stripe. The entries are read from Stripe itself. PAYMENT_INCOMPLETE when they are missing. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/payment/confirm',
  access: 'billing.manage',
  input: z.object({
    sessionId: z.string('invalid.text').regex(/^[A-Za-z0-9_]{1,200}$/, 'invalid.id'),
  }),
  output: paymentInfo,
});
/** A bill paid by other means, as the operator's books say. */
export const markPaid = endpoint({
  method: 'POST',
  path: '/api/payment/paid/{orgId}/{month}',
  access: 'all.books',
  input: z.object({ orgId, month: z.string('invalid.text').regex(/^\d{4}(?:0[1-9]|1[0-2])$/, 'invalid.date') }),
  output: z.literal(true),
});
