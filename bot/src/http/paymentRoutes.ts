import * as contract from '#contracts/payment.ts';
import { markPaid } from '../services/charges.ts';
import { receiveWebhook } from '../services/paymentEvents.ts';
import * as payments from '../services/payments.ts';
import type { PaymentDeps } from '../services/payments.ts';
import { bind, raw } from './bind.ts';
import type { Route } from './bind.ts';
import { sendData } from './respond.ts';

export type PaymentRouteDeps = PaymentDeps;

/** How bills are paid, and what the provider tells. */
export const paymentRoutes = (deps: PaymentRouteDeps): readonly Route[] => [
  bind(contract.getPayment, (actor) => payments.getPayment(deps, actor)),
  bind(contract.createSubscription, (actor, input) => payments.createSubscription(deps, actor, input)),
  bind(contract.confirmPayment, (actor, input) => payments.confirmPayment(deps, actor, input)),
  bind(contract.markPaid, (actor, input) => markPaid(deps, actor, input)),
  raw('POST', '/api/payment/webhook/{provider}', async (req, _res, body, exchange) => {
    const header = req.headers['stripe-signature'];
    const signature = typeof header === 'string' ? header : undefined;
    const { provider = '' } = exchange.parts;
    await receiveWebhook(deps, { provider, body: await body.bytes(), signature });
    sendData(exchange, true);
  }),
];
