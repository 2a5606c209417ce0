import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { CountedPerson } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { billingProfile } from '../../store/kinds/billing/billingProfile.ts';
import { invoice as invoiceKind, invoicePage } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { usage } from '../../store/kinds/billing/usageLedger.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';

export type InvoiceRow = ValueOf<typeof invoiceKind>;
export type InvoicePageRow = ValueOf<typeof invoicePage>;
export type UsageRow = ValueOf<typeof usage>;
export type BillingProfileRow = ValueOf<typeof billingProfile>;

const emptyProfile: BillingProfileRow = {
  ...{ company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' },
};

/** Returns the billing profile; an empty profile if none was saved. */
export const profileFor = async (records: Records<OrgId>): Promise<BillingProfileRow> =>
  (await records.get(billingProfile, undefined))?.value ?? emptyProfile;

const scanLedger = ({ store, scope }: Records<OrgId>, month: string, keysOnly: boolean): AsyncGenerator<StoredRow> =>
  scanRows(store, usage.table, usage.partition(scope, { month }), {
    ...prefixRange('m|'),
    keysOnly,
  });

export const usageRowsIn = async (records: Records<OrgId>, month: string): Promise<UsageRow[]> => {
  const rows: UsageRow[] = [];
  for await (const row of scanLedger(records, month, false)) rows.push(readAs(usage, row).value);
  return rows;
};

/** Returns the members who count as active in the month, sorted by member id. */
export const countedPeopleIn = async (records: Records<OrgId>, month: string): Promise<CountedPerson[]> =>
  (await usageRowsIn(records, month)).map(({ memberId, at }) => ({ memberId, at }));

export const countedIds = async (records: Records<OrgId>, month: string): Promise<MemberId[]> => {
  const ids: MemberId[] = [];
  for await (const { rk } of scanLedger(records, month, true)) ids.push(rk.slice('m|'.length) as MemberId);
  return ids;
};

const everyInvoice = prefixRange('inv|');

/** Returns all invoices of the organisation, oldest first, including invoices that have no number yet. */
export const invoicesOf = async (records: Records<OrgId>): Promise<InvoiceRow[]> =>
  (await records.list(invoiceKind, undefined, everyInvoice)).map((row) => row.value);

/**
 * Returns the invoices with activity of that month: the month's own invoice, and later invoices with late activity of
 * the month.
 */
export const findInvoicesWithActivityIn = (invoices: readonly InvoiceRow[], month: BillingMonth): InvoiceRow[] =>
  invoices.filter((invoice) => invoice.lines.some((line) => line.month === month));

/**
 * Returns the stored pages of an invoice that contain the members billed for `month`. `invoice` is the month of the
 * invoice.
 */
export const invoicePagesOf = async (
  records: Records<OrgId>,
  invoice: BillingMonth,
  month: BillingMonth,
): Promise<InvoicePageRow[]> => {
  const range = prefixRange(`inl|${invoice}|${month}|`);
  return (await records.list(invoicePage, undefined, range)).map((row) => row.value);
};

export interface BilledMonth {
  readonly invoice: BillingMonth;
  readonly cents: number;
}

/** Returns the members of a month who are already billed, each with the invoice and the amount. */
export const billedMonthOf = async (
  records: Records<OrgId>,
  invoices: readonly InvoiceRow[],
  month: BillingMonth,
): Promise<Map<MemberId, BilledMonth>> => {
  const billed = new Map<MemberId, BilledMonth>();
  for (const { month: invoice } of findInvoicesWithActivityIn(invoices, month))
    for (const { members, priceCents } of await invoicePagesOf(records, invoice, month))
      for (const memberId of members) billed.set(memberId, { invoice, cents: priceCents });
  return billed;
};
