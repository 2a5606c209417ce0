import type { BillingMonth } from '#contracts/billing.ts';
import type { MemberId, OrgId } from '#contracts/ids.ts';
import type { Counted } from '../domain/billing.ts';
import { readAs, scanRows } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { billingProfile, invoice as invoiceKind, invoicePage } from '../store/kinds/billing.ts';
import { usage } from '../store/kinds/usage.ts';
import { prefixRange } from '../store/port.ts';
import type { StoredRow } from '../store/port.ts';

// The ledger of a month, and what of it stands on which invoice.

export type InvoiceRow = ValueOf<typeof invoiceKind>;
export type InvoicePageRow = ValueOf<typeof invoicePage>;
export type BillingProfileRow = ValueOf<typeof billingProfile>;

const emptyProfile: BillingProfileRow = {
  ...{ company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' },
};

/** Whom invoices are addressed to, as far as it is known. */
export const profileFor = async (records: Records<OrgId>): Promise<BillingProfileRow> =>
  (await records.get(billingProfile, undefined))?.value ?? emptyProfile;

const scanLedger = ({ store, scope }: Records<OrgId>, month: string, keysOnly: boolean): AsyncGenerator<StoredRow> =>
  scanRows(store, usage.table, usage.at(scope, { month, memberId: '' as MemberId }).pk, prefixRange('m|'), {
    keysOnly,
  });

/** Everybody who counted in the month, in the order of their ids. */
export const countedIn = async (records: Records<OrgId>, month: string): Promise<Counted[]> => {
  const people: Counted[] = [];
  for await (const row of scanLedger(records, month, false)) {
    const { memberId, at } = readAs(usage, row).value;
    people.push({ memberId, at });
  }
  return people;
};

export const countedIds = async (records: Records<OrgId>, month: string): Promise<MemberId[]> => {
  const ids: MemberId[] = [];
  for await (const { rk } of scanLedger(records, month, true)) ids.push(rk.slice('m|'.length) as MemberId);
  return ids;
};

const everyInvoice = prefixRange('inv|');

/** Oldest first, also those whose number is still to be drawn. */
export const invoicesOf = async (records: Records<OrgId>): Promise<InvoiceRow[]> =>
  (await records.list(invoiceKind, { month: '' }, everyInvoice)).map((row) => row.value);

/** The invoices on which people of that month stand. */
export const invoicesNaming = (invoices: readonly InvoiceRow[], month: BillingMonth): InvoiceRow[] =>
  invoices.filter((one) => one.lines.some((line) => line.month === month));

/** What an invoice says of one month, page by page. */
export const pagesOf = async (
  records: Records<OrgId>,
  invoice: BillingMonth,
  month: BillingMonth,
): Promise<InvoicePageRow[]> => {
  const key = { invoice, month, page: 0 };
  const range = prefixRange(`inl|${invoice}|${month}|`);
  return (await records.list(invoicePage, key, range)).map((row) => row.value);
};

export interface Billed {
  readonly invoice: BillingMonth;
  readonly cents: number;
}

/** Everybody of a month who stands on an invoice already: on which, and for how much. */
export const billedIn = async (
  records: Records<OrgId>,
  invoices: readonly InvoiceRow[],
  month: BillingMonth,
): Promise<Map<MemberId, Billed>> => {
  const billed = new Map<MemberId, Billed>();
  for (const { month: invoice } of invoicesNaming(invoices, month))
    for (const { members, priceCents } of await pagesOf(records, invoice, month))
      for (const memberId of members) billed.set(memberId, { invoice, cents: priceCents });
  return billed;
};
