import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, orgId } from './ids.ts';
import { limits } from './limits.ts';
import { email, text } from './text.ts';

/** `invoice`: bills are sent and paid as any other. `stripe`: a card is charged. Which one is a setting of the installation. */
export const paymentProviders = ['invoice', 'stripe'] as const;

/** To whom bills are made out. */
export const billingContact = z.object({
  /** As it stands on the bill: a company, or a person. */
  name: text({ max: limits.nameLength, required: 'payment.nameMissing' }),
  /** Where bills and reminders go. */
  email,
  address: text({ max: limits.addressLength, multiLine: true, required: 'payment.addressMissing' }),
  /** VAT or tax number; empty = none. */
  taxId: text({ max: limits.taxIdLength }),
  /** The payer's own reference; empty = none. */
  purchaseOrder: text({ max: limits.purchaseOrderLength }),
});
export type BillingContact = z.output<typeof billingContact>;

/** How an organisation stands: domain/paying.ts. */
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
/** Saves the contact. `url`: where the payer enters a card, with Stripe; null = all is said. */
export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/payment/CreateSubscription',
  access: 'billing.manage',
  input: billingContact,
  output: z.object({ url: z.url().nullable() }),
});
/** The payer is back from Stripe: what was entered there is read from Stripe itself. PAYMENT_INCOMPLETE when it is not there. */
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
