import * as billing from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import * as meetings from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type * as models from '#contracts/generatedSummaries/textModelSettings.ts';
import * as sheets from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as templates from '#contracts/meetings/templateCalls.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { digest as digestKind } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aTemplateId,
  aUserId,
} from '../data/idDateAndRecordBuilders.ts';
import { saveStandup, today } from './standupDayAndValidCalls.ts';
import { personOf } from './permissionWorldAndExpectedResults.ts';
import type { Cell, Outcome, PermissionWorld, Place } from './permissionWorldAndExpectedResults.ts';
import { aDigestId, aDigestRow } from '../data/digestBuilders.ts';
import { seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import type { SeedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, passwordOf } from './testApp.ts';
import type { Person } from './testApp.ts';

// Creates the inputs of the calls in permissionCallOfEachRoute.ts. Some functions first create the object that the call changes.

export const nothing = () => ({});
export const payer = () => ({ name: 'C', email: 'c@example.test', address: 'A', taxId: '', purchaseOrder: '' });
export const team = ({ place }: Cell) => ({ teamId: aTeamId(place.team) });
export const meeting = ({ place }: Cell) => ({ meetingId: place.meetingId });
export const org = ({ place }: Cell) => ({ orgId: anOrgId(place.org) });

/** Returns the last person of the place's team, who is its admin only if the team has no other member. */
export const lastPersonOf = ({ people }: Place): string => people.at(-1) ?? '';

/** Returns the caller in the caller's own team, and another person in any other place. */
export const self = ({ caller, name, place }: Cell): string =>
  (name === 'own' && personOf(caller)) || lastPersonOf(place);

/** Seeds a team whose messages go to the fake chat service of the app. */
const seedNear = async ({ app }: PermissionWorld, seed: SeedTeam) => {
  const { orgId, teamId } = await seedTeam(app.services.store, seed);
  await inOrg(app.services.store, orgId).touch(teamKind, { teamId }, { serviceUrl: `${app.connector.url}/` });
  return { teamId };
};

/**
 * Creates another team with the same people in that place, so that a call can delete this team without an effect on
 * other calls.
 */
export const newTeam = async ({ name, place: { people, org: orgName } }: Cell, world: PermissionWorld) =>
  name === 'missing' ? { teamId: aTeamId('nowhere') } : seedNear(world, { org: orgName, team: world.fresh(), people });

/**
 * Creates another account in that place, so that a call can change or delete this account without an effect on other
 * calls.
 */
export const newUser = async ({ name, place }: Cell, { app, fresh }: PermissionWorld) => {
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

/** Creates a member without an account in that place, so that the call can invite this member. */
export const newMember = async ({ name, place }: Cell, world: PermissionWorld) => {
  if (name === 'missing') return { teamId: aTeamId('nowhere'), memberId: aMemberId('nobody') };
  const word = world.fresh();
  const { teamId } = await seedNear(world, { org: place.org, team: place.team, people: [word], admins: [] });
  return { teamId, memberId: aMemberId(word) };
};

export const draft = ({ place }: Cell, { fresh }: PermissionWorld) =>
  aMeetingDraft({
    name: fresh(),
    teamId: aTeamId(place.team),
    members: place.people.map((person) => aMemberId(person)),
  });

/**
 * Creates another meeting in that place, so that a call can change this meeting. The creator is bob in his own team,
 * else the first member of the team.
 */
export const newMeeting =
  <T>(input: (named: { readonly meetingId: MeetingId }) => T) =>
  async ({ name, place }: Cell, { app, fresh }: PermissionWorld): Promise<T> => {
    if (name === 'missing') return input({ meetingId: place.meetingId });
    const creator = (name === 'own' ? 'bob' : place.people[0]) as Person;
    const created = await saveStandup(app, creator, { team: place.team, members: place.people }, { name: fresh() });
    return input({ meetingId: created.id });
  };
export const creators = { owner: 'creator' } as const;

export const summaryOfToday = (cell: Cell) => ({ ...team(cell), ...meeting(cell), date: aDate(today) });

export const textModelInput: Omit<InputOf<typeof models.saveTextModel>, 'orgId'> = {
  ...{ isOn: false, provider: 'OPENAI', endpoint: 'https://api.example.com/v1', model: 'small', currency: 'USD' },
  ...{ inputPrice: 0.15, outputPrice: 0.6, monthlyCap: 20 },
};

/**
 * Creates another template in the organisation of that place, so that a call can change this template. The
 * organisation's admin saves it.
 */
export const newTemplate = async ({ name, place }: Cell, { app, fresh }: PermissionWorld) => {
  if (name === 'missing') return { templateId: aTemplateId('nowhere') };
  const input = { meetingId: place.meetingId, name: fresh() };
  const { id } = await app.get(place.people[0] as Person, templates.saveTemplate, input);
  return { templateId: id };
};

/**
 * Stores the digest of that place again, because an earlier call may have deleted or paused it. The owner is bob in his
 * own team, else the first member of the team.
 */
export const newDigest = async ({ name, place }: Cell, { app }: PermissionWorld) => {
  const id = aDigestId(place.team);
  if (name === 'missing') return { digestId: id };
  const ownerId = aMemberId(name === 'own' ? 'bob' : place.people[0]);
  const about = { id, teamId: aTeamId(place.team), ownerId, state: 'ACTIVE', stopReason: null } as const;
  const recipients = { memberIds: [ownerId], emails: [], inChannel: false, channelId: null, webhookUrl: null };
  const row = aDigestRow({ ...about, recipients, webhookSecret: null });
  await inOrg(app.services.store, anOrgId(place.org)).touch(digestKind, row, row);
  return { digestId: id };
};

export const digestDraft = ({ place }: Cell) => ({
  ...{ teamId: aTeamId(place.team), name: 'Digest', sections: ['PEOPLE' as const] },
  schedule: { cadence: 'DAILY' as const, time: 600, timezone: 'UTC' },
  recipients: { inChannel: true },
});

export const ownDays = (cell: Cell) => ({
  ...{ objectType: 'User' as const, objectId: aMemberId(self(cell)), dates: [aDate('2027-01-04')] },
});

export const answer = async ({ place }: Cell, { app, places }: PermissionWorld) => {
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
export const withOldSignIn = <T>({ app }: PermissionWorld, input: T): T => {
  app.clock.advance({ minutes: 6 });
  return input;
};

/** Returns the input that saves a task today for the report of that place. */
export const task = ({ place }: Cell) => ({
  ...{ meetingId: place.meetingId, task: 'Things', date: today, hours: 1, minutes: 0 },
});

/**
 * Saves a task of the caller if the caller can have one in that place, and returns its id; otherwise returns an id that
 * does not exist.
 */
export const taskToDelete = async (cell: Cell, { app }: PermissionWorld) => {
  const who = personOf(cell.caller);
  const isTheirs = who !== null && cell.caller !== 'superadmin' && cell.name === 'own';
  const id = isTheirs ? (await app.get(who, sheets.saveTask, task(cell))).id : `20261120-${'0'.repeat(26)}`;
  return { meetingId: cell.place.meetingId, id };
};

export const week = (memberId: (cell: Cell) => string, monday: string) => (cell: Cell) => ({
  ...{ ...team(cell), memberId: aMemberId(memberId(cell)), monday: aDate(monday) },
});
/**
 * A week that was not submitted, so that a decision about it ends with WEEK_STATE for callers who have the permission.
 */
export const notWaiting = week(({ place }) => lastPersonOf(place), '2026-11-02');

/** The world has no invoices, so a call for one ends with NOT_FOUND for callers who have the permission. */
export const lastMonth = billing.billingMonth.parse('202610');

export const wrongCode = { code: 'A'.repeat(43) };
export const names = (who: string) => ({ firstName: who, lastName: 'Lee' });

export const callerOf = ({ caller }: Cell): string => personOf(caller) ?? '';
export const signedOut =
  (outcome: Outcome, otherwise: Outcome) =>
  ({ caller }: Cell) =>
    caller === 'signed out' ? outcome : otherwise;

/**
 * For the admin, moves the clock at the first and at the last place, because an account may download only a few files
 * in a minute.
 */
export const rollupFile = (cell: Cell, { app }: PermissionWorld) => {
  if (cell.caller === 'admin' && ['own', 'missing'].includes(cell.name)) app.clock.advance({ seconds: 61 });
  return { ...team(cell), format: 'CSV' as const };
};
