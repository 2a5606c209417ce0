import type { BillingMonth } from '#contracts/billing.ts';
import type { OrgId } from '#contracts/ids.ts';
import { invoiceNumber } from '../domain/billing.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { invoice as invoiceKind, invoiceNumbers } from '../store/kinds/billing.ts';
import type { Deps } from './deps.ts';
import { retryOnConflict, revise } from './revise.ts';

// Invoices are numbered without gaps. The counter says whom its last number is for, and whoever takes the next one first sees that
// it got there: so a crash between the two rows loses nothing, and two servers at once give nothing out twice.

type Counter = ValueOf<typeof invoiceNumbers>;
type NumberDeps = Pick<Deps, 'store'>;

const give = async (deps: NumberDeps, year: string, counter: Counter): Promise<void> => {
  const number = invoiceNumber(year, counter.count);
  await revise(inOrg(deps.store, counter.lastOrgId), invoiceKind, { month: counter.lastMonth }, (row) =>
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

// Every shard of every server may want one at the turn of the month.
const tries = 100;

/** Sees to it that an invoice has its number; one that has it keeps it. */
export const drawNumber = (deps: NumberDeps, orgId: OrgId, month: BillingMonth): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const waiting = (await records.get(invoiceKind, { month }))?.value;
    if (waiting === undefined || waiting.number !== null) return;
    const year = waiting.issuedOn.slice(0, 4);
    const counter = await outside(deps.store).get(invoiceNumbers, { year });
    if (counter !== undefined) await give(deps, year, counter.value);
    // Looked at after the counter: it may have been ours, or somebody else has taken one for us meanwhile.
    if ((await records.get(invoiceKind, { month }))?.value.number !== null) return;
    const next = { count: (counter?.value.count ?? 0) + 1, lastOrgId: orgId, lastMonth: month };
    await take(deps, year, counter, next);
    await give(deps, year, next);
  }, tries);
