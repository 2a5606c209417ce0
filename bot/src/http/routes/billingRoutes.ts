import { getBillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { getInvoicePdf, getInvoices, getLedger, invoiceToken } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import * as contract from '#contracts/billing/paymentAndBillingContactCalls.ts';
import * as payments from '../../services/billing/billingContactAndPaymentMethod.ts';
import type { PaymentDeps } from '../../services/billing/billingContactAndPaymentMethod.ts';
import * as billing from '../../services/billing/billingSummaryAndInvoices.ts';
import type { BillingDeps } from '../../services/billing/billingSummaryAndInvoices.ts';
import { markPaid } from '../../services/billing/collectInvoicePayments.ts';
import { receiveWebhook } from '../../services/billing/paymentWebhook.ts';
import * as ledger from '../../services/billing/billingLedger.ts';
import { actorOfDownload } from '../../services/identity/downloadTokens.ts';
import * as files from '../../services/billing/invoiceDownloadAndToken.ts';
import type { InvoiceFileDeps } from '../../services/billing/invoiceDownloadAndToken.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { bind, bindDownload, raw } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { sendData } from '../server/sendResponse.ts';

export type BillingRouteDeps = BillingDeps & InvoiceFileDeps & SessionDeps & { readonly isBillingEnabled: boolean };

/** Returns the routes for usage, invoices and their items. An installation without billing has none of these routes. */
export const billingRoutes = (deps: BillingRouteDeps): readonly Route[] =>
  deps.isBillingEnabled
    ? [
        bind(getBillingSummary, (actor, input) => billing.getBillingSummary(deps, actor, input)),
        bind(getInvoices, (actor, input) => billing.getInvoices(deps, actor, input)),
        bind(getLedger, (actor, input) => ledger.getLedger(deps, actor, input)),
        bind(invoiceToken, (actor, input) => files.getInvoiceToken(deps, actor, input)),
        bindDownload(
          getInvoicePdf,
          (token, { asked, locale }) => actorOfDownload(deps, token, { filter: files.invoiceFilter(asked), locale }),
          async (actor, input) => ({
            ...(await files.getInvoiceFile(deps, actor, input)),
            contentType: 'application/pdf',
          }),
        ),
      ]
    : [];

export const paymentRoutes = (deps: PaymentDeps): readonly Route[] => [
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
