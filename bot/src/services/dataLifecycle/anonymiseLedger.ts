import { memberId as memberIdSchema } from '#contracts/core/ids.ts';
import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import { monthOf, monthsSince, nextMonth } from '../../domain/billing/billingMonths.ts';
import { msOf } from '../../domain/core/zonedTime.ts';
import { inOrg, readAs, scanRows } from '../../store/records.ts';
import { invoice, invoicePage } from '../../store/kinds/billing.ts';
import { org as orgKind } from '../../store/kinds/org.ts';
import { asked, usage } from '../../store/kinds/usage.ts';
import { isConflict, prefixRange } from '../../store/tableStore.ts';
import type { StoredRow } from '../../store/tableStore.ts';
import { removeRange } from '../runs/batchedDeletion.ts';
import type { BatchedDeletionDeps } from '../runs/batchedDeletion.ts';
import { countedIds, invoicesOf } from '../billing/invoiceRows.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';

// The ledger survives without personal data: member ids become numbers. A number is an id that starts with 16 zeros,
// which no time-based id can have, so the rows still parse as before.

const digits = 26;
const isNumber = (id: string): boolean => /^0{16}\d{10}$/.test(id);
const numbered = (count: number) => memberIdSchema.parse(String(count).padStart(digits, '0'));

/**
 * All months from the one before the organisation's creation to the one after the current month: a clock that was
 * wrong once may have left rows there.
 */
const monthsOf = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<string[]> => {
  const organisation = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  const now = deps.clock.now();
  const dayMs = 24 * 3_600_000;
  const from = Math.min(now, organisation === undefined ? now : msOf(organisation.createdOn)) - 31 * dayMs;
  return monthsSince(monthOf(from), nextMonth(monthOf(now)));
};

// Each number takes two steps of a transaction.
const atOnce = 50;

/** Numbers the next rows of a month, in the order of their ids; returns false when all have a number. */
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

/** The positions of member ids in the ledger of a month, which become their numbers. */
const placesIn = async (deps: BatchedDeletionDeps, orgId: OrgId, month: string): Promise<Map<MemberId, MemberId>> =>
  new Map((await countedIds(inOrg(deps.store, orgId), month)).map((id, index) => [id, numbered(index + 1)]));

/**
 * Invoices use the same numbers as the ledger. Their pages are numbered first, while the ledger still maps ids to
 * positions.
 */
const numberPages = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const { pk } = invoicePage.at(orgId, { invoice: '', month: '', page: 0 });
  for await (const row of scanRows(deps.store, invoicePage.table, pk, everyPage)) {
    const { value, etag } = readAs(invoicePage, row);
    if (value.members.every(isNumber)) continue;
    const places = await placesIn(deps, orgId, value.month);
    const members = value.members.map((id) => places.get(id) ?? numbered(0));
    try {
      await records.replace(invoicePage, value, { ...value, members }, etag);
    } catch (error) {
      // Another runner of the same deletion job has done it.
      if (!isConflict(error)) throw error;
    }
  }
};

/** Company, address and tax id belong to the organisation; the contact is a person, so the contact is removed. */
const forgetContacts = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  for (const { month } of await invoicesOf(records))
    await updateRow(records, invoice, { month }, (row) => {
      const customer = mergeChanges(row.customer, { contactName: '', contactEmail: '' });
      return customer === undefined ? undefined : { ...row, customer };
    });
};

/**
 * Removes names from the ledger. Members who were asked and did not answer were never billed, so their rows are not
 * kept.
 */
export const anonymiseLedger = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  await forgetContacts(deps, orgId);
  await numberPages(deps, orgId);
  for (const month of await monthsOf(deps, orgId)) {
    const pk = asked.partition(orgId, { month });
    await removeRange(deps, { table: asked.table, pk }, prefixRange('q|'));
    while (await numberSome(deps, orgId, month));
  }
};
