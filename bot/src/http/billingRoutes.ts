import { getBillingSummary, getInvoicePdf, getInvoices, getLedger, invoiceToken } from '#contracts/billing.ts';
import * as billing from '../services/billing.ts';
import type { BillingDeps } from '../services/billing.ts';
import * as ledger from '../services/billingLedger.ts';
import { actorOfDownload } from '../services/downloadTokens.ts';
import * as files from '../services/invoiceFile.ts';
import type { InvoiceFileDeps } from '../services/invoiceFile.ts';
import type { SessionDeps } from '../services/sessions.ts';
import { bind, bindDownload } from './bind.ts';
import type { Route } from './bind.ts';

export type BillingRouteDeps = BillingDeps & InvoiceFileDeps & SessionDeps & { readonly isBillingEnabled: boolean };

/** Usage, invoices and what they are made of. An installation that bills nobody does not know these addresses. */
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
