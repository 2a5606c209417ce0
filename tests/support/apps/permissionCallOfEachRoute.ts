import * as vitals from '#contracts/operations/webVitalsReport.ts';
import * as account from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import * as answers from '#contracts/answers/answerCardAndDraftCalls.ts';
import * as choices from '#contracts/answers/skipAndSnoozeCalls.ts';
import * as billing from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import * as invoices from '#contracts/billing/invoiceAndLedgerCalls.ts';
import * as blockers from '#contracts/blockers/blockerCalls.ts';
import { connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import * as calendarFeed from '#contracts/daysOff/publishedCalendarFeed.ts';
import * as deletion from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { getInstallation } from '#contracts/operations/operatorInfo.ts';
import * as meetings from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { activateMember, memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { confirmSuperadmin } from '#contracts/identity/confirmSuperadmin.ts';
import { removeSignInMethod, signInMethods } from '#contracts/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import * as runs from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import { previewCard } from '#contracts/answers/meetingCardPreview.ts';
import * as orgs from '#contracts/organisations/organisationCalls.ts';
import * as payments from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import * as invitations from '#contracts/registration/memberInvitationCalls.ts';
import { getAttention } from '#contracts/attention/getAttention.ts';
import * as summaries from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import * as models from '#contracts/generatedSummaries/textModelSettings.ts';
import { getCatchup } from '#contracts/reports/getCatchup.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { getDashboard } from '#contracts/dashboard/getDashboard.ts';
import * as factor from '#contracts/identity/secondFactorCalls.ts';
import * as signIn from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import * as summaryEmails from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import * as teams from '#contracts/organisations/teamAndMemberCalls.ts';
import * as sheets from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloads from '#contracts/timesheets/timesheetDownloadCalls.ts';
import * as weeks from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { listTimezones } from '#contracts/people/listTimezones.ts';
import * as digests from '#contracts/digests/digestCalls.ts';
import * as templates from '#contracts/meetings/templateCalls.ts';
import { getRollup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { searchAnswers } from '#contracts/search/searchAnswers.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/rollup/rollupFileCalls.ts';
import { getTrends } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { getNearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import * as users from '#contracts/people/userAndProfileCalls.ts';
import * as vacations from '#contracts/daysOff/changeAndListDaysOff.ts';
import * as vacationImport from '#contracts/daysOff/holidayImport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { textModel } from '../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import { aDate, aMemberId, anOrgId, aTeamId, aTextModel, aUserId } from '../data/idDateAndRecordBuilders.ts';
import { today } from './standupDayAndValidCalls.ts';
import { expected, idsOf } from './permissionWorldAndExpectedResults.ts';
import type { Cell, Outcome, PermissionWorld } from './permissionWorldAndExpectedResults.ts';
import { emailOf, passwordOf } from './testApp.ts';
import { call, open, raw } from './permissionRouteCallBuilders.ts';
import type { RouteCall } from './permissionRouteCallBuilders.ts';
import {
  nothing,
  payer,
  team,
  meeting,
  org,
  lastPersonOf,
  self,
  newTeam,
  newUser,
  newMember,
  draft,
  newMeeting,
  creators,
  summaryOfToday,
  newTemplate,
  newDigest,
  digestDraft,
  ownDays,
  answer,
  withOldSignIn,
  task,
  taskToDelete,
  week,
  notWaiting,
  lastMonth,
  wrongCode,
  names,
  callerOf,
  signedOut,
  rollupFile,
  textModelInput,
} from './permissionInputs.ts';
import * as sync from '#contracts/teamsSync/syncFromTeams.ts';
import * as channels from '#contracts/teamsSync/listTeamChannels.ts';
import * as orgOfMember from '#contracts/people/getOrgOfMember.ts';
import * as starting from '#contracts/runs/startRun.ts';
import * as personalData from '#contracts/dataLifecycle/personalDataExport.ts';
import * as factorReset from '#contracts/people/resetSecondFactor.ts';
import * as passwordChange from '#contracts/registration/changePassword.ts';

// Lists one call of each route for each caller and place, with its input and its result if it is allowed. The
// permission test fails for a route without an entry.

/**
 * Returns the expected result of reading a member. A caller without a session gets only an error, which shows whether
 * the person has an account.
 */
const memberOutcome = (cell: Cell): Outcome => {
  if (cell.caller === 'signed out') return cell.name === 'missing' ? 'NOT_FOUND' : 'USER_ALREADY_REGISTERED';
  const outcome = expected('member.read', { named: 'team', owner: 'everybody', allowed: 'OK' }, cell);
  // The call needs no session, so a member whom the caller may not see seems not to exist.
  return outcome === 'FORBIDDEN' ? 'NOT_FOUND' : outcome;
};

const health = ['livez', 'healthz', 'readyz'].flatMap((text) => [
  raw(`GET /${text}`, 'OK'),
  raw(`HEAD /${text}`, 'HTTP 200'),
]);

export const routeCalls: readonly RouteCall[] = [
  ...health,
  raw('POST /api/messages', 'INVALID_INPUT'),
  raw('POST /api/payment/webhook/{provider}', 'NOT_FOUND'),
  raw('GET /support', 'HTTP 302'),
  raw('GET /openapi.json', 'HTTP 200'),
  raw('GET /.well-known/security.txt', 'HTTP 200'),
  open(getInstallation, nothing, 'OK'),
  raw('GET /metrics', 'HTTP 200'),
  open(vitals.reportVitals, () => ({ lcp: 1 }), 'OK'),
  raw('GET /mail', 'HTTP 200'),
  // The call sends a token that the product did not sign, so the result is 404.
  raw('GET /email/summaries/{token}', 'HTTP 404'),
  raw('POST /email/summaries/{token}', 'HTTP 404'),
  raw('GET /api/v1/userlogin/callback', 'HTTP 302'),

  open(signIn.signInOptions, nothing, 'OK'),
  open(signIn.teamsSignIn, () => ({ ssoToken: 'none' }), 'ENTRA_NOT_CONFIGURED'),
  open(signIn.redirectUrl, nothing, 'ENTRA_NOT_CONFIGURED'),
  open(signIn.exchangeCode, () => wrongCode, 'CODE_INVALID'),
  open(account.login, () => ({ email: emailOf('wim'), password: passwordOf('wim') }), 'OK'),
  open(account.refreshToken, () => ({ refreshtoken: 'none' }), 'UNAUTHENTICATED'),
  open(account.logout, () => ({ refreshToken: 'none' }), 'OK'),
  open(account.logoutUrl, nothing, 'OK'),
  call(account.switchOrganisation, 'membership', org),
  call(account.getUserDetails, 'nothing', nothing),
  call(
    passwordChange.changePassword,
    'nothing',
    () => ({ oldPassword: 'wrong', newPassword: 'another long one', passwordConfirmation: 'another long one' }),
    { allowed: 'INVALID_INPUT' },
  ),
  open(factor.totpBegin, (cell) => ({ password: passwordOf(callerOf(cell)) }), signedOut('UNAUTHENTICATED', 'OK')),
  open(factor.totpConfirm, () => ({ code: '000000' }), signedOut('UNAUTHENTICATED', 'INVALID_INPUT')),
  open(factor.totpVerify, () => ({ challenge: 'none', code: '000000' }), 'UNAUTHENTICATED'),
  call(factor.totpDisable, 'nothing', (cell) => ({ password: passwordOf(callerOf(cell)), code: '000000' }), {
    allowed: 'INVALID_INPUT',
  }),
  // The call concerns a new user, because the product rejects the call about oneself. The new user has no second
  // factor, so the allowed call ends with CONFLICT.
  call(factorReset.totpReset, 'person', newUser, { allowed: 'CONFLICT' }),

  open(
    registration.register,
    (_cell, { fresh }) => {
      const word = fresh();
      return { ...names(word), email: emailOf(word), password: 'velvet harbour lantern', organizationName: word };
    },
    'OK',
  ),
  open(registration.confirmRegisterEmail, () => wrongCode, 'CODE_INVALID'),
  open(registration.postRegistration, () => wrongCode, 'CODE_INVALID'),
  open(registration.resendConfirm, (_cell, { fresh }) => ({ email: emailOf(fresh()) }), 'OK'),
  open(registration.validateEmail, (_cell, { fresh }) => ({ email: emailOf(fresh()) }), 'OK'),
  open(registration.forgotPassword, (_cell, { fresh }) => ({ email: emailOf(fresh()) }), 'USER_NOT_FOUND'),
  open(registration.confirmResetPasswordEmail, () => wrongCode, 'CODE_INVALID'),
  open(
    registration.resetPassword,
    () => ({ ...wrongCode, newPassword: 'another long one', passwordConfirmation: 'another long one' }),
    'CODE_INVALID',
  ),
  open(invitations.getMember, ({ place }) => ({ id: aMemberId(lastPersonOf(place)) }), memberOutcome),
  call(invitations.inviteMember, 'person', newMember),
  call(invitations.joinAsMember, 'nothing', () => ({ memberId: aMemberId('nobody'), ...wrongCode }), {
    allowed: 'CODE_INVALID',
  }),

  call(teams.listTeams, 'nothing', nothing),
  call(teams.listMembers, 'team', team),
  call(teams.getTeam, 'team', team),
  call(teams.getTeamInfo, 'team', team),
  call(teams.setTeamLanguage, 'team', (cell) => ({ ...team(cell), language: 'fr' as const })),
  call(teams.deleteTeam, 'team', newTeam),
  call(sync.syncTeam, 'team', team),
  call(activateMember, 'team', ({ place }) => ({
    ...{ teamId: aTeamId(place.team), memberId: aMemberId(lastPersonOf(place)), flag: 'true' as const },
  })),

  call(meetings.saveMeeting, 'team', draft),
  call(meetings.getMeetingList, 'team', team),
  call(meetings.getAllMeetings, 'team', team),
  call(meetings.getMeeting, 'team', meeting),
  call(meetings.isMeetingNameExists, 'team', (cell) => ({ ...team(cell), name: 'Daily' })),
  call(summaryEmails.getSummaryEmails, 'team', meeting),
  // The call names an address that the report does not have, so the result is INVALID_INPUT.
  call(summaryEmails.askSummaryEmail, 'team', (cell) => ({ ...meeting(cell), email: emailOf('outside') }), {
    allowed: 'INVALID_INPUT',
  }),
  call(summaryEmails.approveSummaryEmail, 'team', (cell) => ({ ...meeting(cell), email: emailOf('outside') }), {
    allowed: 'INVALID_INPUT',
  }),
  call(previewCard, 'team', (cell) => ({ meeting: { ...team(cell), time: 600, timezone: 'UTC' } })),
  call(
    runs.deactivateMeeting,
    'team',
    newMeeting(({ meetingId }) => ({ meetingId, flag: 'false' as const })),
    creators,
  ),
  call(
    runs.deleteMeeting,
    'team',
    newMeeting(({ meetingId }) => ({ meetingId })),
    creators,
  ),
  call(
    runs.cancelToday,
    'team',
    newMeeting(({ meetingId }) => ({ meetingId })),
    creators,
  ),
  call(
    starting.startRun,
    'team',
    newMeeting(({ meetingId }) => ({ meetingId })),
    creators,
  ),
  call(blockers.resolveBlocker, 'team', (cell) => ({ ...meeting(cell), memberId: aMemberId(self(cell)) })),
  call(blockers.getBlockers, 'team', team),
  call(blockers.changeBlocker, 'team', async (cell, { app }) => {
    const memberId = aMemberId(self(cell));
    const key = { teamId: aTeamId(cell.place.team), meetingId: cell.place.meetingId, memberId };
    const date = aDate(today);
    await inOrg(app.services.store, anOrgId(cell.place.org)).touch(blockerKind, key, {
      ...{ memberId, isOpen: true, since: date, date, text: 'Database', openedAt: null, closedAt: null },
    });
    return { meetingId: key.meetingId, memberId, action: 'RESOLVE' as const };
  }),
  call(previewMeeting, 'team', (cell) => ({ meeting: cell.place.meetingId, count: 3 })),
  call(digests.listDigests, 'team', team),
  call(digests.listOrganisationDigests, 'nothing', nothing),
  call(digests.listDigestAdmins, 'nothing', nothing),
  call(digests.saveDigest, 'team', digestDraft),
  call(digests.previewDigest, 'team', digestDraft),
  call(digests.sendDigestNow, 'team', newDigest),
  call(
    digests.pauseDigest,
    'team',
    async (cell, world) => ({ ...(await newDigest(cell, world)), isPaused: true }),
    creators,
  ),
  call(digests.deleteDigest, 'team', newDigest, creators),
  call(templates.listTemplates, 'team', team),
  call(templates.saveTemplate, 'team', (cell, { fresh }) => ({ ...meeting(cell), name: fresh() })),
  call(templates.renameTemplate, 'person', async (cell, world) => ({
    ...(await newTemplate(cell, world)),
    name: world.fresh(),
  })),
  call(templates.deleteTemplate, 'person', newTemplate),
  call(whyMember, 'team', (cell) => ({ ...meeting(cell), memberId: aMemberId(self(cell)) })),
  call(getActivities, 'team', ({ place }) => ({ objectType: 'Meeting' as const, objectId: place.meetingId })),
  call(vacations.saveVacation, 'self', ownDays),
  call(vacations.deleteVacation, 'self', ownDays),
  call(vacations.getVacations, 'self', ({ ...cell }) => ({
    objectType: 'User' as const,
    objectId: aMemberId(self(cell)),
  })),
  call(vacationImport.importHolidays, 'team', (cell) => ({ ...team(cell), country: 'DE', year: 2027 })),
  call(vacationImport.holidayCountries, 'nothing', nothing),
  call(channels.teamChannels, 'team', team),
  call(answers.getCard, 'team', meeting),
  // An answered run can be neither snoozed nor skipped, and a skipped run cannot be snoozed, so the calls must have
  // this order.
  call(choices.snoozeRun, 'team', (cell) => ({ ...meeting(cell), date: today, length: 'HALF_HOUR' as const })),
  call(choices.skipRun, 'team', (cell) => ({ ...meeting(cell), date: today })),
  call(answers.saveAnswer, 'team', answer),
  call(answers.saveAnswerDraft, 'team', async (cell, world) => ({ ...(await answer(cell, world)), version: null })),
  call(getReport, 'team', (cell) => ({ ...team(cell), date: today })),
  call(getTrends, 'team', (cell) => ({ ...team(cell), ...meeting(cell) })),
  call(getWeeklyTrends, 'team', (cell) => ({ ...team(cell), ...meeting(cell) })),
  call(getRollup, 'team', team),
  call(rollupDownloadToken, 'team', team),
  call(downloadRollup, 'team', rollupFile, { allowed: 'HTTP 200' }),
  call(getNearbyRuns, 'team', (cell) => ({ ...team(cell), date: today })),
  call(getAttention, 'team', team),
  call(getCatchup, 'team', team),
  call(summaries.getGeneratedSummary, 'team', summaryOfToday),
  call(summaries.writeGeneratedSummary, 'team', summaryOfToday),
  call(searchAnswers, 'team', (cell) => ({ ...team(cell), q: 'secret' })),
  call(getDashboard, 'team', team),
  call(getWaiting, 'nothing', nothing),
  call(getPersonReport, 'team', ({ place }) => ({ memberId: aMemberId(lastPersonOf(place)) })),

  call(sheets.getTimesheet, 'team', team),
  call(sheets.saveTask, 'team', task),
  call(sheets.deleteTask, 'team', taskToDelete),
  call(sheets.copyLastDay, 'team', team),
  call(downloads.downloadToken, 'team', (cell) => ({ filter: team(cell) })),
  call(downloads.downloadTimesheet, 'team', (cell) => ({ filter: JSON.stringify({ ...team(cell), format: 'CSV' }) }), {
    allowed: 'HTTP 200',
  }),
  call(
    weeks.getWeek,
    'team',
    week(({ place }) => lastPersonOf(place), '2026-11-16'),
  ),
  call(weeks.waitingWeeks, 'team', team),
  call(weeks.submitWeek, 'team', week(self, '2026-11-09')),
  call(weeks.approveWeek, 'team', notWaiting, { allowed: 'WEEK_STATE' }),
  call(weeks.returnWeek, 'team', (cell) => ({ ...notWaiting(cell), note: 'Why' }), { allowed: 'WEEK_STATE' }),
  call(weeks.reopenWeek, 'team', (cell) => ({ ...notWaiting(cell), note: 'Why' }), { allowed: 'WEEK_STATE' }),

  call(users.listUsers, 'org', org),
  call(users.getUser, 'self', (cell) => ({ userId: aUserId(self(cell)) })),
  call(users.saveUser, 'person', ({ place }) => ({ id: aUserId(lastPersonOf(place)), ...names(lastPersonOf(place)) })),
  call(users.deleteUser, 'person', newUser),
  call(users.setRole, 'person', ({ place }) => ({ userId: aUserId(lastPersonOf(place)), role: 'user' as const })),
  call(users.getProfile, 'nothing', () => ({ fields: ['firstName'] })),
  call(users.updateProfile, 'nothing', (cell) => names(callerOf(cell))),
  call(personalData.exportUser, 'nothing', nothing, { allowed: 'HTTP 200' }),
  call(personalData.exportToken, 'nothing', nothing),
  call(calendarFeed.userFeed, 'nothing', () => ({ action: 'RENEW' as const })),
  open(calendarFeed.readFeed, () => ({ file: `${aUserId('bob')}${'A'.repeat(43)}.ics` }), 'NOT_FOUND'),
  call(memberPreferences, 'nothing', () => ({ language: 'en' })),
  call(confirmSuperadmin, 'nothing', () => ({ email: 'nobody@example.test' }), { allowed: 'NOT_FOUND' }),
  call(signInMethods, 'nothing', nothing),
  call(removeSignInMethod, 'nothing', ({ place }) => ({ memberId: aMemberId(lastPersonOf(place)) }), {
    allowed: 'NOT_FOUND',
  }),

  call(orgs.listOrgs, 'nothing', nothing),
  call(orgs.getOrg, 'nothing', nothing),
  call(orgs.updateOrg, 'org', (cell) => ({ ...org(cell), name: 'Same' })),
  call(orgs.activateOrg, 'org', (cell) => ({ ...org(cell), isActive: true })),
  call(orgs.orgSettings, 'org', (cell) => ({ ...org(cell), retentionDays: 365 })),
  call(orgs.saveLinkPatterns, 'org', (cell) => ({ ...org(cell), linkPatterns: [] })),
  call(models.getTextModel, 'org', org),
  call(models.saveTextModel, 'org', (cell) => ({ ...org(cell), ...textModelInput })),
  call(models.testTextModel, 'org', async (cell, { app }) => {
    // With a text model that has no key, the product sends no request to the model.
    if (cell.name !== 'missing')
      await inOrg(app.services.store, anOrgId(cell.place.org)).touch(
        textModel,
        undefined,
        aTextModel({ sealedKey: null }),
      );
    return org(cell);
  }),
  call(orgs.orgAudit, 'org', org),
  call(sync.syncOrg, 'org', org),
  call(payments.getPayment, 'nothing', nothing),
  call(payments.createSubscription, 'nothing', payer),
  call(payments.confirmPayment, 'nothing', () => ({ sessionId: 'cs_1' }), { allowed: 'NOT_FOUND' }),
  call(payments.markPaid, 'nothing', (cell) => ({ ...org(cell), month: '202611' }), { allowed: 'NOT_FOUND' }),
  call(connectOrg, 'nothing', () => ({ code: 'A'.repeat(12) }), { allowed: 'CONNECT_REFUSED' }),
  call(orgOfMember.getOrgOfMember, 'team', ({ place }) => ({ memberId: aMemberId(lastPersonOf(place)) })),

  // The sign-in is too old, so the call deletes nothing. Other tests check the deletion itself.
  call(deletion.deleteOrg, 'org', (cell, world) => withOldSignIn(world, org(cell)), { allowed: 'REAUTH' }),
  call(deletion.eraseUser, 'nothing', (_cell, world) => withOldSignIn(world, {}), { allowed: 'REAUTH' }),
  open(deletion.undeleteOrg, () => wrongCode, 'CODE_INVALID'),

  call(billing.getBillingSummary, 'org', org),
  call(invoices.getInvoices, 'org', org),
  call(invoices.getLedger, 'org', (cell) => ({ ...org(cell), month: lastMonth })),
  call(invoices.invoiceToken, 'org', (cell) => ({ ...org(cell), month: lastMonth }), { allowed: 'NOT_FOUND' }),
  call(invoices.getInvoicePdf, 'org', (cell) => ({ ...org(cell), month: lastMonth }), { allowed: 'NOT_FOUND' }),

  call(getSettings, 'nothing', () => ({ keys: ['DefaultStandupQuestions'] })),
  call(listTimezones, 'nothing', nothing),
];

/** Returns the input of a call. If the call has no id, adds ids of the place, which the product must ignore. */
export const sent = async (
  routeCall: RouteCall,
  cell: Cell,
  world: PermissionWorld,
): Promise<Record<string, unknown>> => ({
  ...(routeCall.named === 'nothing' && routeCall.open === null && routeCall.endpoint?.access !== 'anyone'
    ? idsOf(cell.place)
    : {}),
  ...(await routeCall.send(cell, world)),
});
