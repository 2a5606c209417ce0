import * as vitals from '#contracts/core/webVitalsReport.ts';
import * as account from '#contracts/identity/session.ts';
import { getActivities } from '#contracts/reports/activity.ts';
import * as answers from '#contracts/meetings/answer.ts';
import * as choices from '#contracts/meetings/skipAndSnooze.ts';
import * as billing from '#contracts/billing/billingCalls.ts';
import * as blockers from '#contracts/blockers/blocker.ts';
import { connectOrg } from '#contracts/organisations/connect.ts';
import * as calendarFeed from '#contracts/daysOff/publishedCalendarFeed.ts';
import * as deletion from '#contracts/organisations/deletionCalls.ts';
import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import type { MeetingId } from '#contracts/core/ids.ts';
import { getInstallation } from '#contracts/organisations/operatorInfo.ts';
import * as meetings from '#contracts/meetings/meeting.ts';
import { activateMember, memberPreferences } from '#contracts/organisations/memberActivationAndPreferences.ts';
import { confirmSuperadmin } from '#contracts/identity/superadmin.ts';
import { removeSignInMethod, signInMethods } from '#contracts/identity/ownSignInMethods.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import * as runs from '#contracts/meetings/meetingActions.ts';
import { whyMember } from '#contracts/meetings/whyPrompted.ts';
import { previewCard } from '#contracts/meetings/meetingCard.ts';
import * as orgs from '#contracts/organisations/org.ts';
import * as payments from '#contracts/billing/paymentCalls.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import * as registration from '#contracts/identity/registration.ts';
import { getAttention } from '#contracts/reports/needsAttention.ts';
import * as summaries from '#contracts/reports/generatedSummary.ts';
import * as models from '#contracts/organisations/textModelSettings.ts';
import { getCatchup } from '#contracts/reports/catchup.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import * as factor from '#contracts/identity/secondFactor.ts';
import * as signIn from '#contracts/identity/microsoftSignIn.ts';
import * as summaryEmails from '#contracts/meetings/summaryEmail.ts';
import * as teams from '#contracts/organisations/team.ts';
import * as sheets from '#contracts/timesheets/timesheet.ts';
import { listTimezones } from '#contracts/core/timezone.ts';
import * as digests from '#contracts/digests/digest.ts';
import * as templates from '#contracts/meetings/template.ts';
import { getRollup } from '#contracts/reports/rollup.ts';
import { searchAnswers } from '#contracts/search/searchAnswers.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/reports/rollupFile.ts';
import { getTrends } from '#contracts/reports/trends.ts';
import { getWeeklyTrends } from '#contracts/reports/weeklyTrends.ts';
import { getNearbyRuns } from '#contracts/reports/nearbyRuns.ts';
import { getWaiting } from '#contracts/reports/waitingRuns.ts';
import * as users from '#contracts/organisations/user.ts';
import * as vacations from '#contracts/daysOff/vacation.ts';
import * as vacationImport from '#contracts/daysOff/holidayImport.ts';
import { createAccount } from '../../../bot/src/services/registration/createAccount.ts';
import { inOrg } from '../../../bot/src/store/records.ts';
import { digest as digestKind } from '../../../bot/src/store/kinds/digests.ts';
import { blocker as blockerKind } from '../../../bot/src/store/kinds/runsAnswersTimesheets.ts';
import { textModel } from '../../../bot/src/store/kinds/textModel.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/teamsMeetingsHolidays.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aTemplateId,
  aTextModel,
  aUserId,
} from '../data/builders.ts';
import { saveStandup, today } from './apiCalls.ts';
import { expected, idsOf, personOf } from './permissionWorld.ts';
import type { Cell, Named, Outcome, Owner, PermissionWorld, Place } from './permissionWorld.ts';
import { aDigestId, aDigestRow } from '../data/digestData.ts';
import { seedTeam } from '../data/seed.ts';
import type { SeedTeam } from '../data/seed.ts';
import { emailOf, passwordOf } from './testApp.ts';
import type { Person } from './testApp.ts';

// One call of each route for each caller and place, with its input and its result if it is allowed. The permission test
// fails for a route without an entry.

export interface RouteCall {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly named: Named;
  readonly owner: Owner;
  readonly send: (cell: Cell, world: PermissionWorld) => object | Promise<object>;
  /** The result for a caller who has the permission. */
  readonly allowed: Outcome;
  /** For a call that needs no session: the result by caller. Null = the result is the same for all callers. */
  readonly open: ((cell: Cell) => Outcome) | null;
}

interface Options {
  readonly allowed?: Outcome;
  readonly owner?: Owner;
}

type Send<E extends Endpoint> = (
  cell: Cell,
  world: PermissionWorld,
) => Partial<InputOf<E>> | Promise<Partial<InputOf<E>>>;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const call = <E extends Endpoint>(endpoint: E, named: Named, send: Send<E>, options: Options = {}): RouteCall => ({
  ...{ name: nameOf(endpoint), endpoint, named, send: send },
  ...{ allowed: 'OK', owner: 'everybody', open: null, ...options },
});

/** Describes a call that needs no session. Its result is the same for every caller, unless `ends` is a function. */
const open = <E extends Endpoint>(
  endpoint: E,
  send: Send<E>,
  ends: Outcome | ((cell: Cell) => Outcome),
): RouteCall => ({
  ...call(endpoint, 'nothing', send),
  ...(typeof ends === 'string' ? { allowed: ends } : { open: ends }),
});

/** Describes a route without a contract, which ignores the session of the caller. */
const raw = (name: string, allowed: Outcome): RouteCall => ({
  ...{ name, endpoint: null, named: 'nothing', send: () => ({}), allowed, owner: 'everybody', open: null },
});

const nothing = () => ({});
const payer = () => ({ name: 'C', email: 'c@example.test', address: 'A', taxId: '', purchaseOrder: '' });
const team = ({ place }: Cell) => ({ teamId: aTeamId(place.team) });
const meeting = ({ place }: Cell) => ({ meetingId: place.meetingId });
const org = ({ place }: Cell) => ({ orgId: anOrgId(place.org) });

/** Returns a person of the place who is not its admin, if there is one. */
const somebody = ({ people }: Place): string => people.at(-1) ?? '';

/** Returns the caller in the caller's own team, and another person in any other place. */
const self = ({ caller, name, place }: Cell): string => (name === 'own' && personOf(caller)) || somebody(place);

/** Seeds a team whose chat service is the fake one. */
const seedNear = async ({ app }: PermissionWorld, seed: SeedTeam) => {
  const { orgId, teamId } = await seedTeam(app.services.store, seed);
  await inOrg(app.services.store, orgId).touch(teamKind, { teamId }, { serviceUrl: `${app.connector.url}/` });
  return { teamId };
};

/** Creates another team with the same people in that place, because the call deletes its team. */
const newTeam = async ({ name, place: { people, org: orgName } }: Cell, world: PermissionWorld) =>
  name === 'missing' ? { teamId: aTeamId('nowhere') } : seedNear(world, { org: orgName, team: world.fresh(), people });

/** Creates another account in that place, because the call deletes its account. */
const newUser = async ({ name, place }: Cell, { app, fresh }: PermissionWorld) => {
  if (name === 'missing') return { userId: aUserId('nobody') };
  const word = fresh();
  const userId = await createAccount(app.services, {
    ...{
      email: emailOf(word),
      password: passwordOf(word),
      firstName: word,
      lastName: 'Lee',
      orgId: anOrgId(place.org),
    },
    ...{ memberId: null, role: 'user' as const, isConfirmed: true, userId: aUserId(word) },
  });
  return { userId };
};

/** Creates a member without an account in that place, so that the call can invite them. */
const newMember = async ({ name, place }: Cell, world: PermissionWorld) => {
  if (name === 'missing') return { teamId: aTeamId('nowhere'), memberId: aMemberId('nobody') };
  const word = world.fresh();
  const { teamId } = await seedNear(world, { org: place.org, team: place.team, people: [word], admins: [] });
  return { teamId, memberId: aMemberId(word) };
};

const draft = ({ place }: Cell, { fresh }: PermissionWorld) =>
  aMeetingDraft({
    name: fresh(),
    teamId: aTeamId(place.team),
    members: place.people.map((person) => aMemberId(person)),
  });

/** Creates another meeting in that place, because the call changes it. Bob creates it where he is a member. */
const newMeeting =
  <T>(input: (named: { readonly meetingId: MeetingId }) => T) =>
  async ({ name, place }: Cell, { app, fresh }: PermissionWorld): Promise<T> => {
    if (name === 'missing') return input({ meetingId: place.meetingId });
    const creator = (name === 'own' ? 'bob' : place.people[0]) as Person;
    const created = await saveStandup(app, creator, place.team, place.people, { name: fresh() });
    return input({ meetingId: created.id });
  };
const creators = { owner: 'creator' } as const;

const summaryOfToday = (cell: Cell) => ({ ...team(cell), ...meeting(cell), date: aDate(today) });

const textModelInput: Omit<InputOf<typeof models.saveTextModel>, 'orgId'> = {
  ...{ isOn: false, provider: 'OPENAI', endpoint: 'https://api.example.com/v1', model: 'small', currency: 'USD' },
  ...{ inputPrice: 0.15, outputPrice: 0.6, monthlyCap: 20 },
};

/** Creates another template in the organisation of that place, saved by its admin, because the call changes it. */
const newTemplate = async ({ name, place }: Cell, { app, fresh }: PermissionWorld) => {
  if (name === 'missing') return { templateId: aTemplateId('nowhere') };
  const input = { meetingId: place.meetingId, name: fresh() };
  const { id } = await app.get(place.people[0] as Person, templates.saveTemplate, input);
  return { templateId: id };
};

/** Stores the digest of that place again, because an earlier call may have deleted or paused it. Bob owns it where he is a member. */
const newDigest = async ({ name, place }: Cell, { app }: PermissionWorld) => {
  const id = aDigestId(place.team);
  if (name === 'missing') return { digestId: id };
  const ownerId = aMemberId(name === 'own' ? 'bob' : place.people[0]);
  const about = { id, teamId: aTeamId(place.team), ownerId, state: 'ACTIVE', stopReason: null } as const;
  const recipients = { memberIds: [ownerId], emails: [], inChannel: false, channelId: null, webhookUrl: null };
  const row = aDigestRow({ ...about, recipients, webhookSecret: null });
  await inOrg(app.services.store, anOrgId(place.org)).touch(digestKind, row, row);
  return { digestId: id };
};

const digestDraft = ({ place }: Cell) => ({
  ...{ teamId: aTeamId(place.team), name: 'Digest', sections: ['PEOPLE' as const] },
  schedule: { cadence: 'DAILY' as const, time: 600, timezone: 'UTC' },
  recipients: { inChannel: true },
});

const ownDays = (cell: Cell) => ({
  ...{ objectType: 'User' as const, objectId: aMemberId(self(cell)), dates: [aDate('2027-01-04')] },
});

const answer = async ({ place }: Cell, { app, places }: PermissionWorld) => {
  const { questions } = await app.get('bob', meetings.getMeeting, { meetingId: places.own.meetingId });
  const values = Object.fromEntries(
    questions.map((question) => [question.id, question.type === 'OPTIONS' ? 'No' : 'Things']),
  );
  return { meetingId: place.meetingId, date: today, values };
};

/**
 * Moves the clock so that the token is still valid but older than five minutes. Calls that need a recent sign-in reject
 * such a token.
 */
const withOldSignIn = <T>({ app }: PermissionWorld, input: T): T => {
  app.clock.advance({ minutes: 6 });
  return input;
};

/** Returns the input that saves a task today for the report of that place. */
const task = ({ place }: Cell) => ({
  ...{ meetingId: place.meetingId, task: 'Things', date: today, hours: 1, minutes: 0 },
});

/** Returns a task of the caller's own if the caller can have one, else an id that does not exist. */
const taskToDelete = async (cell: Cell, { app }: PermissionWorld) => {
  const who = personOf(cell.caller);
  const isTheirs = who !== null && cell.caller !== 'superadmin' && cell.name === 'own';
  const id = isTheirs ? (await app.get(who, sheets.saveTask, task(cell))).id : `20261120-${'0'.repeat(26)}`;
  return { meetingId: cell.place.meetingId, id };
};

const week = (memberId: (cell: Cell) => string, monday: string) => (cell: Cell) => ({
  ...{ ...team(cell), memberId: aMemberId(memberId(cell)), monday: aDate(monday) },
});
/** A week that was not submitted, so that a decision about it ends with WEEK_STATE for callers who have the permission. */
const notWaiting = week(({ place }) => somebody(place), '2026-11-02');

/** The world has no invoices, so a call for one ends with NOT_FOUND for callers who have the permission. */
const lastMonth = billing.billingMonth.parse('202610');

const wrongCode = { code: 'A'.repeat(43) };
const names = (who: string) => ({ firstName: who, lastName: 'Lee' });

const callerOf = ({ caller }: Cell): string => personOf(caller) ?? '';
const signedOut =
  (outcome: Outcome, otherwise: Outcome) =>
  ({ caller }: Cell) =>
    caller === 'signed out' ? outcome : otherwise;

/**
 * Returns the expected result. Without a session and an invitation, the call returns only whether the person should
 * sign in instead.
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

/** Moves the clock before the first and the last place, because the downloads of an account in one minute are limited. */
const rollupFile = (cell: Cell, { app }: PermissionWorld) => {
  if (cell.caller === 'admin' && ['own', 'missing'].includes(cell.name)) app.clock.advance({ seconds: 61 });
  return { ...team(cell), format: 'CSV' as const };
};

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
  // The product did not sign this token.
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
    account.changePassword,
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
  // The person has no second factor, so the allowed call ends with CONFLICT. The product rejects the call about
  // oneself.
  call(factor.totpReset, 'person', newUser, { allowed: 'CONFLICT' }),

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
  open(registration.getMember, ({ place }) => ({ id: aMemberId(somebody(place)) }), memberOutcome),
  call(registration.inviteMember, 'person', newMember),
  call(registration.joinAsMember, 'nothing', () => ({ memberId: aMemberId('nobody'), ...wrongCode }), {
    allowed: 'CODE_INVALID',
  }),

  call(teams.listTeams, 'nothing', nothing),
  call(teams.listMembers, 'team', team),
  call(teams.getTeam, 'team', team),
  call(teams.getTeamInfo, 'team', team),
  call(teams.setTeamLanguage, 'team', (cell) => ({ ...team(cell), language: 'fr' as const })),
  call(teams.deleteTeam, 'team', newTeam),
  call(teams.syncTeam, 'team', team),
  call(activateMember, 'team', ({ place }) => ({
    ...{ teamId: aTeamId(place.team), memberId: aMemberId(somebody(place)), flag: 'true' as const },
  })),

  call(meetings.saveMeeting, 'team', draft),
  call(meetings.getMeetingList, 'team', team),
  call(meetings.getAllMeetings, 'team', team),
  call(meetings.getMeeting, 'team', meeting),
  call(meetings.isMeetingNameExists, 'team', (cell) => ({ ...team(cell), name: 'Daily' })),
  call(summaryEmails.getSummaryEmails, 'team', meeting),
  // The report exists but does not have the address.
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
    runs.startRun,
    'team',
    newMeeting(({ meetingId }) => ({ meetingId })),
    creators,
  ),
  call(runs.resolveBlocker, 'team', (cell) => ({ ...meeting(cell), memberId: aMemberId(self(cell)) })),
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
  call(teams.teamChannels, 'team', team),
  call(answers.getCard, 'team', meeting),
  // An answered run can be neither snoozed nor skipped, and a skipped run cannot be snoozed.
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
  call(getWaiting, 'nothing', nothing),
  call(getPersonReport, 'team', ({ place }) => ({ memberId: aMemberId(somebody(place)) })),

  call(sheets.getTimesheet, 'team', team),
  call(sheets.saveTask, 'team', task),
  call(sheets.deleteTask, 'team', taskToDelete),
  call(sheets.copyLastDay, 'team', team),
  call(sheets.downloadToken, 'team', (cell) => ({ filter: team(cell) })),
  call(sheets.downloadTimesheet, 'team', (cell) => ({ filter: JSON.stringify({ ...team(cell), format: 'CSV' }) }), {
    allowed: 'HTTP 200',
  }),
  call(
    sheets.getWeek,
    'team',
    week(({ place }) => somebody(place), '2026-11-16'),
  ),
  call(sheets.waitingWeeks, 'team', team),
  call(sheets.submitWeek, 'team', week(self, '2026-11-09')),
  call(sheets.approveWeek, 'team', notWaiting, { allowed: 'WEEK_STATE' }),
  call(sheets.returnWeek, 'team', (cell) => ({ ...notWaiting(cell), note: 'Why' }), { allowed: 'WEEK_STATE' }),
  call(sheets.reopenWeek, 'team', (cell) => ({ ...notWaiting(cell), note: 'Why' }), { allowed: 'WEEK_STATE' }),

  call(users.listUsers, 'org', org),
  call(users.getUser, 'self', (cell) => ({ userId: aUserId(self(cell)) })),
  call(users.saveUser, 'person', ({ place }) => ({ id: aUserId(somebody(place)), ...names(somebody(place)) })),
  call(users.deleteUser, 'person', newUser),
  call(users.setRole, 'person', ({ place }) => ({ userId: aUserId(somebody(place)), role: 'user' as const })),
  call(users.getProfile, 'nothing', () => ({ fields: ['firstName'] })),
  call(users.updateProfile, 'nothing', (cell) => names(callerOf(cell))),
  call(users.exportUser, 'nothing', nothing, { allowed: 'HTTP 200' }),
  call(users.exportToken, 'nothing', nothing),
  call(calendarFeed.userFeed, 'nothing', () => ({ action: 'RENEW' as const })),
  open(calendarFeed.readFeed, () => ({ file: `${aUserId('bob')}${'A'.repeat(43)}.ics` }), 'NOT_FOUND'),
  call(memberPreferences, 'nothing', () => ({ language: 'en' })),
  call(confirmSuperadmin, 'nothing', () => ({ email: 'nobody@example.test' }), { allowed: 'NOT_FOUND' }),
  call(signInMethods, 'nothing', nothing),
  call(removeSignInMethod, 'nothing', ({ place }) => ({ memberId: aMemberId(somebody(place)) }), {
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
    // Without a key no request is sent.
    if (cell.name !== 'missing')
      await inOrg(app.services.store, anOrgId(cell.place.org)).touch(
        textModel,
        undefined,
        aTextModel({ sealedKey: null }),
      );
    return org(cell);
  }),
  call(orgs.orgAudit, 'org', org),
  call(orgs.syncOrg, 'org', org),
  call(payments.getPayment, 'nothing', nothing),
  call(payments.createSubscription, 'nothing', payer),
  call(payments.confirmPayment, 'nothing', () => ({ sessionId: 'cs_1' }), { allowed: 'NOT_FOUND' }),
  call(payments.markPaid, 'nothing', (cell) => ({ ...org(cell), month: '202611' }), { allowed: 'NOT_FOUND' }),
  call(connectOrg, 'nothing', () => ({ code: 'A'.repeat(12) }), { allowed: 'CONNECT_REFUSED' }),
  call(orgs.getOrgOfMember, 'team', ({ place }) => ({ memberId: aMemberId(somebody(place)) })),

  // The sign-in is too old, so the call deletes nothing. Other tests check the deletion itself.
  call(deletion.deleteOrg, 'org', (cell, world) => withOldSignIn(world, org(cell)), { allowed: 'REAUTH' }),
  call(deletion.eraseUser, 'nothing', (_cell, world) => withOldSignIn(world, {}), { allowed: 'REAUTH' }),
  open(deletion.undeleteOrg, () => wrongCode, 'CODE_INVALID'),

  call(billing.getBillingSummary, 'org', org),
  call(billing.getInvoices, 'org', org),
  call(billing.getLedger, 'org', (cell) => ({ ...org(cell), month: lastMonth })),
  call(billing.invoiceToken, 'org', (cell) => ({ ...org(cell), month: lastMonth }), { allowed: 'NOT_FOUND' }),
  call(billing.getInvoicePdf, 'org', (cell) => ({ ...org(cell), month: lastMonth }), { allowed: 'NOT_FOUND' }),

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
