import type { OrgId } from '#contracts/core/ids.ts';

// Outbound port to the payment provider. Card data never touches this server: the payer enters it on the provider's own page.

/** A session on the provider's payment page, with the payment method that the payer entered. */
export interface Setup {
  /** The organisation that the product stored in the session; null = the product did not create the session. */
  readonly orgId: string | null;
  readonly customerId: string | null;
  /** Null as long as it is not finished. */
  readonly method: Method | null;
}

export interface Method {
  readonly id: string;
  /** "Visa •••• 4242" */
  readonly label: string;
  /** When the payer entered it, epoch ms. */
  readonly enteredAt: number;
}

/** The provider's current state of a payment. */
export interface Payment {
  readonly id: string;
  readonly orgId: string | null;
  readonly month: string | null;
  readonly amountCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly state: 'OPEN' | 'PROCESSING' | 'FAILED' | 'PAID';
  /** The provider's code of what went wrong. */
  readonly reason: string | null;
}

export interface Bill {
  readonly orgId: OrgId;
  /** yyyyMM */
  readonly month: string;
  readonly number: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** Subject of a webhook, as ids only: its content is read from the provider again. */
export interface PaymentEvent {
  readonly id: string;
  readonly customerId: string | null;
  readonly about:
    | { readonly is: 'SETUP'; readonly sessionId: string }
    | { readonly is: 'PAYMENT'; readonly paymentId: string }
    | { readonly is: 'METHODS' }
    | { readonly is: 'NOTHING' };
}

/** A webhook whose signature is wrong, missing or too old. */
export class BadSignature extends Error {}

/** Every call rejects with AppError UNAVAILABLE when the provider cannot be reached or does not answer in time. */
export interface PaymentGateway {
  readonly provider: 'stripe';
  /** The customer of an organisation, made when there is none; asked twice it is one. */
  customer(org: { readonly orgId: OrgId; readonly name: string; readonly email: string }): Promise<string>;
  /** Address of the page on which the payer enters a card. */
  beginSetup(request: {
    readonly orgId: OrgId;
    readonly customerId: string;
    readonly currency: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<string>;
  /** Undefined: there is no such session. */
  readSetup(sessionId: string): Promise<Setup | undefined>;
  /** The method, while the customer has it. */
  readMethod(customerId: string, methodId: string): Promise<Method | undefined>;
  /** Prepares a payment without taking money; asked twice for a bill and attempt it is one. */
  prepare(bill: Bill, customerId: string, attempt: number): Promise<Payment>;
  /** Collects the money without the payer. A refusal is FAILED; `attempt` names this try, so that a lost reply causes no second one. */
  take(paymentId: string, methodId: string, attempt: number): Promise<Payment>;
  /** Undefined: there is no such payment. */
  readPayment(paymentId: string): Promise<Payment | undefined>;
  /** Verifies and reads a webhook. Throws BadSignature. */
  readEvent(body: Buffer, signature: string | undefined, now: number): PaymentEvent;
}
