import * as contract from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { markPaid } from '../../services/billing/collectInvoicePayments.ts';
import { receiveWebhook } from '../../services/billing/paymentWebhook.ts';
import * as payments from '../../services/billing/billingContactAndPaymentMethod.ts';
import type { PaymentDeps } from '../../services/billing/billingContactAndPaymentMethod.ts';
import { bind, raw } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { sendData } from '../server/sendResponse.ts';

export type PaymentRouteDeps = PaymentDeps;

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
    await sendData(exchange, true);
  }),
];
