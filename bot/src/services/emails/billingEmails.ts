import { buffer } from 'node:stream/consumers';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { moneyText } from '#contracts/text/formatMoney.ts';
import { dunningDays } from '../../domain/billing/paymentRetrySchedule.ts';
import { payingState } from '../../domain/billing/trialAndPayingState.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { invoice as invoiceKind } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { charge as chargeKind } from '../../store/kinds/billing/charges.ts';
import { payment as paymentKind } from '../../store/kinds/billing/paymentSettings.ts';
import type { AccountWork } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import { drawInvoicePdf, invoiceFileName, monthName } from '../billing/invoicePdf.ts';
import type { InvoicePdfDeps } from '../billing/invoicePdf.ts';
import { peopleOnInvoice } from '../billing/invoicePeople.ts';
import { emailToSend, skipEmail } from '../core/emailContentOrSkip.ts';
import type { EmailContent } from '../core/emailContentOrSkip.ts';
import { dayOf } from '../core/formatUtcDateAndTime.ts';
import { hasPaymentMethod } from '../tenancy/payingStateAndOrgPause.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';

type BillDeps = Pick<Deps, 'store' | 'clock'> & InvoicePdfDeps;

/** Returns the email with the invoice as a PDF, because the billing contact may have no account to download it. */
const invoiceReady = async (
  deps: BillDeps,
  records: Records<OrgId>,
  month: string,
  locale: string,
): Promise<EmailContent> => {
  const row = (await records.get(invoiceKind, { month }))?.value;
  if (row?.number == null) return skipEmail;
  const { number, orgName: organization, cents, currency, dueOn, paymentDetails } = row;
  const people = await peopleOnInvoice(records, row);
  const pdf = await drawInvoicePdf(deps, { row: { ...row, number }, people }, locale);
  const content = await buffer(pdf.end());
  return emailToSend(
    {
      ...{ kind: 'INVOICE_READY', organization, number, amount: moneyText(cents, currency, locale) },
      ...{ month: monthName(locale, month), dueOn: dueOn ?? '', howToPay: paymentDetails.join(' · ') },
      isListed: people !== null,
    },
    [{ fileName: invoiceFileName(number), contentType: 'application/pdf', content }],
  );
};

/**
 * Returns the content of an email about an invoice. Returns SKIP if the invoice is already paid or the organisation is
 * no longer active.
 */
export const billingEmail = async (
  deps: BillDeps,
  { orgId, letter: email, locale, values }: AccountWork,
): Promise<EmailContent> => {
  if (orgId === null) return skipEmail;
  const records = inOrg(deps.store, orgId);
  const [organisation, charge, payment] = await Promise.all([
    findActiveOrganisation(records),
    records.get(chargeKind, { month: values['month'] ?? '' }),
    records.get(paymentKind, undefined),
  ]);
  if (organisation === undefined || charge === undefined || charge.value.state === 'PAID') return skipEmail;
  const { number, amountCents, currency, failedAt } = charge.value;
  if (email === 'INVOICE_READY') return invoiceReady(deps, records, charge.value.month, locale ?? 'en');
  const bill = { organization: organisation.name, number, amount: moneyText(amountCents, currency, locale ?? 'en') };
  const facts = {
    trialEndsAt: organisation.trialEndsAt,
    // If the payment of an earlier invoice failed first and is still open, the time until the organisation becomes
    // read-only counts from that failure.
    overdueSince: payment?.value.overdueSince ?? failedAt,
    methodLostAt: payment?.value.methodLostAt ?? null,
  };
  const paying = payingState({ ...facts, hasMethod: hasPaymentMethod(payment?.value) }, deps.clock.now());
  const until = 'readOnlyFrom' in paying ? dayOf(paying.readOnlyFrom, locale ?? 'en') : '';
  const isLast = paying.is === 'READ_ONLY' || Number(values['reminder']) >= dunningDays.length;
  return emailToSend({ kind: 'PAYMENT_FAILED', ...bill, until, isLast });
};
