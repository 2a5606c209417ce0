import type { LedgerEntry } from '#contracts/billing/billing.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import type { Records } from '../../store/kind.ts';
import { entriesOf } from './billingLedger.ts';
import { billedIn, usageIn } from './invoiceRows.ts';
import type { InvoiceRow } from './invoiceRows.ts';

/** A longer list of people is not useful on paper; the billing page exports it. */
const mostListed = 1000;

export const isListed = ({ lines }: Pick<InvoiceRow, 'lines'>): boolean =>
  lines.reduce((sum, line) => sum + line.people, 0) <= mostListed;

type NamedEntry = LedgerEntry & { readonly name: string };

const isNamed = (entry: LedgerEntry): entry is NamedEntry => entry.name !== null;

/** All people on an invoice, by name within each month; null if there are too many to list. */
export const peopleOn = async (records: Records<OrgId>, row: InvoiceRow): Promise<LedgerEntry[] | null> => {
  if (!isListed(row)) return null;
  const people: LedgerEntry[] = [];
  for (const { month } of row.lines) {
    const billed = await billedIn(records, [row], month);
    const rows = (await usageIn(records, month)).filter((item) => billed.has(item.memberId));
    // All people here are on the invoice already, so no price is looked up.
    const entries = await entriesOf(records, month, rows, { billed, terms: { priceCents: 0, trialEndsAt: '' } });
    const named = entries.filter(isNamed).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    // People who were erased have no name and come last.
    people.push(...named, ...entries.filter((entry) => !isNamed(entry)));
  }
  return people;
};
