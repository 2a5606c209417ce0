import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { getLedger as getLedgerCall, Ledger, LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { MeetingId, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { chargesFor, invoiceLines, invoiceTotal } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import type { CountedPerson } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { readAs } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { usage } from '../../store/kinds/billing/usageLedger.ts';
import type { Actor } from '../core/actor.ts';
import type { BillingDeps } from './billingSummaryAndInvoices.ts';
import { billedMonthOf, countedPeopleIn, invoicesOf } from './readInvoicesAndUsage.ts';
import type { BilledMonth, UsageRow } from './readInvoicesAndUsage.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';

// Reads the members who count as active in a month, with the reason and the cost of each. So every cent of an invoice
// can be traced to a person and an event.

interface Terms {
  readonly priceCents: number;
  readonly trialEndsAt: string;
}

const pageSize = 1000;

const pageFrom = async (records: Records<OrgId>, month: BillingMonth, cursor: MemberId | undefined) => {
  const pk = usage.partition(records.scope, { month });
  // A store may return a continuation even if no row follows. So a second scan, limited to one row, finds out whether
  // there is a next page.
  const page = await records.store.scan(usage.table, pk, { from: `m|${cursor ?? ''}`, to: 'm}' }, { limit: pageSize });
  const rows = page.rows.map((row) => readAs(usage, row).value);
  const last = rows.at(-1)?.memberId;
  if (page.continuation === undefined || last === undefined) return { rows, next: null };
  const rest = await records.store.scan(usage.table, pk, { from: `m|${last}~`, to: 'm}' }, { limit: 1 });
  return { rows, next: rest.rows.map((row) => readAs(usage, row).value.memberId)[0] ?? null };
};

const namesOf = async (records: Records<OrgId>, rows: readonly UsageRow[]): Promise<Map<MemberId, string>> => {
  const [first, last] = [rows[0]?.memberId, rows.at(-1)?.memberId];
  if (first === undefined || last === undefined) return new Map();
  const people = await records.list(orgMember, undefined, { from: `mem|${first}`, to: `mem|${last}~` });
  return new Map(people.map(({ value }) => [value.memberId, value.name]));
};

const meetingName = async (records: Records<OrgId>, meetingId: MeetingId): Promise<string | null> => {
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer === undefined) return null;
  return (await records.get(meetingKind, { teamId: pointer.value.teamId, meetingId }))?.value.name ?? null;
};

const meetingNames = async (
  records: Records<OrgId>,
  rows: readonly UsageRow[],
): Promise<Map<MeetingId, string | null>> => {
  const ids = [...new Set(rows.flatMap((row) => (row.meetingId === null ? [] : [row.meetingId])))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await meetingName(records, id)] as const)));
};

const priceOf = (month: BillingMonth, people: readonly CountedPerson[], terms: Terms): number =>
  invoiceTotal(invoiceLines(month, chargesFor(month, people, terms)));

/**
 * Returns the total of the month in cents: the amounts already invoiced, plus the current price of the members who are
 * on no invoice yet.
 */
const totalFor = (
  month: BillingMonth,
  people: readonly CountedPerson[],
  billed: ReadonlyMap<MemberId, BilledMonth>,
  terms: Terms,
): number => {
  const open = people.filter((person) => !billed.has(person.memberId));
  return people.reduce((sum, person) => sum + (billed.get(person.memberId)?.cents ?? 0), priceOf(month, open, terms));
};

/**
 * Returns the ledger entries of the rows. `rows` must be sorted by member id, because names are read as one range of
 * ids.
 */
export const ledgerEntriesOf = async (
  records: Records<OrgId>,
  month: BillingMonth,
  rows: readonly UsageRow[],
  { billed, terms }: { readonly billed: ReadonlyMap<MemberId, BilledMonth>; readonly terms: Terms },
): Promise<LedgerEntry[]> => {
  const [names, meetings] = await Promise.all([namesOf(records, rows), meetingNames(records, rows)]);
  return rows.map((row) => ({
    memberId: row.memberId,
    name: names.get(row.memberId) ?? null,
    event: row.event,
    at: row.at,
    meetingName: row.meetingId === null ? null : (meetings.get(row.meetingId) ?? null),
    amount: billed.get(row.memberId)?.cents ?? priceOf(month, [row], terms),
    billedIn: billed.get(row.memberId)?.invoice ?? null,
  }));
};

export const getLedger = async (
  deps: Pick<BillingDeps, 'store' | 'billing'>,
  actor: Actor,
  { month, cursor, orgId: named }: ParsedOf<typeof getLedgerCall>,
): Promise<Ledger> => {
  const { records, organisation } = await ownOrNamedOrganisation(deps, actor, named);
  const { billing } = deps;
  const [people, invoices, page] = await Promise.all([
    countedPeopleIn(records, month),
    invoicesOf(records),
    pageFrom(records, month, cursor),
  ]);
  const billed = await billedMonthOf(records, invoices, month);
  const then = invoices.find((invoice) => invoice.month === month);
  const terms = { priceCents: then?.priceCents ?? billing.priceCents, trialEndsAt: organisation.trialEndsAt };
  return {
    month,
    currency: then?.currency ?? billing.currency,
    people: people.length,
    total: totalFor(month, people, billed, terms),
    items: await ledgerEntriesOf(records, month, page.rows, { billed, terms }),
    next: page.next,
  };
};
