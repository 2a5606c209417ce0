import type { OutputOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  BillingContact,
  createSubscription as createSubscriptionCall,
  PaymentInfo,
} from '#contracts/billing/paymentAndBillingContactCalls.ts';
import type { BillingTerms } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { PaymentGateway, Setup } from '../../gateways/paymentsPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { billingProfile } from '../../store/kinds/billing/billingProfile.ts';
import { nothingPaidYet, payment as paymentKind } from '../../store/kinds/billing/paymentSettings.ts';
import { payingCustomer } from '../../store/kinds/billing/payingCustomerAndEvents.ts';
import { activityStep, auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { wakeDueCharges } from './collectInvoicePayments.ts';
import type { Deps } from '../core/deps.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { hasPaymentMethod, readPayingState, readOnlyFrom } from '../tenancy/payingStateAndOrgPause.ts';
import type { PaymentRow } from '../tenancy/payingStateAndOrgPause.ts';
import { getOrInsert, mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';

// Manages the payment settings of an organisation (docs/product-rules.md, Billing): the billing contact and, with
// Stripe as the payment provider, the card that is charged.

export interface PaymentDeps extends Pick<
  Deps,
  'store' | 'clock' | 'newId' | 'log' | 'publicUrl' | 'isBillingEnabled'
> {
  /** The payment provider; null = invoices are emailed and paid by transfer or other means. */
  readonly payments: PaymentGateway | null;
  readonly billing: Pick<BillingTerms, 'currency'>;
}

const requireBilling = ({ isBillingEnabled }: Pick<Deps, 'isBillingEnabled'>): void => {
  if (!isBillingEnabled) throw new AppError('NOT_FOUND');
};

const nothingYet = ({ payments }: PaymentDeps): PaymentRow => ({
  provider: payments?.provider ?? 'invoice',
  customerId: null,
  ...nothingPaidYet,
});

/**
 * Returns the instant at which the organisation lost its payment method, for example because the card was removed; null
 * if it has one or never had one.
 */
const lostAt = (deps: PaymentDeps, before: PaymentRow | undefined, next: PaymentRow): Instant | null => {
  if (hasPaymentMethod(next)) return null;
  return hasPaymentMethod(before) ? toInstant(deps.clock.now()) : next.methodLostAt;
};

interface PaymentEntry {
  /** Message of the log entry; null = the change is not logged. */
  readonly message: ActivityFact['message'] | null;
  /** The person who made the change; null = the payment provider made it. */
  readonly actor: Actor | null;
}

/** Writes the changed fields and the log entry in one transaction. Writes nothing if no field changes. */
const change = async (
  deps: PaymentDeps,
  records: Records<OrgId>,
  fields: Partial<PaymentRow>,
  { message, actor }: PaymentEntry,
): Promise<PaymentRow> =>
  retryOnConflict(async () => {
    const row = await records.get(paymentKind, undefined);
    const before = row?.value ?? nothingYet(deps);
    const wanted = { ...before, ...fields };
    const next = { ...wanted, methodLostAt: lostAt(deps, row?.value, wanted) };
    if (row !== undefined && JSON.stringify(next) === JSON.stringify(before)) return before;
    const about = { teamId: null, objectId: records.scope, eventKey: deps.newId(), atMs: deps.clock.now() };
    const log =
      message === null
        ? []
        : actor === null
          ? [activityStep(records, { ...about, message, actor: 'Stripe' })]
          : auditedActionSteps(records, actor, { ...about, message });
    const write =
      row === undefined
        ? records.insertStep(paymentKind, undefined, next)
        : records.replaceStep(paymentKind, undefined, next, row.etag);
    await records.transact([write, ...log]);
    return next;
  });

export const getPayment = async (deps: PaymentDeps, actor: Actor): Promise<PaymentInfo> => {
  requireBilling(deps);
  const { records, organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  const saved = (await records.get(paymentKind, undefined))?.value;
  const row = saved ?? nothingYet(deps);
  // The state is computed from `saved`, not from `row`: if nothing is saved, `row` holds default values although the
  // organisation has no payment method.
  const paying = readPayingState(saved, organisation, deps.clock.now());
  return {
    provider: row.provider,
    state: paying.is,
    trialEndsAt: organisation.trialEndsAt,
    readOnlyFrom: readOnlyFrom(paying),
    contact: await contactOf(records),
    method: row.methodLabel,
  };
};

export const contactOf = async (records: Records<OrgId>): Promise<BillingContact | null> => {
  const row = (await records.get(billingProfile, undefined))?.value;
  if (row === undefined || row.contactEmail === '') return null;
  const { company: name, contactEmail: email, address, taxId, purchaseOrder } = row;
  return { name, email, address, taxId, purchaseOrder };
};

const saveContact = async (records: Records<OrgId>, { name, email, ...contact }: BillingContact): Promise<void> => {
  const profile = { ...contact, company: name, contactName: '', contactEmail: email };
  await getOrInsert(records, billingProfile, undefined, () => profile);
  await updateRow(records, billingProfile, undefined, (row) => mergeChanges(row, profile));
};

/**
 * Returns the id of the organisation's customer at the provider, and creates the customer if there is none. Also stores
 * the row by which webhooks of the provider find the organisation.
 */
const customerOf = async (
  deps: PaymentDeps,
  gateway: PaymentGateway,
  orgId: OrgId,
  { name, email, known }: Pick<BillingContact, 'name' | 'email'> & { readonly known: string | null },
): Promise<string> => {
  const customerId = known ?? (await gateway.customer({ orgId, name, email }));
  await getOrInsert(outside(deps.store), payingCustomer, { provider: gateway.provider, customerId }, () => ({ orgId }));
  return customerId;
};

/**
 * Handles the saving of the billing contact. With Stripe, returns the address of the page on which the payer enters a
 * card; nothing is charged before that.
 */
export const createSubscription = async (
  deps: PaymentDeps,
  actor: Actor,
  contact: BillingContact,
): Promise<OutputOf<typeof createSubscriptionCall>> => {
  requireBilling(deps);
  const { records } = await ownOrNamedOrganisation(deps, actor, undefined);
  const { payments: gateway } = deps;
  await saveContact(records, contact);
  const before = (await records.get(paymentKind, undefined))?.value;
  if (gateway === null) {
    await change(
      deps,
      records,
      { provider: 'invoice', locale: actor.locale },
      { message: 'activity.paymentSaved', actor },
    );
    return { url: null };
  }
  const known = before?.provider === gateway.provider ? before.customerId : null;
  const customerId = await customerOf(deps, gateway, records.scope, { ...contact, known });
  const method = known === null ? { methodId: null, methodLabel: null, methodEnteredAt: null } : {};
  const fields = { provider: gateway.provider, customerId, locale: actor.locale, ...method };
  await change(deps, records, fields, { message: 'activity.paymentSaved', actor });
  const page = `${deps.publicUrl}/payment`;
  const url = await gateway.beginSetup({
    ...{ orgId: records.scope, customerId, currency: deps.billing.currency },
    successUrl: `${page}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}/cancel`,
  });
  return { url };
};

/**
 * Stores the card that the payer entered at the provider. Throws PAYMENT_INCOMPLETE if no card was entered, and
 * NOT_FOUND for a setup session of another organisation.
 */
const applySetup = async (
  deps: PaymentDeps,
  gateway: PaymentGateway,
  setup: Setup | undefined,
  { orgId, actor }: { readonly orgId: OrgId; readonly actor: Actor | null },
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const row = (await records.get(paymentKind, undefined))?.value;
  const isOurs = setup?.orgId === orgId && setup.customerId !== null && setup.customerId === row?.customerId;
  if (!isOurs) throw new AppError('NOT_FOUND');
  if (setup.method === null) throw new AppError('PAYMENT_INCOMPLETE');
  const { id: methodId, label: methodLabel } = setup.method;
  const methodEnteredAt = toInstant(setup.method.enteredAt);
  // Events of setup sessions may arrive late, and the payer may open an old return page again. So the card that was
  // entered last is kept.
  if (row.methodEnteredAt !== null && methodEnteredAt < row.methodEnteredAt) return;
  await change(
    deps,
    records,
    { provider: gateway.provider, methodId, methodLabel, methodEnteredAt },
    { message: 'activity.paymentSaved', actor },
  );
  await wakeDueCharges(deps, orgId);
};

export const confirmPayment = async (
  deps: PaymentDeps,
  actor: Actor,
  { sessionId }: { readonly sessionId: string },
): Promise<PaymentInfo> => {
  requireBilling(deps);
  const { payments: gateway } = deps;
  if (gateway === null) throw new AppError('NOT_FOUND');
  await applySetup(deps, gateway, await gateway.readSetup(sessionId), { orgId: actor.orgId, actor });
  return getPayment(deps, actor);
};

/**
 * Handles the webhook for a finished setup session. It arrives even if the payer never returns to the product's page.
 */
export const handleSetupFinished = async (
  deps: PaymentDeps,
  gateway: PaymentGateway,
  orgId: OrgId,
  sessionId: string,
) => {
  await applySetup(deps, gateway, await gateway.readSetup(sessionId), { orgId, actor: null });
};

/**
 * Handles the webhook for changed payment methods: reads the card again from the provider, and removes the stored card
 * if the provider no longer has it.
 */
export const handleMethodsChanged = async (deps: PaymentDeps, gateway: PaymentGateway, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const row = (await records.get(paymentKind, undefined))?.value;
  if (row?.provider !== gateway.provider || row.customerId === null || row.methodId === null) return;
  const method = await gateway.readMethod(row.customerId, row.methodId);
  if (method === undefined)
    await change(
      deps,
      records,
      { methodId: null, methodLabel: null },
      { message: 'activity.paymentRemoved', actor: null },
    );
  else await change(deps, records, { methodLabel: method.label }, { message: null, actor: null });
};
