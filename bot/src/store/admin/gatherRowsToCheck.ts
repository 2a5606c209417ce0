import type { z } from 'zod';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { monthOf } from '../../domain/billing/billingMonths.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Format } from '../rowCodec.ts';
import type { AnyFormat } from './kindOfRow.ts';
import type { ValueOf } from '../recordKindsAndAccess.ts';
import { teamsUser } from '../kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg, tenantOrg, threadTeam } from '../kinds/organisations/organisationLookups.ts';
import { orgIndex } from '../kinds/organisations/organisationIndex.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../kinds/organisations/teamAndChannel.ts';
import { memberTeam, teamMemberPointer } from '../kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { meetingPointer } from '../kinds/meetings/meetingWithNameAndPointer.ts';
import { vacation } from '../kinds/daysOff/vacationsAndHolidays.ts';
import { charge, chargeDue } from '../kinds/billing/charges.ts';
import { payingCustomer } from '../kinds/billing/payingCustomerAndEvents.ts';
import { connecting } from '../kinds/connect/connectJob.ts';
import { deletionJob } from '../kinds/dataLifecycle/deletionJob.ts';
import { nightly } from '../kinds/dataLifecycle/nightlyWork.ts';
import { invoice, invoiceNumbers, invoicePage, monthsClosed } from '../kinds/billing/invoicesAndNumbers.ts';
import { asked, usage } from '../kinds/billing/usageLedger.ts';
import { digest, digestSending } from '../kinds/digests/digestAndSending.ts';
import { template } from '../kinds/meetings/meetingTemplate.ts';
import { due } from '../kinds/due/dueRow.ts';
import { outbox } from '../kinds/outbox/outboxRow.ts';
import type { Key, Row, Table } from '../tableStorePort.ts';
import { keyPart } from './checkKeyFormAndFields.ts';

// Collects the rows that the checks need in memory, from all tables except Team. Team is read last, partition by
// partition.

/** A row that contains the id of an organisation. The check verifies that the organisation exists. */
interface Naming {
  readonly table: Table;
  readonly key: Key;
  readonly orgId: OrgId;
  /**
   * True if the row is written before the row to which it points, so that after a crash it may point to a missing row.
   */
  readonly isPointer: boolean;
}

interface Found<T> {
  readonly value: T;
  readonly row: Key;
}

/** All billing rows. They fit into memory, because invoices are few. */
interface Billing {
  readonly charges: Found<ValueOf<typeof charge>>[];
  readonly invoices: Found<ValueOf<typeof invoice>>[];
  readonly pages: Found<ValueOf<typeof invoicePage>>[];
  readonly counters: Found<ValueOf<typeof invoiceNumbers>>[];
  /** The last closed month, by shard. */
  readonly closed: Map<string, string>;
}

export interface GatheredStore {
  readonly orgs: Map<OrgId, ValueOf<typeof org>>;
  readonly indexed: Set<OrgId>;
  /**
   * Organisations whose tenant is being connected to another organisation, and the organisations that receive the
   * tenant.
   */
  readonly moving: Set<OrgId>;
  /** Organisations with a person whose erasure is under way. */
  readonly erasing: Set<OrgId>;
  /** The last day whose nightly work is done, by shard. */
  readonly nights: Map<string, LocalDate>;
  readonly naming: Naming[];
  /**
   * Lookup rows, by their partition key: `tenants` leads to the organisation, `threads` to `orgId|teamId`, `people` to
   * `orgId|memberId`.
   */
  readonly tenants: Map<string, OrgId>;
  readonly threads: Map<string, string>;
  readonly people: Map<string, string>;
  readonly memberOrgs: Map<MemberId, OrgId>;
  readonly members: Map<string, ValueOf<typeof orgMember>>;
  readonly teams: Set<string>;
  readonly memberTeams: Set<string>;
  readonly teamMembers: Set<string>;
  readonly meetingTeams: Map<string, TeamId>;
  /** `orgId|meetingId` of meetings that have a next run planned. */
  readonly planned: Set<string>;
  /**
   * `orgId|meetingId|date|kind|at|zone` of each due row. A prompt row for all zones is also added as
   * `orgId|meetingId|date|open`.
   */
  readonly due: Set<string>;
  /** `orgId|meetingId|date|kind|who` of messages that wait in the outbox. */
  readonly messages: Set<string>;
  /** `orgId|meetingId|date` of runs whose summary waits for an update. */
  readonly recounts: Set<string>;
  /** `orgId|month|memberId` of ledger rows that wait to be written. */
  readonly usageToCome: Set<string>;
  readonly billing: Billing;
  readonly ledger: Map<string, { readonly event: ValueOf<typeof usage>; readonly key: Key }>;
  readonly asked: Set<string>;
}

export const nothingYet = (): GatheredStore => ({
  orgs: new Map(),
  indexed: new Set(),
  moving: new Set(),
  erasing: new Set(),
  nights: new Map(),
  naming: [],
  tenants: new Map(),
  threads: new Map(),
  people: new Map(),
  memberOrgs: new Map(),
  members: new Map(),
  teams: new Set(),
  memberTeams: new Set(),
  teamMembers: new Set(),
  meetingTeams: new Map(),
  planned: new Set(),
  due: new Set(),
  messages: new Set(),
  recounts: new Set(),
  usageToCome: new Set(),
  billing: { invoices: [], charges: [], pages: [], closed: new Map(), counters: [] },
  ledger: new Map(),
  asked: new Set(),
});

type Take = (all: GatheredStore, value: unknown, row: Row) => void;

const on = <S extends z.ZodObject>(
  of: Format<S>,
  take: (all: GatheredStore, value: z.output<S>, row: Row) => void,
): readonly [AnyFormat, Take] => [
  of,
  (all, value, row) => {
    take(all, value as z.output<S>, row);
  },
];

const orgOf = (row: Row): OrgId => (row.pk.split('|')[0] ?? '') as OrgId;
const names = (all: GatheredStore, { pk, rk }: Row, naming: Omit<GatheredStore['naming'][number], 'key'>): void => {
  all.naming.push({ ...naming, key: { pk, rk } });
};

const takeDue = (all: GatheredStore, value: ValueOf<typeof due>, row: Row): void => {
  const { orgId, meetingId, date, kind, at, zone } = value;
  names(all, row, { table: 'Due', orgId: orgId, isPointer: false });
  if (kind === 'prompt' && zone === null) {
    all.planned.add(`${orgId}|${meetingId}`);
    all.due.add(`${orgId}|${meetingId}|${date}|open`);
  }
  all.due.add(`${orgId}|${meetingId}|${date}|${kind}|${at}|${zone ?? ''}`);
};

const takeOutbox = (all: GatheredStore, value: ValueOf<typeof outbox>, row: Row): void => {
  const { orgId, meetingId, date, kind, who } = value;
  names(all, row, { table: 'Outbox', orgId, isPointer: false });
  if (kind === 'summary') all.recounts.add(`${orgId}|${meetingId}|${date}`);
  else if (kind === 'ledger') all.usageToCome.add(`${orgId}|${date.slice(0, 7).replace('-', '')}|${who}`);
  else all.messages.add(`${orgId}|${meetingId}|${date}|${kind}|${who}`);
};

const takes: ReadonlyMap<AnyFormat, Take> = new Map([
  on(org, (all, value) => all.orgs.set(value.orgId, value)),
  on(orgIndex, (all, value) => all.indexed.add(value.orgId)),
  on(connecting, (all, value) => all.moving.add(value.fromOrgId).add(value.toOrgId)),
  on(deletionJob, (all, value) => {
    for (const { orgId } of value.person?.places ?? []) all.erasing.add(orgId);
  }),
  on(nightly, (all, value, row) => all.nights.set(keyPart(row.rk, 1), value.day)),
  on(tenantOrg, (all, value, row) => {
    all.tenants.set(row.pk, value.orgId);
    names(all, row, { table: 'Dir', orgId: value.orgId, isPointer: true });
  }),
  on(threadTeam, (all, value, row) => {
    all.threads.set(row.pk, `${value.orgId}|${value.teamId}`);
    names(all, row, { table: 'Dir', orgId: value.orgId, isPointer: true });
  }),
  on(memberOrg, (all, value, row) => {
    all.memberOrgs.set(value.memberId, value.orgId);
    names(all, row, { table: 'Dir', orgId: value.orgId, isPointer: true });
  }),
  on(teamsUser, (all, value, row) => {
    all.people.set(row.pk, `${value.orgId}|${value.memberId}`);
    names(all, row, { table: 'Accounts', orgId: value.orgId, isPointer: true });
  }),
  on(orgTeam, (all, value, row) => {
    all.teams.add(`${orgOf(row)}|${value.teamId}`);
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(orgMember, (all, value, row) => {
    all.members.set(`${orgOf(row)}|${value.memberId}`, value);
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(orgUser, (all, _value, row) => {
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(memberTeam, (all, value, row) => {
    all.memberTeams.add(`${orgOf(row)}|${keyPart(row.rk, 1)}|${value.teamId}`);
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(teamMemberPointer, (all, value, row) => {
    all.teamMembers.add(`${orgOf(row)}|${value.memberId}|${keyPart(row.rk, 1)}`);
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(meetingPointer, (all, value, row) => {
    all.meetingTeams.set(`${orgOf(row)}|${value.meetingId}`, value.teamId);
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(vacation, (all, _value, row) => {
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(digest, (all, _value, row) => {
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(digestSending, (all, _value, row) => {
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(template, (all, _value, row) => {
    names(all, row, { table: 'Org', orgId: orgOf(row), isPointer: false });
  }),
  on(usage, (all, value, row) => {
    all.ledger.set(`${row.pk}|${value.memberId}`, { event: value, key: row });
  }),
  on(asked, (all, value, row) => all.asked.add(`${row.pk}|${value.memberId}`)),
  on(invoice, (all, value, row) => all.billing.invoices.push({ value, row })),
  on(charge, (all, value, row) => all.billing.charges.push({ value, row })),
  on(chargeDue, (all, value, row) => {
    names(all, row, { table: 'Sys', orgId: value.orgId, isPointer: false });
  }),
  on(payingCustomer, (all, value, row) => {
    names(all, row, { table: 'Dir', orgId: value.orgId, isPointer: false });
  }),
  on(invoicePage, (all, value, row) => all.billing.pages.push({ value, row })),
  on(invoiceNumbers, (all, value, row) => all.billing.counters.push({ value, row })),
  on(monthsClosed, (all, value, row) => all.billing.closed.set(keyPart(row.rk, 1), value.month)),
  on(due, takeDue),
  on(outbox, takeOutbox),
]);

export const gatherStore = (all: GatheredStore, kind: AnyFormat, value: unknown, row: Row): void => {
  takes.get(kind)?.(all, value, row);
};

export const ledgerName = (orgId: OrgId, at: ValueOf<typeof usage>['at'], memberId: string): string =>
  `${orgId}|${monthOf(msOf(at))}|${memberId}`;
export const runName = (orgId: OrgId, meetingId: MeetingId, date: string): string => `${orgId}|${meetingId}|${date}`;
