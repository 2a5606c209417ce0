import { z } from 'zod';
import { paymentProviders } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** Payment settings of an organisation that has never paid. Rows of version 1 get them as defaults. */
export const nothingPaidYet = {
  methodId: null,
  methodLabel: null,
  methodEnteredAt: null,
  overdueSince: null,
  methodLostAt: null,
  locale: 'en',
} as const;

/** Payment settings of an organisation. The row is missing until a billing contact is entered. */
export const payment = kind({
  name: 'payment',
  table: 'Org',
  version: 2,
  schema: z.object({
    provider: z.enum(paymentProviders),
    /** The provider's id of the customer; null for the provider `invoice`. */
    customerId: z.string().nullable(),
    methodId: z.string().nullable(),
    methodLabel: z.string().nullable(),
    /**
     * Instant at which the payment method was entered; null if no method was entered. Events about methods that were
     * entered earlier are ignored.
     */
    methodEnteredAt: instant.nullable(),
    /** Instant since which a payment is overdue; null if no payment is overdue. */
    overdueSince: instant.nullable(),
    /**
     * Instant at which the organisation lost its payment method, through the provider or a change of settings; null if
     * the organisation has a method, or never had a method.
     */
    methodLostAt: instant.nullable(),
    /** BCP 47 tag: language of the person who saved the settings, used for messages to the payer. */
    locale: z.string(),
  }),
  upgrade: (previous) => ({ ...previous, ...nothingPaidYet }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'pay' }),
});
