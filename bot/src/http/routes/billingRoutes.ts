import {
  getBillingSummary,
  getInvoicePdf,
  getInvoices,
  getLedger,
  invoiceToken,
} from '#contracts/billing/billingSummaryInvoiceAndLedgerCalls.ts';
import * as billing from '../../services/billing/billingSummaryAndInvoices.ts';
import type { BillingDeps } from '../../services/billing/billingSummaryAndInvoices.ts';
import * as ledger from '../../services/billing/billingLedger.ts';
import { actorOfDownload } from '../../services/identity/downloadTokens.ts';
import * as files from '../../services/billing/invoiceDownloadAndToken.ts';
import type { InvoiceFileDeps } from '../../services/billing/invoiceDownloadAndToken.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { bind, bindDownload } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

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
