import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { monthOf } from '../../../bot/src/domain/billing/billingMonths.ts';
import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { invoicesOf, invoicePagesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import type { MonthCloseDeps } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId, anInstant, anOrgId } from './idDateAndRecordBuilders.ts';

// Seeds active people of a month and reads the invoices that result.

export const november = billingMonth.parse('202611');
export const december = billingMonth.parse('202612');

/** Writes the ledger row by which the person counts as active in the month of `at`. */
export const counted = async (
  store: TableStore,
  name: string,
  at: string,
  { org = 'contoso', event = 'ANSWER' }: { readonly org?: string; readonly event?: 'ANSWER' | 'TASK' } = {},
): Promise<void> => {
  const memberId = aMemberId(name);
  const key = { month: monthOf(Date.parse(at)), memberId };
  await inOrg(store, anOrgId(org)).insert(usage, key, { memberId, event, at: anInstant(at), meetingId: null });
};

/** Runs one poll of the month close, as on a server that has just started. */
export const closeMonths = (deps: MonthCloseDeps): Promise<void> =>
  createInvoicingJob(deps)(jobSettings.shards, () => true);

/** Returns each invoice as `number month: mau, amount, adjustments`, oldest first. */
export const invoicesIn = async (store: TableStore, org = 'contoso'): Promise<string[]> =>
  (await invoicesOf(inOrg(store, anOrgId(org)))).map(({ number, month, mau, cents, lines }) => {
    const late = lines.filter((line) => line.month !== month).map((line) => ` + ${line.people} of ${line.month}`);
    return `${number ?? '-'} ${month}: ${mau}, ${cents}${late.join('')}`;
  });

/**
 * Returns the people on all invoices of the organisation, each with the month in which they counted and the price in
 * cents.
 */
export const chargedOn = async (
  store: TableStore,
  orgId: OrgId,
): Promise<{ readonly memberId: MemberId; readonly month: string; readonly cents: number }[]> => {
  const records = inOrg(store, orgId);
  const charged = [];
  for (const { month: invoice, lines } of await invoicesOf(records))
    for (const { month } of lines)
      for (const { members, priceCents } of await invoicePagesOf(records, invoice, month))
        charged.push(...members.map((memberId) => ({ memberId, month, cents: priceCents })));
  return charged;
};
