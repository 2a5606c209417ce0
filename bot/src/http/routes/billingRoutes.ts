import { getBillingSummary, getInvoicePdf, getInvoices, getLedger, invoiceToken } from '#contracts/billing/billing.ts';
import * as billing from '../../services/billing/billing.ts';
import type { BillingDeps } from '../../services/billing/billing.ts';
import * as ledger from '../../services/billing/billingLedger.ts';
import { actorOfDownload } from '../../services/identity/downloadTokens.ts';
import * as files from '../../services/billing/invoiceFile.ts';
import type { InvoiceFileDeps } from '../../services/billing/invoiceFile.ts';
import type { SessionDeps } from '../../services/identity/sessions.ts';
import { bind, bindDownload } from '../server/bind.ts';
import type { Route } from '../server/bind.ts';

export type BillingRouteDeps = BillingDeps & InvoiceFileDeps & SessionDeps & { readonly isBillingEnabled: boolean };

/** Usage, invoices and their items. An installation without billing has none of these routes. */
export const billingRoutes = (deps: BillingRouteDeps): readonly Route[] =>
  deps.isBillingEnabled
    ? [
        bind(getBillingSummary, (actor, input) => billing.getSummary(deps, actor, input)),
        bind(getInvoices, (actor, input) => billing.getInvoices(deps, actor, input)),
        bind(getLedger, (actor, input) => ledger.getLedger(deps, actor, input)),
        bind(invoiceToken, (actor, input) => files.getInvoiceToken(deps, actor, input)),
        bindDownload(
          getInvoicePdf,
          (token, { asked, spoken }) => actorOfDownload(deps, token, { filter: files.invoiceFilter(asked), spoken }),
          async (actor, input) => ({
            ...(await files.getInvoiceFile(deps, actor, input)),
            contentType: 'application/pdf',
          }),
        ),
      ]
    : [];
