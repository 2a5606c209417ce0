import type { OutputOf } from '#contracts/core/endpoint.ts';
import type {
  BillingContact,
  confirmPayment,
  createSubscription,
  getPayment,
  PaymentInfo,
} from '#contracts/billing/paymentAndBillingContactCalls.ts';
import type { Call } from '../client/apiClient.ts';

// Calls about the payment of invoices. Pages inside Microsoft Teams never make these calls.

export const findPayment = (call: Call, signal?: AbortSignal): Promise<PaymentInfo> =>
  call<typeof getPayment>({ method: 'GET', path: '/api/payment/get' }, {}, signal);

export const savePayment = (call: Call, contact: BillingContact): Promise<OutputOf<typeof createSubscription>> =>
  call<typeof createSubscription>({ method: 'POST', path: '/api/payment/CreateSubscription' }, contact);

export const confirmSetup = (call: Call, sessionId: string): Promise<PaymentInfo> =>
  call<typeof confirmPayment>({ method: 'POST', path: '/api/payment/confirm' }, { sessionId });
