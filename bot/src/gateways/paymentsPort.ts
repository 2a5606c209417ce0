import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Outbound port to the payment provider. This server never gets card data, because the payer enters it on the
// provider's own page.

export interface Setup {
  /** Id of the organisation that the product stored in the session; null = the product did not create the session. */
  readonly orgId: string | null;
  readonly customerId: string | null;
  /** The payment method; null until the payer has finished. */
  readonly method: Method | null;
}

export interface Method {
  readonly id: string;
  readonly label: string;
  /** Epoch ms at which the payer entered the payment method. */
  readonly enteredAt: number;
}

export interface Payment {
  readonly id: string;
  readonly orgId: string | null;
  readonly month: string | null;
  readonly amountCents: number;
  /** ISO 4217 currency code in upper case. */
  readonly currency: string;
  readonly state: 'OPEN' | 'PROCESSING' | 'FAILED' | 'PAID';
  /** The provider's error code; null = no error. */
  readonly reason: string | null;
}

export interface Bill {
  readonly orgId: OrgId;
  readonly month: string;
  readonly number: string;
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * A webhook call of the provider, reduced to ids. All other data is read from the provider, so that the content of the
 * call need not be trusted.
 */
export interface PaymentEvent {
  readonly id: string;
  readonly customerId: string | null;
  readonly about:
    | { readonly is: 'SETUP'; readonly sessionId: string }
    | { readonly is: 'PAYMENT'; readonly paymentId: string }
    | { readonly is: 'METHODS' }
    | { readonly is: 'NOTHING' };
}

/** Thrown for a webhook whose signature is wrong, missing or too old. */
export class BadSignature extends Error {}

/** Every call to the provider throws UNAVAILABLE if the provider cannot be reached or does not reply in time. */
export interface PaymentGateway {
  readonly provider: 'stripe';
  /**
   * Creates the customer of an organisation and returns its id. If a call with the same data is repeated soon, for
   * example after a lost reply, it creates no second customer.
   */
  customer(org: { readonly orgId: OrgId; readonly name: string; readonly email: string }): Promise<string>;
  /** Returns the URL of the page on which the payer enters a card. */
  beginSetup(request: {
    readonly orgId: OrgId;
    readonly customerId: string;
    readonly currency: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<string>;
  /** Returns the result of the session in which the payer enters a card; undefined if the session does not exist. */
  readSetup(sessionId: string): Promise<Setup | undefined>;
  /** Returns the payment method; undefined if it does not belong to the customer any more. */
  readMethod(customerId: string, methodId: string): Promise<Method | undefined>;
  /** Prepares a payment without charging it. Repeated calls for the same bill and attempt prepare only one payment. */
  prepare(bill: Bill, customerId: string, attempt: number): Promise<Payment>;
  /**
   * Charges the payment method without the payer being present. A declined card results in FAILED. `attempt` makes the
   * call idempotent, so that repeating it after a lost reply does not charge twice.
   */
  take(paymentId: string, methodId: string, attempt: number): Promise<Payment>;
  /** Returns the current state of the payment; undefined if the payment does not exist. */
  readPayment(paymentId: string): Promise<Payment | undefined>;
  /** Verifies and parses a webhook. `now`: epoch ms. Throws BadSignature if the signature is wrong or too old. */
  readEvent(body: Buffer, signature: string | undefined, now: number): PaymentEvent;
}
