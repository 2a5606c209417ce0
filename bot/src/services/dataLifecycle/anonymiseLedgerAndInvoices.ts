import { memberId as memberIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { monthOf, monthsSince, nextMonth } from '../../domain/billing/billingMonths.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import { invoice, invoicePage } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { asked, usage } from '../../store/kinds/billing/usageLedger.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import { removeRange } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { countedIds, invoicesOf } from '../billing/readInvoicesAndUsage.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';

// Anonymises the ledger of a deleted organisation: member ids become numbers. A number is stored as an id that begins
// with 16 zeros, so that the rows still match their schema. No real id begins with zeros, because ids begin with their
// creation time.

const digits = 26;
const isNumber = (id: string): boolean => /^0{16}\d{10}$/.test(id);
const numbered = (count: number) => memberIdSchema.parse(String(count).padStart(digits, '0'));

/**
 * Returns all months that may have ledger rows. One month before the creation and one month after now are included,
 * because an instance with a wrong clock may have written rows in them.
 */
const monthsOf = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<string[]> => {
  const organisation = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  const now = deps.clock.now();
  const dayMs = 24 * 3_600_000;
  const from = Math.min(now, organisation === undefined ? now : msOf(organisation.createdOn)) - 31 * dayMs;
  return monthsSince(monthOf(from), nextMonth(monthOf(now)));
};

// Number of ledger rows in one transaction: each row needs two steps, and a transaction has at most 100 steps.
const atOnce = 50;

/**
 * Replaces the member ids of up to 50 rows of a month with the next numbers, in the order of the ids. Returns false if
 * all rows have a number.
 */
const numberSome = (deps: BatchedDeletionDeps, orgId: OrgId, month: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const pk = usage.partition(orgId, { month });
    const named: StoredRow[] = [];
    let count = 0;
    for await (const row of scanRows(deps.store, usage.table, pk, prefixRange('m|'))) {
      if (isNumber(row.rk.slice('m|'.length))) count += 1;
      else if (named.length < atOnce) named.push(row);
    }
    const steps = named.flatMap((row, index) => {
      const { value } = readAs(usage, row);
      const memberId = numbered(count + index + 1);
      return [
        records.deleteStep(usage, { month, memberId: value.memberId }),
        records.insertStep(usage, { month, memberId }, { ...value, memberId }),
      ];
    });
    await records.transact(steps);
    return steps.length > 0;
  });

const everyPage = prefixRange('inl|');

/**
 * Maps each member id in the ledger of a month to the number that replaces it: its position in the sorted list of ids.
 */
const placesIn = async (deps: BatchedDeletionDeps, orgId: OrgId, month: string): Promise<Map<MemberId, MemberId>> =>
  new Map((await countedIds(inOrg(deps.store, orgId), month)).map((id, index) => [id, numbered(index + 1)]));

/**
 * Replaces the member ids on invoice pages with the same numbers as in the ledger. Run it before the ledger is
 * anonymised, because the numbers are computed from the ids in the ledger.
 */
const numberPages = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const pk = invoicePage.partition(orgId, {});
  for await (const row of scanRows(deps.store, invoicePage.table, pk, everyPage)) {
    const { value, etag } = readAs(invoicePage, row);
    if (value.members.every(isNumber)) continue;
    const places = await placesIn(deps, orgId, value.month);
    const members = value.members.map((id) => places.get(id) ?? numbered(0));
    try {
      await records.replace(invoicePage, value, { ...value, members }, etag);
    } catch (error) {
      // A conflict means that another runner of the same deletion job has already replaced the page, which is no error.
      if (!isConflict(error)) throw error;
    }
  }
};

/**
 * Removes the name and the email address of the contact from all invoices. Company, address and tax id belong to the
 * organisation and stay.
 */
const forgetContacts = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  for (const { month } of await invoicesOf(records))
    await updateRow(records, invoice, { month }, (row) => {
      const customer = mergeChanges(row.customer, { contactName: '', contactEmail: '' });
      return customer === undefined ? undefined : { ...row, customer };
    });
};

/**
 * Anonymises the ledger and the invoices. The rows that store which members were asked are deleted, because invoices do
 * not depend on these rows.
 */
export const anonymiseLedgerAndInvoices = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  await forgetContacts(deps, orgId);
  await numberPages(deps, orgId);
  for (const month of await monthsOf(deps, orgId)) {
    const pk = asked.partition(orgId, { month });
    await removeRange(deps, { table: asked.table, pk }, prefixRange('q|'));
    while (await numberSome(deps, orgId, month));
  }
};
