import { accountWork } from '../kinds/emails/accountOutboxWork.ts';
import { answerDraft } from '../kinds/answers/answerDraft.ts';
import { invoice, invoiceNumbers, invoicePage, monthsClosed } from '../kinds/billing/invoicesAndNumbers.ts';
import { billingProfile } from '../kinds/billing/billingProfile.ts';
import { emailGuard, password, profile, superadminProof } from '../kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../kinds/identity/membership.ts';
import { calendarFeed } from '../kinds/daysOff/calendarFeed.ts';
import { visit } from '../kinds/reports/teamVisit.ts';
import { teamsUser } from '../kinds/microsoftAccounts/teamsUser.ts';
import { code } from '../kinds/identity/oneTimeCode.ts';
import { registration } from '../kinds/registration/registration.ts';
import { memberOrg, tenantOrg, threadTeam } from '../kinds/organisations/organisationLookups.ts';
import { orgIndex } from '../kinds/organisations/organisationIndex.ts';
import { personalInstall } from '../kinds/teamsSync/personalInstall.ts';
import * as places from '../placement/organisationPlaceKinds.ts';
import { storeFormat } from '../kinds/operations/storeFormat.ts';
import { backupPart, backupState, restored } from '../kinds/operations/backupStateAndLastRestore.ts';
import { counter } from '../kinds/rateLimits/rateLimitCounters.ts';
import { skip, snooze } from '../kinds/answers/skipAndSnooze.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { channel, orgTeam, team } from '../kinds/organisations/teamAndChannel.ts';
import { orgMember, orgUser } from '../kinds/organisations/organisationUserAndMember.ts';
import { memberTeam, teamMemberPointer } from '../kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { meeting, meetingName, meetingPointer } from '../kinds/meetings/meetingWithNameAndPointer.ts';
import { dayHoliday, dayVacation, holiday, vacation } from '../kinds/daysOff/vacationsAndHolidays.ts';
import { charge, chargeDue } from '../kinds/billing/charges.ts';
import { payingCustomer, payingEvent } from '../kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../kinds/billing/paymentSettings.ts';
import {
  orgActivity,
  orgAuditedAction,
  teamActivity,
  teamAuditedAction,
} from '../kinds/core/activityLogAndActionIndex.ts';
import { runKind } from '../kinds/runs/run.ts';
import { answer, history } from '../kinds/answers/answerAndHistory.ts';
import { delivery } from '../kinds/runs/delivery.ts';
import { daySummary } from '../kinds/runs/daySummary.ts';
import { plan } from '../kinds/answers/latestPlan.ts';
import { blocker } from '../kinds/blockers/blocker.ts';
import { sheet, week } from '../kinds/timesheets/sheetAndWeek.ts';
import { weekCards } from '../kinds/timesheets/weekCards.ts';
import { blockerCards } from '../kinds/blockers/blockerCards.ts';
import { tokenFamily } from '../kinds/identity/refreshTokenFamily.ts';
import { totp } from '../kinds/identity/secondFactor.ts';
import { knownNetworks } from '../kinds/identity/knownNetworks.ts';
import { deletionJob } from '../kinds/dataLifecycle/deletionJob.ts';
import { connecting } from '../kinds/connect/connectJob.ts';
import { nightly } from '../kinds/dataLifecycle/nightlyWork.ts';
import { searchProgress, searchWords } from '../kinds/search/searchIndex.ts';
import { summaryConsent } from '../kinds/summaryEmails/summaryConsent.ts';
import { digest, digestSending } from '../kinds/digests/digestAndSending.ts';
import { template } from '../kinds/meetings/meetingTemplate.ts';
import { generatedSummary } from '../kinds/generatedSummaries/generatedSummary.ts';
import { textModel, textModelMonth } from '../kinds/generatedSummaries/textModel.ts';
import { teamMember } from '../kinds/people/teamMember.ts';
import { asked, taskMark, usage } from '../kinds/billing/usageLedger.ts';
import { due } from '../kinds/due/dueRow.ts';
import { outbox } from '../kinds/outbox/outboxRow.ts';
import { shardLease } from '../kinds/operations/shardLease.ts';
import { probe } from '../kinds/operations/readinessProbe.ts';
import type { Format } from '../rowCodec.ts';
import type { Row, Table } from '../tableStorePort.ts';
import type { z } from 'zod';

export type AnyFormat = Format<z.ZodObject>;
type Pattern = readonly [format: AnyFormat, partition: RegExp, row: RegExp];

const any = /^/;

/**
 * The data model as patterns. The first pattern that matches the partition key and the row key determines the kind of a
 * row.
 */
const patterns: Readonly<Record<Table, readonly Pattern[]>> = {
  Dir: [
    [tenantOrg, /^tid:/, /^o$/],
    [threadTeam, /^thr:/, /^t$/],
    [memberOrg, /^mem:/, /^o$/],
    [orgIndex, /^org-/, any],
    [counter, /^lim-/, any],
    [payingCustomer, /^pay:/, /^o$/],
    [payingEvent, /^pay:/, /^ev\|/],
    [invoiceNumbers, /^seq$/, /^inv\|/],
  ],
  Accounts: [
    [emailGuard, /^em:/, /^u$/],
    [profile, /^u:/, /^p$/],
    [password, /^u:/, /^pw$/],
    [superadminProof, /^u:/, /^sa$/],
    [membership, /^u:/, /^m\|/],
    [calendarFeed, /^u:/, /^feed\|/],
    [visit, /^u:/, /^seen\|/],
    [code, /^tok:/, /^t$/],
    [registration, /^u:/, /^reg$/],
    [tokenFamily, /^u:/, /^fam\|/],
    [totp, /^u:/, /^totp$/],
    [knownNetworks, /^u:/, /^net$/],
    [teamsUser, /^aad:/, /^m$/],
    [personalInstall, /^aad:/, /^i$/],
  ],
  Org: [
    [org, any, /^org$/],
    [orgTeam, any, /^team\|/],
    [orgUser, any, /^user\|/],
    [orgMember, any, /^mem\|/],
    [memberTeam, any, /^mt\|/],
    [teamMemberPointer, any, /^tm\|/],
    [meetingPointer, any, /^g\|/],
    [vacation, any, /^vac\|/],
    [payment, any, /^pay$/],
    [charge, any, /^chg\|/],
    [billingProfile, any, /^bill$/],
    [invoice, any, /^inv\|/],
    [invoicePage, any, /^inl\|/],
    [orgActivity, any, /^L\|/],
    [orgAuditedAction, any, /^A\|/],
    [summaryConsent, any, /^ml\|/],
    [template, any, /^tpl\|/],
    [textModel, any, /^model$/],
    [textModelMonth, any, /^modelUse\|/],
    [digest, any, /^dig\|/],
    [digestSending, any, /^dge\|/],
  ],
  Team: [
    [team, any, /^T$/],
    [teamMember, any, /^M\|/],
    [channel, any, /^C\|/],
    [meeting, any, /^G\|/],
    [meetingName, any, /^N\|/],
    [holiday, any, /^H\|/],
    [dayHoliday, any, /^D\|[^|]+\|!H$/],
    [dayVacation, any, /^D\|[^|]+\|!V\|/],
    [runKind, any, /^D\|[^|]+\|[^|]+\|0$/],
    [answer, any, /^D\|[^|]+\|[^|]+\|a\|/],
    [delivery, any, /^D\|[^|]+\|[^|]+\|s\|/],
    [skip, any, /^D\|[^|]+\|[^|]+\|k\|/],
    [snooze, any, /^D\|[^|]+\|[^|]+\|z\|/],
    [daySummary, any, /^R\|/],
    [plan, any, /^P\|/],
    [blocker, any, /^B\|/],
    [answerDraft, any, /^F\|/],
    [history, any, /^Q\|/],
    [sheet, any, /^S\|/],
    [week, any, /^W\|/],
    [weekCards, any, /^V\|/],
    [blockerCards, any, /^K\|/],
    [generatedSummary, any, /^Y\|/],
    [taskMark, any, /^U\|/],
    [teamActivity, any, /^L\|/],
    [teamAuditedAction, any, /^A\|/],
    [searchProgress, any, /^I$/],
    [searchWords, any, /^I\|/],
  ],
  Usage: [
    [usage, any, /^m\|/],
    [asked, any, /^q\|/],
  ],
  Due: [[due, any, any]],
  Outbox: [
    [accountWork, any, /^\d{14}\|(?:mail|purge)\|/],
    [outbox, any, any],
  ],
  Sys: [
    [shardLease, /^lease$/, any],
    [probe, /^probe$/, any],
    [connecting, /^saga$/, /^connect\|/],
    [deletionJob, /^saga$/, /^cascade\|/],
    [nightly, /^saga$/, /^night\|/],
    [storeFormat, /^format$/, /^store$/],
    [restored, /^restored$/, /^last$/],
    [backupState, /^backup$/, /^state$/],
    [backupPart, /^backup$/, /^part\|/],
    [chargeDue, /^charge-/, any],
    [places.placesState, /^places$/, /^state$/],
    [places.accountMark, /^places$/, /^mark$/],
    [places.organisationPlace, /^place-/, any],
    [monthsClosed, /^saga$/, /^month\|/],
  ],
};

export const allKinds: readonly AnyFormat[] = Object.values(patterns).flatMap((list) => list.map(([format]) => format));

/** Returns the kind of a row by its key; undefined if the data model has no such key. */
export const kindOf = (table: Table, row: Pick<Row, 'pk' | 'rk'>): AnyFormat | undefined =>
  patterns[table].find(([, partition, key]) => partition.test(row.pk) && key.test(row.rk))?.[0];
