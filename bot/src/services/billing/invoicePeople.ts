import type { LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { ledgerEntriesOf } from './billingLedger.ts';
import { billedMonthOf, usageRowsIn } from './readInvoicesAndUsage.ts';
import type { InvoiceRow } from './readInvoicesAndUsage.ts';

/** Largest number of people that an invoice lists. An admin can export a longer list on the billing page. */
const maxListed = 1000;

export const isInvoiceListed = ({ lines }: Pick<InvoiceRow, 'lines'>): boolean =>
  lines.reduce((sum, line) => sum + line.people, 0) <= maxListed;

type NamedEntry = LedgerEntry & { readonly name: string };

const isNamed = (entry: LedgerEntry): entry is NamedEntry => entry.name !== null;

/** Returns all people on an invoice, sorted by name within each month; null if there are too many to list. */
export const peopleOnInvoice = async (records: Records<OrgId>, row: InvoiceRow): Promise<LedgerEntry[] | null> => {
  if (!isInvoiceListed(row)) return null;
  const people: LedgerEntry[] = [];
  for (const { month } of row.lines) {
    const billed = await billedMonthOf(records, [row], month);
    const rows = (await usageRowsIn(records, month)).filter((item) => billed.has(item.memberId));
    // The price and the trial are not used, because every person here is already billed.
    const entries = await ledgerEntriesOf(records, month, rows, { billed, terms: { priceCents: 0, trialEndsAt: '' } });
    const named = entries.filter(isNamed).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    // Erased people have no name to sort by, so they come last.
    people.push(...named, ...entries.filter((entry) => !isNamed(entry)));
  }
  return people;
};
