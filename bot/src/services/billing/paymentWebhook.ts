import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { BadSignature } from '../../gateways/paymentsPort.ts';
import type { PaymentEvent } from '../../gateways/paymentsPort.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { payingCustomer, payingEvent } from '../../store/kinds/billing/payingCustomerAndEvents.ts';
import { settleCharge } from './collectInvoicePayments.ts';
import { handleMethodsChanged, handleSetupFinished } from './billingContactAndPaymentMethod.ts';
import type { PaymentDeps } from './billingContactAndPaymentMethod.ts';
import { getOrInsert } from '../core/optimisticUpdate.ts';

// Handles webhooks of the payment provider. Only the id of the changed object is used from an event; its state is read
// from the provider. So events may arrive twice, late and in any order.

export interface Webhook {
  readonly provider: string;
  readonly body: Buffer;
  readonly signature: string | undefined;
}

const verified = (deps: PaymentDeps, { provider, body, signature }: Webhook) => {
  const { payments: gateway } = deps;
  if (!deps.isBillingEnabled || gateway?.provider !== provider) throw new AppError('NOT_FOUND');
  try {
    return { gateway, event: gateway.readEvent(body, signature, deps.clock.now()) };
  } catch (cause) {
    if (!(cause instanceof BadSignature)) throw cause;
    throw new AppError('WEBHOOK_REFUSED', { cause });
  }
};

const apply = async (
  deps: PaymentDeps,
  { gateway, event: { about } }: ReturnType<typeof verified>,
  orgId: Parameters<typeof settleCharge>[1],
): Promise<void> => {
  switch (about.is) {
    case 'SETUP':
      return handleSetupFinished(deps, gateway, orgId, about.sessionId);
    case 'PAYMENT': {
      const payment = await gateway.readPayment(about.paymentId);
      // A payment without an organisation was not made by this product: the account at the provider may have other
      // uses.
      return payment?.orgId == null ? undefined : settleCharge(deps, orgId, payment);
    }
    case 'METHODS':
      return handleMethodsChanged(deps, gateway, orgId);
    case 'NOTHING':
      return;
  }
};

/**
 * Applies an event once, and ignores events of an unknown customer. Throws WEBHOOK_REFUSED for a bad signature, and
 * PAYMENT_MISMATCH for a payment that fits no invoice.
 */
export const receiveWebhook = async (deps: PaymentDeps, webhook: Webhook): Promise<PaymentEvent['about']['is']> => {
  const verifiedEvent = verified(deps, webhook);
  const { id: eventId, customerId, about } = verifiedEvent.event;
  const { provider } = verifiedEvent.gateway;
  if (customerId === null) return 'NOTHING';
  const records = outside(deps.store);
  const customer = await records.get(payingCustomer, { provider, customerId });
  const key = { provider, customerId, eventId };
  if (customer === undefined || (await records.get(payingEvent, key)) !== undefined) return 'NOTHING';
  await apply(deps, verifiedEvent, customer.value.orgId);
  await getOrInsert(records, payingEvent, key, () => ({ at: toInstant(deps.clock.now()) }));
  return about.is;
};
