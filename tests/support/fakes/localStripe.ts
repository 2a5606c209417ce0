import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyText } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';

// Fakes the part of Stripe's API that the product uses, on loopback, in the formats of Stripe's reference. The
// product's real client calls it.

type Json = Record<string, unknown>;

interface Session extends Json {
  readonly id: string;
  readonly customer: string;
  readonly metadata: Json;
  setup_intent: Json | null;
  status: string;
}
interface Intent extends Json {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  status: string;
  last_payment_error: Json | null;
}

interface Failure {
  readonly status: number;
  readonly error: Json;
}
class Refused extends Error {
  readonly failure: Failure;
  constructor(status: number, error: Json) {
    super(String(error['code']));
    this.failure = { status, error };
  }
}

export interface LocalStripe {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Method and path of each request so far, such as `POST /v1/customers`. */
  readonly asked: string[];
  /** Payments that succeeded. */
  readonly taken: { readonly id: string; readonly amount: number; readonly currency: string }[];
  /** Acts as the payer who enters a card on Stripe's page. */
  enterCard(sessionId: string, last4?: string): void;
  /** Acts as the payer who removes the card at the bank or on Stripe's page. */
  detach(methodId: string): void;
  /** Result of every payment from now on: accepted, pending, or a decline code. */
  card: 'fine' | 'processing' | 'authentication_required' | 'insufficient_funds';
  isDown: boolean;
  /** If true, performs each request but closes the connection without replying. */
  losesReplies: boolean;
  readonly intents: Map<string, Intent>;
  lastSession(): string;
  /** Returns the address to which Stripe's page redirects the payer after the payment. */
  wayBack(sessionId: string): string;
  /** Returns a webhook as Stripe posts it. */
  event(
    type: string,
    object: Json,
    change?: { readonly id?: string; readonly secret?: string; readonly at?: number },
  ): {
    readonly body: string;
    readonly signature: string;
  };
  stop(): Promise<void>;
}

const webhookSecret = 'whsec_a_secret_of_these_tests';

/** Parses `a[b][0]=c`, the form in which Stripe's client encodes objects. */
const formOf = (body: string): Json => {
  const match: Json = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const parts = key.split(/\[|\]\[|\]/).filter((part) => part !== '');
    let at = match;
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Json;
    at[parts.at(-1) ?? ''] = value;
  }
  return match;
};

const missing = (id: string): Refused =>
  new Refused(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
    param: 'id',
  });

export const startLocalStripe = async (clock: Clock): Promise<LocalStripe> => {
  let count = 0;
  const next = (prefix: string): string => `${prefix}_${String((count += 1)).padStart(6, '0')}`;
  const customers = new Map<string, Json>();
  const sessions = new Map<string, Session>();
  const methods = new Map<string, Json>();
  const intents = new Map<string, Intent>();
  const replies = new Map<string, { readonly status: number; readonly body: Json }>();
  const created = (): number => Math.floor(clock.now() / 1000);

  const expanded = (session: Session, expand: unknown): Json => {
    const intent = session.setup_intent;
    if (intent === null || expand === null) return { ...session, setup_intent: intent?.['id'] ?? null };
    return { ...session, setup_intent: { ...intent, payment_method: methods.get(String(intent['payment_method'])) } };
  };

  const decline = (intent: Intent, code: string, declineCode?: string): Refused => {
    const error: Json = {
      type: 'card_error',
      code,
      message: 'Your card was declined.',
      ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    };
    intent.status = 'requires_payment_method';
    intent.last_payment_error = error;
    return new Refused(402, { ...error, payment_intent: intent });
  };

  const confirm = (intent: Intent): Intent => {
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
      throw new Refused(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'Its state does not allow that.',
        payment_intent: intent,
      });
    switch (stripe.card) {
      case 'insufficient_funds':
        throw decline(intent, 'card_declined', 'insufficient_funds');
      case 'authentication_required':
        throw decline(intent, 'authentication_required', 'authentication_required');
      case 'processing':
        intent.status = 'processing';
        return intent;
      case 'fine':
        intent.status = 'succeeded';
        stripe.taken.push({ id: intent.id, amount: intent.amount, currency: intent.currency });
        return intent;
    }
  };

  const answer = (method: string, path: string, form: Json, expand: unknown): Json => {
    const [, , kind = '', ...rest] = path.split('/');
    if (method === 'POST' && path === '/v1/customers') {
      const customer = { id: next('cus'), object: 'customer', created: created(), ...form };
      customers.set(customer.id, customer);
      return customer;
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const id = next('cs_test');
      if (!customers.has(String(form['customer']))) throw missing(String(form['customer']));
      const session = {
        object: 'checkout.session',
        ...form,
        id,
        status: 'open',
        setup_intent: null,
        url: `https://checkout.stripe.test/c/pay/${id}`,
      };
      sessions.set(id, session as unknown as Session);
      return session;
    }
    if (kind === 'checkout') {
      const session = sessions.get(rest[1] ?? '');
      if (session === undefined) throw missing(rest[1] ?? '');
      return expanded(session, expand);
    }
    if (kind === 'payment_methods') {
      const match = methods.get(rest[0] ?? '');
      if (match === undefined) throw missing(rest[0] ?? '');
      return match;
    }
    if (method === 'POST' && path === '/v1/payment_intents') {
      const fields = { ...form, amount: Number(form['amount']), currency: String(form['currency']) };
      const intent = {
        object: 'payment_intent',
        ...fields,
        id: next('pi'),
        status: 'requires_payment_method',
        last_payment_error: null,
      };
      intents.set(intent.id, intent);
      return intent;
    }
    if (kind === 'payment_intents') {
      const intent = intents.get(rest[0] ?? '');
      if (intent === undefined) throw missing(rest[0] ?? '');
      return rest[1] === 'confirm' ? confirm(intent) : intent;
    }
    throw new Refused(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  };

  const reply = (res: ServerResponse, status: number, body: Json): void => {
    res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': next('req') });
    res.end(JSON.stringify(body));
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://stripe.test');
    const { method = 'GET' } = req;
    const form = formOf(await bodyText(req));
    stripe.asked.push(`${method} ${url.pathname}`);
    if (stripe.isDown) {
      reply(res, 503, { error: { type: 'api_error', message: 'Down.' } });
      return;
    }
    if (req.headers.authorization !== 'Bearer sk_test_of_these_tests') {
      reply(res, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
      return;
    }
    const key = req.headers['idempotency-key'];
    const cached = typeof key === 'string' ? replies.get(key) : undefined;
    const outcome =
      cached ??
      ((): { status: number; body: Json } => {
        try {
          return {
            status: 200,
            body: structuredClone(answer(method, url.pathname, form, url.searchParams.get('expand[0]'))),
          };
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          return { status: error.failure.status, body: structuredClone({ error: error.failure.error }) };
        }
      })();
    if (typeof key === 'string') replies.set(key, outcome);
    if (stripe.losesReplies) res.destroy();
    else reply(res, outcome.status, outcome.body);
  };

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signer = new Stripe('sk_test_signs_only').webhooks;

  const stripe: LocalStripe = {
    url,
    settings: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_these_tests',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: url,
    },
    asked: [],
    taken: [],
    card: 'fine',
    isDown: false,
    losesReplies: false,
    intents,
    lastSession: () => [...sessions.keys()].at(-1) ?? '',
    wayBack: (id) => String(sessions.get(id)?.['success_url']).replace('{CHECKOUT_SESSION_ID}', id),
    enterCard: (sessionId, last4 = '4242') => {
      const session = sessions.get(sessionId);
      if (session === undefined) throw missing(sessionId);
      const id = next('pm');
      methods.set(id, {
        id,
        object: 'payment_method',
        type: 'card',
        customer: session.customer,
        card: { brand: 'visa', last4 },
        created: created(),
      });
      session.setup_intent = { id: next('seti'), object: 'setup_intent', status: 'succeeded', payment_method: id };
      session.status = 'complete';
    },
    detach: (methodId) => {
      methods.set(methodId, { ...methods.get(methodId), customer: null });
    },
    event: (type, object, { id = next('evt'), secret = webhookSecret, at = clock.now() } = {}) => {
      const body = JSON.stringify({ id, object: 'event', type, created: created(), data: { object } });
      const timestamp = Math.floor(at / 1000);
      return { body, signature: signer.generateTestHeaderString({ payload: body, secret, timestamp }) };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return stripe;
};
