import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { email, text } from '../core/textAndEmailSchemas.ts';

/**
 * Ways of payment. `invoice`: the customer gets a bill and pays it by any means. `stripe`: a card is charged. The
 * setting PAYMENT_PROVIDER selects one of them for the whole installation.
 */
export const paymentProviders = ['invoice', 'stripe'] as const;

export const billingContact = z.object({
  /** Name on the bill: a company or a person. */
  name: text({ max: limits.nameLength, required: 'payment.nameMissing' }),
  email,
  address: text({ max: limits.addressLength, multiLine: true, required: 'payment.addressMissing' }),
  /** VAT or tax number; empty = none. */
  taxId: text({ max: limits.taxIdLength }).default(''),
  purchaseOrder: text({ max: limits.purchaseOrderLength }).default(''),
});
export type BillingContact = z.output<typeof billingContact>;

/**
 * Payment states of an organisation, derived in domain/billing/trialAndPayingState.ts. METHOD_LOST: the organisation
 * no longer has a payment method. OVERDUE: a payment failed. READ_ONLY: 7 days have passed since the trial ended, the
 * method was lost or the payment failed.
 */
export const payingStates = ['TRIAL', 'PAYING', 'TRIAL_ENDED', 'METHOD_LOST', 'OVERDUE', 'READ_ONLY'] as const;

export const paymentInfo = z.object({
  provider: z.enum(paymentProviders),
  state: z.enum(payingStates),
  trialEndsAt: instant,
  /**
   * Instant from which the organisation is read-only unless it pays; in the past if it already is read-only. Null
   * during the trial and while payments are in order.
   */
  readOnlyFrom: instant.nullable(),
  contact: billingContact.nullable(),
  /**
   * Short description of the payment method, such as "Visa •••• 4242". Null with the provider `invoice`, and while no
   * method is stored.
   */
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
/**
 * Saves the billing contact. `url`: the Stripe page on which the payer enters a card; null = no further step is needed.
 */
export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/payment/CreateSubscription',
  access: 'billing.manage',
  input: billingContact,
  output: z.object({ url: z.url().nullable() }),
});
/**
 * Completes a payment setup after the payer returned from Stripe. The server reads from Stripe the data that the payer
 * entered there. If data is missing, the call is refused with PAYMENT_INCOMPLETE.
 */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/payment/confirm',
  access: 'billing.manage',
  input: z.object({
    sessionId: z.string('invalid.text').regex(/^[A-Za-z0-9_]{1,200}$/, 'invalid.id'),
  }),
  output: paymentInfo,
});
/**
 * Marks the bill of a month as paid. The operator uses it for payments that the product cannot detect, such as bank
 * transfers.
 */
export const markPaid = endpoint({
  method: 'POST',
  path: '/api/payment/paid/{orgId}/{month}',
  access: 'all.books',
  input: z.object({ orgId, month: z.string('invalid.text').regex(/^\d{4}(?:0[1-9]|1[0-2])$/, 'invalid.date') }),
  output: z.literal(true),
});
