import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { invoiceNumber } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { invoice as invoiceKind, invoiceNumbers } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';

// Assigns invoice numbers without gaps. The counter row names the invoice that gets the last number. The next caller
// first writes that number to that invoice and only then takes a new one, so a crash loses no number, and two servers
// never assign the same number.

type Counter = ValueOf<typeof invoiceNumbers>;
type NumberDeps = Pick<Deps, 'store'>;

const give = async (deps: NumberDeps, year: string, counter: Counter): Promise<void> => {
  const number = invoiceNumber(year, counter.count);
  await updateRow(inOrg(deps.store, counter.lastOrgId), invoiceKind, { month: counter.lastMonth }, (row) =>
    row.number === null ? { ...row, number } : undefined,
  );
};

const take = async (
  deps: NumberDeps,
  year: string,
  counter: Stored<Counter> | undefined,
  next: Counter,
): Promise<void> => {
  const records = outside(deps.store);
  if (counter === undefined) await records.insert(invoiceNumbers, { year }, next);
  else await records.replace(invoiceNumbers, { year }, next, counter.etag);
};

// Maximum number of attempts to take a number. It is high because at the start of a month, every shard on every server
// may take numbers at the same time.
const tries = 100;

export const drawInvoiceNumber = (deps: NumberDeps, orgId: OrgId, month: BillingMonth): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const waiting = (await records.get(invoiceKind, { month }))?.value;
    if (waiting === undefined || waiting.number !== null) return;
    const year = waiting.issuedOn.slice(0, 4);
    const counter = await outside(deps.store).get(invoiceNumbers, { year });
    if (counter !== undefined) await give(deps, year, counter.value);
    // The invoice is read again after `give`: the last number may have been for this invoice, or another server may
    // have numbered this invoice meanwhile.
    if ((await records.get(invoiceKind, { month }))?.value.number !== null) return;
    const next = { count: (counter?.value.count ?? 0) + 1, lastOrgId: orgId, lastMonth: month };
    await take(deps, year, counter, next);
    await give(deps, year, next);
  }, tries);
