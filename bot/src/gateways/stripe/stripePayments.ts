import Stripe from 'stripe';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { BadSignature } from '../paymentsPort.ts';
import type { Method, Payment, PaymentEvent, PaymentGateway, Setup } from '../paymentsPort.ts';

// Payments through Stripe. Only this file imports the Stripe package.

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** URL of the API; null = Stripe's own API. */
  readonly apiBase: string | null;
}

const deadlineMs = 20_000;
/** Maximum age of a signed event in seconds. An older event is rejected as a possible replay. */
const toleranceS = 300;

const clientOf = ({ secretKey, apiBase }: StripeSettings): Stripe => {
  const settings = { timeout: deadlineMs, maxNetworkRetries: 1, telemetry: false };
  if (apiBase === null) return new Stripe(secretKey, settings);
  const { protocol, hostname, port } = new URL(apiBase);
  const isSecure = protocol === 'https:';
  return new Stripe(secretKey, {
    ...settings,
    host: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    protocol: isSecure ? 'https' : 'http',
  });
};

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Stripe's error message is not passed on, because it may quote input of the payer. */
const unreachable = (cause: unknown): AppError => new AppError('UNAVAILABLE', { message: 'payment.noProvider', cause });

const asking = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw unreachable(error);
  }
};

const found = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreachable(error);
  }
};

const idOf = (item: string | { readonly id: string } | null | undefined): string | null =>
  typeof item === 'string' ? item : (item?.id ?? null);

const brandOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');

const methodOf = ({ id, card, type, created }: Stripe.PaymentMethod): Method => ({
  id,
  enteredAt: created * 1000,
  label: card == null ? brandOf(type) : `${brandOf(card.brand)} •••• ${card.last4}`,
});

const stateOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): Payment['state'] => {
  if (status === 'succeeded') return 'PAID';
  if (status === 'processing') return 'PROCESSING';
  // The payer is not present to authenticate, so a payment that requires an action counts as failed.
  if (status === 'requires_action' || status === 'canceled') return 'FAILED';
  // A payment with any other status counts as open: it waits for confirmation, or a later version of the API added the
  // status.
  return status === 'requires_payment_method' && error !== null ? 'FAILED' : 'OPEN';
};

const reasonOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): string | null =>
  status === 'requires_action'
    ? 'authentication_required'
    : (error?.decline_code ?? error?.code ?? (status === 'canceled' ? status : null));

const paymentOf = (intent: Stripe.PaymentIntent): Payment => ({
  id: intent.id,
  orgId: intent.metadata['organisation'] ?? null,
  month: intent.metadata['month'] ?? null,
  amountCents: intent.amount,
  currency: intent.currency.toUpperCase(),
  state: stateOf(intent),
  reason: reasonOf(intent),
});

const setupOf = (session: Stripe.Checkout.Session): Setup => {
  const intent = typeof session.setup_intent === 'string' ? null : session.setup_intent;
  const entered = intent?.status === 'succeeded' ? intent.payment_method : null;
  // A payment method that was removed after the session is invalid, even if the session succeeded.
  const isThere = entered !== null && typeof entered !== 'string' && entered.customer !== null;
  return {
    orgId: session.metadata?.['organisation'] ?? null,
    customerId: idOf(session.customer),
    method: isThere ? methodOf(entered) : null,
  };
};

const aboutMethods: readonly string[] = [
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'customer.deleted',
];

const aboutOf = (event: Stripe.Event): PaymentEvent['about'] => {
  if (event.type === 'checkout.session.completed') return { is: 'SETUP', sessionId: event.data.object.id };
  const object = event.data.object as { readonly object?: string; readonly id?: string };
  if (object.object === 'payment_intent') return { is: 'PAYMENT', paymentId: object.id ?? '' };
  return aboutMethods.includes(event.type) ? { is: 'METHODS' } : { is: 'NOTHING' };
};

/**
 * Returns the customer of an event; null if it has none. For a detached payment method, only the previous attributes
 * contain the customer.
 */
const customerOf = (event: Stripe.Event): string | null => {
  const object = event.data.object as { readonly object?: string; readonly id?: string; readonly customer?: unknown };
  if (object.object === 'customer') return object.id ?? null;
  const before = (event.data as { readonly previous_attributes?: { readonly customer?: unknown } }).previous_attributes;
  const customer = object.customer ?? before?.customer;
  return idOf(customer as string | { readonly id: string } | null | undefined);
};

type SetupCalls = Pick<PaymentGateway, 'customer' | 'beginSetup' | 'readSetup' | 'readMethod'>;

const setupCalls = (stripe: Stripe): SetupCalls => ({
  customer: async ({ orgId, name, email }) => {
    const customer = await asking(() =>
      stripe.customers.create(
        { name, email, metadata: { organisation: orgId } },
        { idempotencyKey: `customer-${orgId}-${email}-${name}`.slice(0, 250) },
      ),
    );
    return customer.id;
  },
  beginSetup: async ({ orgId, customerId, currency, successUrl, cancelUrl }) => {
    const session = await asking(() =>
      stripe.checkout.sessions.create({
        mode: 'setup',
        customer: customerId,
        currency: currency.toLowerCase(),
        allowed_payment_method_types: ['card'],
        success_url: successUrl,
        cancel_url: cancelUrl,
        metadata: { organisation: orgId },
      }),
    );
    if (session.url === null) throw unreachable(new Error('A session without an address'));
    return session.url;
  },
  readSetup: async (sessionId) => {
    const expand = ['setup_intent.payment_method'];
    const session = await found(() => stripe.checkout.sessions.retrieve(sessionId, { expand }));
    return session === undefined ? undefined : setupOf(session);
  },
  readMethod: async (customerId, methodId) => {
    const method = await found(() => stripe.paymentMethods.retrieve(methodId));
    return method === undefined || idOf(method.customer) !== customerId ? undefined : methodOf(method);
  },
});

type PaymentCalls = Pick<PaymentGateway, 'prepare' | 'take' | 'readPayment'>;

const paymentCalls = (stripe: Stripe): PaymentCalls => ({
  prepare: async ({ orgId, month, number, amountCents, currency }, customerId, attempt) =>
    paymentOf(
      await asking(() =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: currency.toLowerCase(),
            customer: customerId,
            allowed_payment_method_types: ['card'],
            description: number,
            metadata: { organisation: orgId, month, invoice: number },
          },
          { idempotencyKey: `bill-${orgId}-${month}-${customerId}-${attempt}` },
        ),
      ),
    ),
  take: async (paymentId, methodId, attempt) => {
    const key = { idempotencyKey: `take-${paymentId}-${attempt}` };
    try {
      return paymentOf(
        await stripe.paymentIntents.confirm(paymentId, { payment_method: methodId, off_session: true }, key),
      );
    } catch (error) {
      const isAnswer =
        error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
      if (!isAnswer) throw unreachable(error);
      // This error can mean that the charge was declined or that the payment is already paid, so the payment is read to
      // find its state.
      const now = paymentOf(await asking(() => stripe.paymentIntents.retrieve(paymentId)));
      const reason = now.reason ?? error.decline_code ?? error.code ?? 'refused';
      return now.state === 'OPEN' ? { ...now, state: 'FAILED', reason } : now;
    }
  },
  readPayment: async (paymentId) => {
    const intent = await found(() => stripe.paymentIntents.retrieve(paymentId));
    return intent === undefined ? undefined : paymentOf(intent);
  },
});

export const createStripe = (settings: StripeSettings): PaymentGateway => {
  const stripe = clientOf(settings);
  return {
    provider: 'stripe',
    ...setupCalls(stripe),
    ...paymentCalls(stripe),
    readEvent: (body, signature, now) => {
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature ?? '',
          settings.webhookSecret,
          toleranceS,
          undefined,
          now,
        );
        return { id: event.id, customerId: customerOf(event), about: aboutOf(event) };
      } catch (cause) {
        throw new BadSignature('The signature does not hold', { cause });
      }
    },
  };
};
