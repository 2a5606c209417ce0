import type {
  getInvoicePdf as getInvoicePdfCall,
  invoiceToken as invoiceTokenCall,
} from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Readable } from 'node:stream';
import { invoice as invoiceKind } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { issueDownloadToken } from '../identity/downloadTokens.ts';
import { drawInvoicePdf, invoiceFileName } from './invoicePdf.ts';
import type { InvoiceDocument, InvoicePdfDeps } from './invoicePdf.ts';
import { peopleOnInvoice } from './invoicePeople.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';

export interface InvoiceFileDeps extends Pick<Deps, 'store' | 'clock'>, InvoicePdfDeps {
  readonly limiter: Pick<Limiter, 'take'>;
}

export interface InvoiceFile {
  readonly fileName: string;
  readonly body: () => Readable;
}

/**
 * Returns a text that identifies one invoice. A download token contains it, so that the token is valid for this invoice
 * only.
 */
export const invoiceFilter = ({ month, orgId }: { readonly month?: string; readonly orgId?: string }): string =>
  `invoice|${month ?? ''}|${orgId ?? ''}`;

type InvoiceInput = Pick<ParsedOf<typeof getInvoicePdfCall>, 'month' | 'orgId'>;

const findIssued = async (deps: Pick<Deps, 'store'>, actor: Actor, { month, orgId }: InvoiceInput) => {
  const { records } = await ownOrNamedOrganisation(deps, actor, orgId);
  const row = (await records.get(invoiceKind, { month }))?.value;
  if (row?.number == null) throw new AppError('NOT_FOUND');
  return { records, row: { ...row, number: row.number } };
};

export const getInvoiceToken = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: ParsedOf<typeof invoiceTokenCall>,
): Promise<{ token: string }> => {
  await findIssued(deps, actor, input);
  const { month, orgId } = input;
  return { token: await issueDownloadToken(deps, actor, invoiceFilter({ month, ...(orgId && { orgId }) })) };
};

/**
 * Returns the PDF of an invoice. An account may make ten downloads a minute, of invoices and all other files together.
 */
export const getInvoiceFile = async (
  deps: InvoiceFileDeps,
  actor: Actor,
  input: ParsedOf<typeof getInvoicePdfCall>,
): Promise<InvoiceFile> => {
  const { records, row } = await findIssued(deps, actor, input);
  if (actor.userId !== null) await deps.limiter.take('download', actor.userId);
  const document: InvoiceDocument = { row, people: await peopleOnInvoice(records, row) };
  const pdf = await drawInvoicePdf(deps, document, actor.locale);
  return { fileName: invoiceFileName(row.number), body: () => pdf.end() };
};
