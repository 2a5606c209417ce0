import { accountWork } from '../kinds/accountOutboxWork.ts';
import { answerDraft } from '../kinds/answerDraft.ts';
import * as billing from '../kinds/billingProfileAndInvoices.ts';
import * as accounts from '../kinds/accountsMembershipsTeamsUsersVisits.ts';
import * as codes from '../kinds/oneTimeCodesAndRegistration.ts';
import * as dir from '../kinds/organisationLookups.ts';
import { personalInstall } from '../kinds/personalInstall.ts';
import * as places from '../placement/organisationPlaceKinds.ts';
import * as installation from '../kinds/storeFormatAndBackupState.ts';
import { counter } from '../kinds/rateLimitCounters.ts';
import { skip, snooze } from '../kinds/skipAndSnooze.ts';
import * as org from '../kinds/organisationsMembersAndVacations.ts';
import { charge, chargeDue, payingCustomer, payingEvent, payment } from '../kinds/paymentAndCharges.ts';
import * as run from '../kinds/runsAnswersBlockersTimesheetsActivity.ts';
import * as sessions from '../kinds/sessionsAndSecondFactors.ts';
import { deletionJob, connecting, nightly } from '../kinds/resumableJobs.ts';
import { searchProgress, searchWords } from '../kinds/searchIndex.ts';
import { summaryConsent } from '../kinds/summaryConsent.ts';
import { digest, digestSending } from '../kinds/digests.ts';
import { template } from '../kinds/meetingTemplate.ts';
import { generatedSummary, textModel, textModelMonth } from '../kinds/textModelAndGeneratedSummaries.ts';
import * as team from '../kinds/teamsMeetingsHolidays.ts';
import * as usage from '../kinds/usageLedger.ts';
import * as work from '../kinds/dueOutboxAndLeases.ts';
import type { Format } from '../rowCodec.ts';
import type { Row, Table } from '../tableStorePort.ts';
import type { z } from 'zod';

type AnyFormat = Format<z.ZodObject>;
type Pattern = readonly [format: AnyFormat, partition: RegExp, row: RegExp];

const any = /^/;

/** The data model as patterns. The first pattern that matches the partition key and the row key determines the kind of a row. */
const patterns: Readonly<Record<Table, readonly Pattern[]>> = {
  Dir: [
    [dir.tenantOrg, /^tid:/, /^o$/],
    [dir.threadTeam, /^thr:/, /^t$/],
    [dir.memberOrg, /^mem:/, /^o$/],
    [dir.orgIndex, /^org-/, any],
    [counter, /^lim-/, any],
    [payingCustomer, /^pay:/, /^o$/],
    [payingEvent, /^pay:/, /^ev\|/],
    [billing.invoiceNumbers, /^seq$/, /^inv\|/],
  ],
  Accounts: [
    [accounts.emailGuard, /^em:/, /^u$/],
    [accounts.profile, /^u:/, /^p$/],
    [accounts.password, /^u:/, /^pw$/],
    [accounts.superadminProof, /^u:/, /^sa$/],
    [accounts.membership, /^u:/, /^m\|/],
    [accounts.calendarFeed, /^u:/, /^feed\|/],
    [accounts.visit, /^u:/, /^seen\|/],
    [codes.code, /^tok:/, /^t$/],
    [codes.registration, /^u:/, /^reg$/],
    [sessions.tokenFamily, /^u:/, /^fam\|/],
    [sessions.totp, /^u:/, /^totp$/],
    [sessions.knownNetworks, /^u:/, /^net$/],
    [accounts.teamsUser, /^aad:/, /^m$/],
    [personalInstall, /^aad:/, /^i$/],
  ],
  Org: [
    [org.org, any, /^org$/],
    [org.orgTeam, any, /^team\|/],
    [org.orgUser, any, /^user\|/],
    [org.orgMember, any, /^mem\|/],
    [org.memberTeam, any, /^mt\|/],
    [org.teamMemberPointer, any, /^tm\|/],
    [org.meetingPointer, any, /^g\|/],
    [org.vacation, any, /^vac\|/],
    [payment, any, /^pay$/],
    [charge, any, /^chg\|/],
    [billing.billingProfile, any, /^bill$/],
    [billing.invoice, any, /^inv\|/],
    [billing.invoicePage, any, /^inl\|/],
    [run.orgActivity, any, /^L\|/],
    [run.orgAuditedAction, any, /^A\|/],
    [summaryConsent, any, /^ml\|/],
    [template, any, /^tpl\|/],
    [textModel, any, /^model$/],
    [textModelMonth, any, /^modelUse\|/],
    [digest, any, /^dig\|/],
    [digestSending, any, /^dge\|/],
  ],
  Team: [
    [team.team, any, /^T$/],
    [team.teamMember, any, /^M\|/],
    [team.channel, any, /^C\|/],
    [team.meeting, any, /^G\|/],
    [team.meetingName, any, /^N\|/],
    [team.holiday, any, /^H\|/],
    [team.dayHoliday, any, /^D\|[^|]+\|!H$/],
    [team.dayVacation, any, /^D\|[^|]+\|!V\|/],
    [run.runKind, any, /^D\|[^|]+\|[^|]+\|0$/],
    [run.answer, any, /^D\|[^|]+\|[^|]+\|a\|/],
    [run.delivery, any, /^D\|[^|]+\|[^|]+\|s\|/],
    [skip, any, /^D\|[^|]+\|[^|]+\|k\|/],
    [snooze, any, /^D\|[^|]+\|[^|]+\|z\|/],
    [run.daySummary, any, /^R\|/],
    [run.plan, any, /^P\|/],
    [run.blocker, any, /^B\|/],
    [answerDraft, any, /^F\|/],
    [run.history, any, /^Q\|/],
    [run.sheet, any, /^S\|/],
    [run.week, any, /^W\|/],
    [run.weekCards, any, /^V\|/],
    [run.blockerCards, any, /^K\|/],
    [generatedSummary, any, /^Y\|/],
    [usage.taskMark, any, /^U\|/],
    [run.teamActivity, any, /^L\|/],
    [run.teamAuditedAction, any, /^A\|/],
    [searchProgress, any, /^I$/],
    [searchWords, any, /^I\|/],
  ],
  Usage: [
    [usage.usage, any, /^m\|/],
    [usage.asked, any, /^q\|/],
  ],
  Due: [[work.due, any, any]],
  Outbox: [
    [accountWork, any, /^\d{14}\|(?:mail|purge)\|/],
    [work.outbox, any, any],
  ],
  Sys: [
    [work.shardLease, /^lease$/, any],
    [work.probe, /^probe$/, any],
    [connecting, /^saga$/, /^connect\|/],
    [deletionJob, /^saga$/, /^cascade\|/],
    [nightly, /^saga$/, /^night\|/],
    [installation.storeFormat, /^format$/, /^store$/],
    [installation.restored, /^restored$/, /^last$/],
    [installation.backupState, /^backup$/, /^state$/],
    [chargeDue, /^charge-/, any],
    [places.placesState, /^places$/, /^state$/],
    [places.accountMark, /^places$/, /^mark$/],
    [places.organisationPlace, /^place-/, any],
    [billing.monthsClosed, /^saga$/, /^month\|/],
  ],
};

export const allKinds: readonly AnyFormat[] = Object.values(patterns).flatMap((list) => list.map(([format]) => format));

/** Returns the kind of a row by its key; undefined if the data model has no such key. */
export const kindOf = (table: Table, row: Pick<Row, 'pk' | 'rk'>): AnyFormat | undefined =>
  patterns[table].find(([, partition, key]) => partition.test(row.pk) && key.test(row.rk))?.[0];
