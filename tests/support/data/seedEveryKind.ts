import { billingMonth, currency } from '#contracts/billing/billingCalls.ts';
import type { OrgId, QuestionId } from '#contracts/core/ids.ts';
import { searchedName } from '#contracts/core/nameNormalization.ts';
import type { Run } from '#contracts/meetings/run.ts';
import { digestOf, hashKey, shardOf } from '../../../bot/src/domain/core/keyHashing.ts';
import { queueEmail, queuePurge } from '../../../bot/src/services/core/accountOutbox.ts';
import { inOrg, outside } from '../../../bot/src/store/records.ts';
import type { Kind } from '../../../bot/src/store/records.ts';
import * as accounts from '../../../bot/src/store/kinds/accounts.ts';
import * as codes from '../../../bot/src/store/kinds/oneTimeCodes.ts';
import type { CodeKind } from '../../../bot/src/store/kinds/oneTimeCodes.ts';
import * as dir from '../../../bot/src/store/kinds/organisationLookups.ts';
import { personalInstall } from '../../../bot/src/store/kinds/personalInstall.ts';
import { counter } from '../../../bot/src/store/kinds/rateLimits.ts';
import * as org from '../../../bot/src/store/kinds/organisationsAndMembers.ts';
import { charge, chargeDue, payingCustomer, payingEvent, payment } from '../../../bot/src/store/kinds/payment.ts';
import { answerDraft } from '../../../bot/src/store/kinds/answerDraft.ts';
import * as billing from '../../../bot/src/store/kinds/billing.ts';
import { skip, snooze } from '../../../bot/src/store/kinds/skipAndSnooze.ts';
import * as run from '../../../bot/src/store/kinds/runsAnswersTimesheets.ts';
import * as sagas from '../../../bot/src/store/kinds/resumableJobs.ts';
import * as sessions from '../../../bot/src/store/kinds/sessionsAndSecondFactors.ts';
import { searchProgress, searchWords } from '../../../bot/src/store/kinds/searchIndex.ts';
import { summaryConsent } from '../../../bot/src/store/kinds/summaryConsent.ts';
import * as team from '../../../bot/src/store/kinds/teamsMeetingsHolidays.ts';
import { digest, digestSending } from '../../../bot/src/store/kinds/digests.ts';
import { aDigestId, aDigestRow, aDigestSending } from './digestData.ts';
import { template } from '../../../bot/src/store/kinds/template.ts';
import { generatedSummary, textModel, textModelMonth } from '../../../bot/src/store/kinds/textModel.ts';
import { asked, taskMark, usage } from '../../../bot/src/store/kinds/usage.ts';
import * as work from '../../../bot/src/store/kinds/dueAndOutbox.ts';
import type { TableStore } from '../../../bot/src/store/tableStore.ts';
import type { z } from 'zod';
import { aDate, aMeeting, aCharge, aPayment, anInstant, aTemplateRow, aTextModel, aZone, idOf } from './builders.ts';
import { addressIn, idsIn, personIn } from './seededNames.ts';
import type { IdsIn } from './seededNames.ts';
import { seedObserverRows } from './seedObserverRows.ts';
import { testDeps } from './testDeps.ts';
import { fakeClock } from './fakeClock.ts';

// Seeds an organisation with at least one row of every kind. A test fails if a kind is missing here.

/**
 * Kinds of the installation, which belong to no organisation. The place of an organisation has only its id, and stays with the row of a
 * deleted organisation.
 */
export const ofNobody: ReadonlySet<string> = new Set([
  'shardLease',
  'probe',
  'nightly',
  'monthsClosed',
  'invoiceNumbers',
  'storeFormat',
  'restored',
  'backupState',
  'placesState',
  'organisationPlace',
  'accountMark',
]);

const start = anInstant('2026-11-20T08:00:00Z');
const later = anInstant('2027-03-01T08:00:00Z');
const date = aDate('2026-11-19');
const month = '202611';

type Insert<Scope extends OrgId | null> = <K, S extends z.ZodObject>(
  of: Kind<Scope, K, S>,
  key: K,
  value: NoInfer<z.output<S>>,
) => Promise<unknown>;

interface Seeding {
  readonly name: string;
  readonly ids: IdsIn;
  readonly store: TableStore;
  readonly own: Insert<OrgId>;
  readonly shared: Insert<null>;
}

/** Writes an invoice for October 2026, in which only bob was active, and his ledger row. */
const seedInvoice = async ({ name, ids, own }: Pick<Seeding, 'name' | 'ids' | 'own'>): Promise<void> => {
  const { bob, meetingId } = ids;
  const last = billingMonth.parse('202610');
  const instant = anInstant('2026-10-19T09:00:00Z');
  const { memberId } = bob;
  await own(usage, { month: last, memberId }, { memberId, event: 'TASK', at: instant, meetingId });
  const customer = {
    ...{ company: name, address: '', taxId: '', purchaseOrder: '' },
    ...{ contactName: personIn(name, 'bob'), contactEmail: addressIn(name, 'bob') },
  };
  await own(billing.billingProfile, undefined, customer);
  await own(
    billing.invoice,
    { month: last },
    {
      ...{ month: last, number: `2026-${name}`, issuedOn: start, currency: currency.parse('USD'), orgName: name },
      ...{
        cents: 200,
        mau: 1,
        priceCents: 200,
        issuer: ['Rollcall'],
        customer: { ...customer, contactName: '', contactEmail: '' },
      },
      lines: [{ month: last, people: 1, free: 0, priceCents: 200, cents: 200 }],
      ...{ dueOn: null, paymentDetails: [], tax: null },
    },
  );
  const page = { invoice: last, month: last, page: 0 };
  await own(billing.invoicePage, page, { ...page, priceCents: 200, members: [memberId] });
};

const seedOrg = async ({ name, ids, own, shared }: Seeding): Promise<void> => {
  const { orgId, teamId, ann, bob, meetingId } = ids;
  const linkPatterns = [{ prefix: 'ABC-', url: 'https://jira.test/browse/{key}' }];
  const settings = {
    retentionDays: null,
    requireSecondFactor: false,
    microsoftOnly: false,
    linkPatterns,
    maySkip: true,
  };
  const about = { orgId, name, state: 'ACTIVE', tid: ids.tid, isAutomatic: false } as const;
  await own(org.org, undefined, { ...about, ...settings, trialEndsAt: later, createdOn: start });
  await own(org.orgTeam, { teamId }, { teamId, name: `${name} team`, state: 'CONNECTED' });
  for (const [who, role] of [
    ['ann', 'admin'],
    ['bob', 'user'],
  ] as const) {
    const { memberId, userId, oid } = ids[who];
    await own(org.orgUser, { userId }, { userId, memberId, role });
    await own(
      org.orgMember,
      { memberId },
      {
        ...{ memberId, name: personIn(name, who), email: addressIn(name, who), role, tid: ids.tid, oid, userId },
        ...{ teamsUserId: `29:${oid}`, thumbnailUrl: null, createdOn: start, inviteRound: null },
      },
    );
    await own(org.memberTeam, { memberId, teamId }, { teamId });
    await own(org.teamMemberPointer, { memberId, teamId }, { memberId });
  }
  await own(org.meetingPointer, { meetingId }, { meetingId, teamId });
  await own(org.vacation, { memberId: bob.memberId, date }, { memberId: bob.memberId, date });
  const consent = { state: 'AGREED', asks: 1, askedAt: start, changedAt: start, by: bob.memberId } as const;
  for (const address of ['bob', 'outside', 'former'].map((who) => addressIn(name, who)))
    await own(summaryConsent, { hash: hashKey(address) }, consent);
  const saved = aTemplateRow({ name: `${name} template`, createdBy: bob.memberId });
  await own(template, { name: saved.name }, saved);
  await own(textModel, undefined, aTextModel());
  const used = {
    calls: 3,
    failures: 1,
    inputTokens: 900,
    outputTokens: 90,
    cost: 210,
    kept: 4,
    dropped: 1,
    fallbacks: 1,
  };
  await own(textModelMonth, { month }, { ...used, failuresInRow: 1, pausedUntil: null });
  const planned = aDigestRow({
    id: aDigestId(name),
    ...{ teamId, name: `${name} digest`, ownerId: bob.memberId, reportIds: [meetingId] },
    recipients: {
      ...{ memberIds: [ann.memberId, bob.memberId], emails: [addressIn(name, 'bob'), addressIn(name, 'outside')] },
      ...{ inChannel: true, channelId: ids.threadId, webhookUrl: 'https://hooks.example.test/digest' },
    },
  });
  await own(digest, planned, planned);
  const sending = aDigestSending(planned.id, bob.memberId, hashKey(addressIn(name, 'bob')));
  await own(digestSending, sending, sending);
  await own(payment, undefined, aPayment({ provider: 'stripe', customerId: `cus_${name}`, methodId: 'pm_1' }));
  await own(charge, { month }, aCharge());
  await shared(chargeDue, { shard: shardOf(orgId), orgId, month }, { orgId, month, notBefore: later, lease: null });
  const customer = { provider: 'stripe', customerId: `cus_${name}` };
  await shared(payingCustomer, customer, { orgId });
  await shared(payingEvent, { ...customer, eventId: 'evt_1' }, { at: start });
  const log = { actor: personIn(name, 'bob'), at: start, message: 'activity.orgRenamed', before: null, after: null };
  const key = { ms: Date.parse(start), eventKey: idOf(`${name} event`) };
  await own(run.orgActivity, { objectId: orgId, ...key }, { ...log, values: { before: 'a', after: 'b' } });
  await own(run.orgAuditedAction, { who: bob.memberId, ...key }, { objectId: orgId, ...key });
  await own(
    usage,
    { month, memberId: ann.memberId },
    { memberId: ann.memberId, event: 'ANSWER', at: start, meetingId },
  );
  await own(usage, { month, memberId: bob.memberId }, { memberId: bob.memberId, event: 'TASK', at: start, meetingId });
  await own(asked, { month, memberId: ann.memberId }, { memberId: ann.memberId, at: start });
  await seedInvoice({ name, ids, own });
};

const seedTeam = async ({ name, ids, own }: Seeding): Promise<void> => {
  const { tid, teamId, threadId, meetingId, bob } = ids;
  const serviceUrl = 'https://smba.test/';
  const state = { state: 'CONNECTED', kind: 'TEAM', language: 'de', createdOn: start } as const;
  await own(team.team, { teamId }, { teamId, name: `${name} team`, ...state, tid, threadId, serviceUrl });
  await own(team.channel, { teamId, threadId }, { threadId, name: '', isGeneral: true, isDeleted: false });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, oid } = ids[who];
    await own(
      team.teamMember,
      { teamId, memberId },
      {
        ...{ memberId, name: personIn(name, who), email: addressIn(name, who), thumbnailUrl: null, isEnabled: true },
        ...{ leftOn: null, timezone: aZone('UTC'), timezoneFrom: 'PERSON', locale: 'en', localeFrom: null, tid, oid },
        ...{
          isMuted: true,
          mutedUntil: date,
          summaryDelivery: 'BOTH' as const,
          quietHours: { from: 1320, to: 420 },
          unreachable: null,
          unreachableSince: null,
          serviceUrl,
        },
        ...{ teamsUserId: `29:${oid}`, conversationId: `a:${oid}` },
      },
    );
  }
  const members = [ids.ann.memberId, bob.memberId];
  // The meeting is disabled, because the nightly planning would add rows while a test searches for rows that a deletion
  // missed.
  const meeting = aMeeting({
    id: meetingId,
    teamId,
    members,
    name: `${name} daily`,
    createdBy: ids.ann.memberId,
    isEnabled: false,
    reportSummaryEmail: ['bob', 'outside'].map((who) => addressIn(name, who)).join(', '),
  });
  await own(team.meeting, { teamId, meetingId }, meeting);
  await own(team.meetingName, { teamId, name: meeting.name }, { meetingId });
  const mark = { memberId: bob.memberId, at: start, meetingId };
  await own(taskMark, { month, teamId, memberId: bob.memberId }, mark);
  await own(team.holiday, { teamId, date }, { date, name: `Holiday of ${name}` });
  await own(team.dayHoliday, { teamId, date }, { date });
  await own(team.dayVacation, { teamId, date, memberId: bob.memberId }, { memberId: bob.memberId, date });
};

const seedRun = async ({ name, ids, own }: Seeding): Promise<void> => {
  const { teamId, meetingId, bob } = ids;
  const key = { teamId, meetingId, date };
  const instant = anInstant('2026-11-19T09:00:00Z');
  const instants = {
    opensAt: instant,
    firstReminderAt: null,
    secondReminderAt: null,
    closesAt: instant,
    graceEndsAt: instant,
  };
  const people = (['ann', 'bob'] as const).map((who) => ({
    ...{ memberId: ids[who].memberId, name: personIn(name, who), zone: aZone('UTC'), away: null, dropped: false },
  }));
  const about = {
    meetingId,
    meetingName: `${name} daily`,
    type: 'STANDUP',
    date,
    source: 'SCHEDULE',
    round: 1,
  } as const;
  const messages = { publicBroadcastMessage: '', firstReminderMessage: '', secondReminderMessage: '' };
  const runRow: Run = {
    ...{ ...about, ...messages, state: 'COMPLETED', reason: 'ALL_ANSWERED', timezone: aZone('UTC') },
    ...{ instants: [{ zone: aZone('UTC'), ...instants }], opensAt: instant, closesAt: instant, graceEndsAt: instant },
    ...{ members: people, questions: [], channelId: null, isReportSummaryInChat: false, completedAt: instant },
  };
  await own(run.runKind, key, runRow);
  for (const [who, other] of [
    ['ann', 'bob'],
    ['bob', 'ann'],
  ] as const) {
    const { memberId } = ids[who];
    const goal = { id: 'a'.repeat(16), text: `Goal of ${personIn(name, who)}`, ticked: true };
    const goals = [{ ...goal, state: 'DONE' as const, day: 2 }];
    const flags = { hasBlocker: true, isGoalAchieved: true, isLate: false, isAhead: false };
    const answer = {
      meetingId,
      memberId,
      date,
      values: { done: `Secret of ${personIn(name, who)}` },
      goals,
      answeredAt: instant,
    };
    await own(run.answer, { ...key, memberId }, { ...answer, ...flags, editedAt: null, sentFrom: null, givenTo: null });
    const about = { meetingId, memberId, date };
    const reason = `Reason of ${personIn(name, who)}`;
    await own(skip, { ...key, memberId }, { ...about, skippedAt: instant, reason, sentFrom: null });
    const pressed = { round: 1, length: 'HALF_HOUR', snoozedAt: instant, until: instant } as const;
    await own(snooze, { ...key, memberId }, { ...about, ...pressed });
    await own(run.history, { ...key, memberId }, { meetingId, date, hasBlocker: true, goals });
    await own(
      run.plan,
      { teamId, meetingId, memberId },
      {
        ...{ date, lines: [{ id: goal.id, text: `Plan of ${personIn(name, who)}`, day: 2 }] },
        previous: { date: aDate('2026-11-18'), lines: [{ id: 'e', text: `Earlier plan of ${personIn(name, who)}` }] },
      },
    );
    const draft = {
      values: { done: `Draft of ${personIn(name, who)}` },
      ...{ goals: [goal.id], goalStates: { [goal.id]: 'CARRIED' as const } },
      openBlocker: { since: date, is: 'STILL' as const },
      needed: { id: ids[other].memberId, shown: ids[other].memberId },
      version: 'v',
      savedAt: instant,
    };
    // Its run is still ahead, so the nightly deletion of drafts leaves it.
    const ahead = { meetingId, memberId, date: aDate('2027-01-04') };
    await own(answerDraft, { teamId, ...ahead }, { ...ahead, ...draft });
    const words = `Blocker of ${personIn(name, who)}`;
    const life = {
      ...{ since: date, state: 'ACKNOWLEDGED' as const, text: '', changedAt: start, changedBy: memberId },
      ...{ neededId: memberId, needs: 1, backs: 0, note: `Note of ${personIn(name, who)}`, noteBy: memberId },
    };
    const blocker = { memberId, isOpen: true, since: date, date, text: words, openedAt: start, closedAt: null, life };
    const numbers = { needs: 1, backs: 0 };
    const past = { from: date, ended: [{ since: date, closedAt: start }] };
    await own(run.blocker, { teamId, meetingId, memberId }, { ...blocker, numbers, past });
    const needed = {
      who: memberId,
      number: 1,
      since: date,
      reason: null,
      conversationId: 'c',
      activityId: 'a',
      digest: 'd',
    };
    const reminder = { who: memberId, number: -1, sends: 1, notBefore: start, isOver: true, reason: null };
    const reminderCard = { since: date, naming: 1, days: 1, conversationId: 'c', activityId: 'r', digest: 'd' };
    const pending = { who: ids[other].memberId, number: 2, sends: 1, notBefore: start };
    const reminded = { pending: [pending], reminders: [{ ...reminder, card: reminderCard }] };
    await own(run.blockerCards, { teamId, meetingId, memberId }, { memberId, told: 0, cards: [needed], ...reminded });
    const task = {
      id: `20261119-${idOf(memberId)}`,
      meetingId,
      task: `Task of ${personIn(name, who)}`,
      minutes: 30,
      lineId: 'l',
    };
    const tasks = [{ ...task, source: 'ANSWER' as const, editedByPerson: false }];
    const sheet = { date, memberId, tasks, minutes: 30, byMeeting: { [meetingId]: 30 }, moved: {} };
    await own(run.sheet, { teamId, date, memberId }, sheet);
    const monday = aDate('2026-11-16');
    const week = {
      monday,
      memberId,
      state: 'SENT_BACK',
      note: `Note of ${personIn(name, who)}`,
      changedAt: instant,
      ...{ moves: 2, submission: 1, decidedBy: ids.ann.memberId },
    } as const;
    await own(run.week, { teamId, monday, memberId }, week);
    const request = { submission: 1, reason: null, digest: 'd', activityId: `2:${who}-${name}` } as const;
    const cards = (['ann', 'bob'] as const).map((to) => ({
      ...{ ...request, who: ids[to].memberId, conversationId: `a:${to}-${name}` },
    }));
    await own(run.weekCards, { teamId, monday, memberId }, { monday, memberId, told: 1, asked: 1, cards });
    const sent = { round: 1, state: 'SENT', reason: null, at: instant, isLate: false, digest: null } as const;
    const message = { conversationId: `a:${who}-${name}`, activityId: `1:${who}-${name}` };
    await own(run.delivery, { ...key, who: memberId, kind: 'prompt' }, { ...sent, ...message });
  }
  const question = { questionId: 'done' as QuestionId };
  const sentences = (['ann', 'bob'] as const).map((who) => ({
    text: `Summary of ${personIn(name, who)}`,
    sources: [{ memberId: ids[who].memberId, ...question }],
  }));
  const both = { text: `Summary of all at ${name}`, sources: sentences.flatMap(({ sources }) => sources) };
  const summary = {
    language: 'en',
    sentences: [...sentences, both],
    dropped: 1,
    reason: null,
    writtenAt: instant,
  } as const;
  const failure = { reason: 'TIMEOUT', count: 1, retryAt: instant } as const;
  const state = {
    digest: 'd',
    claimedUntil: instant,
    failure,
    summaries: [{ ...summary, sentences: [...summary.sentences] }],
  };
  await own(generatedSummary, key, { meetingId, date, ...state });
  const indexed = { indexedTo: aDate('2026-11-23'), writtenTo: aDate('2026-11-23'), isClearing: false, writer: name };
  await own(searchProgress, { teamId }, indexed);
  const text = `${date}|${meetingId} ${searchedName(name)} secret`;
  await own(searchWords, { teamId, bucket: 3, monday: aDate('2026-11-16'), part: 0 }, { text });
  const counts = { asked: 2, answered: 2, goals: 2, goalsOffered: 2, blockers: 2, late: 0, skipped: 0 };
  await own(run.daySummary, key, { date, state: 'COMPLETED', ...counts });
  const event = { ms: Date.parse(instant), eventKey: idOf(`${name} answered`) };
  const log = { actor: personIn(name, 'bob'), at: instant, message: 'activity.answered', before: null, after: null };
  await own(run.teamActivity, { teamId, objectId: meetingId, ...event }, { ...log, values: { date } });
  const joined = { ...event, eventKey: idOf(`${name} joined`) };
  const names = `${personIn(name, 'ann')}, ${personIn(name, 'bob')}`;
  const entry = { ...log, actor: 'Rollcall', message: 'activity.membersJoined', values: { names, others: 0 } };
  await own(run.teamActivity, { teamId, objectId: teamId, ...joined }, entry);
  await own(run.teamAuditedAction, { teamId, who: bob.memberId, ...event }, { objectId: meetingId, ...event });
};

const seedDirectory = async ({ name, ids, shared }: Seeding): Promise<void> => {
  const { orgId, tid, teamId, threadId } = ids;
  await shared(dir.tenantOrg, { tid }, { orgId, tid });
  await shared(dir.threadTeam, { tid, threadId }, { orgId, teamId });
  await shared(dir.orgIndex, { orgId }, { orgId, name, state: 'ACTIVE', trialEndsAt: later });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, userId, oid } = ids[who];
    await shared(dir.memberOrg, { memberId }, { orgId, memberId });
    await shared(accounts.teamsUser, { tid, oid }, { orgId, memberId, userId, joinedAt: null });
    await shared(personalInstall, { tid, oid }, { isInstalled: true, changedAt: start });
  }
};

const seedAccounts = async ({ name, ids, shared }: Seeding): Promise<void> => {
  const { orgId } = ids;
  const profile = (userId: IdsIn['newcomer'], who: string, isConfirmed: boolean) => ({
    ...{ userId, firstName: who, lastName: `of ${name}`, email: addressIn(name, who), phone: null, photoUrl: null },
    ...{ sessionEpoch: 1, isConfirmed, lastOrgId: orgId, locale: null, createdOn: start },
  });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, userId } = ids[who];
    const email = addressIn(name, who);
    await shared(accounts.emailGuard, { email }, { userId, state: 'CONFIRMED', since: start });
    await shared(accounts.profile, { userId }, profile(userId, who, true));
    await shared(accounts.password, { userId }, { hash: 'none', changedAt: start });
    await shared(accounts.membership, { userId, orgId, memberId }, { orgId, memberId });
    await shared(accounts.superadminProof, { userId }, { email, confirmedBy: 'Operator', confirmedAt: start });
    await shared(
      accounts.calendarFeed,
      { userId, orgId },
      { orgId, hash: digestOf(`${name} ${who}`), createdAt: start },
    );
    await shared(accounts.visit, { userId, orgId, teamId: ids.teamId }, { at: start, before: null });
    const familyId = idOf(`${name} ${who} family`);
    const when = { rotatedAt: start, expiresAt: later, signedInAt: start };
    const how = { method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
    await shared(
      sessions.tokenFamily,
      { userId, familyId },
      { familyId, userId, orgId, epoch: 1, counter: 0, ...when, ...how },
    );
    const factor = { sealed: 's', lastStep: 1, recovery: [], changedAt: start };
    await shared(sessions.totp, { userId }, { ...factor, state: 'ON' });
    await shared(sessions.knownNetworks, { userId }, { networks: [{ hash: `net-${name}`, at: start }] });
    for (const what of [
      `mail|${memberId}`,
      `account|${userId}`,
      `account|${userId}|net-${name}`,
      `mail|${email}`,
      `feed|${userId}`,
      `factor|${userId}`,
      `refresh|${familyId}`,
    ])
      await shared(counter, { day: '20261127', what }, { stamps: [1], failures: 1, notBefore: 0 });
  }
  const email = addressIn(name, 'newcomer');
  const { newcomer: userId } = ids;
  await shared(accounts.emailGuard, { email }, { userId, state: 'PENDING', since: start });
  await shared(accounts.profile, { userId }, profile(userId, 'newcomer', false));
  const pending = { userId, orgId, organizationName: null, memberId: null, until: later };
  await shared(codes.registration, { userId }, pending);
};

/** Writes one code of each kind that names the organisation or one of its people. */
const codesIn = ({ orgId, tid, ann, bob }: IdsIn, address: string) =>
  [
    ['CONFIRM', ann.userId, {}],
    ['RESET', bob.userId, { epoch: '1' }],
    ['INVITE', bob.memberId, { orgId, address }],
    ['CONNECT', orgId, { secret: 's', tries: '0', usedBy: '', memberId: ann.memberId, tid }],
    ['OAUTH', 'browser', { browser: 'b', joins: ann.userId }],
    ['SIGN_IN', 'browser', { browser: 'b', tid, oid: bob.oid, joins: '' }],
    ['UNDELETE', orgId, { deletion: 'none' }],
  ] as const satisfies readonly (readonly [CodeKind, string, Record<string, string>])[];

const seedWork = async ({ name, ids, store, shared }: Seeding): Promise<void> => {
  const { orgId, teamId, meetingId, ann, bob } = ids;
  const clock = fakeClock(start);
  const deps = testDeps(store, clock);
  const key = { orgId, teamId, meetingId, date: aDate('2027-03-01') };
  const due = { ...key, at: later, kind: 'prompt', zone: null } as const;
  await shared(work.due, due, { ...due, rev: 1, failures: 0, parkedReason: null, source: null });
  const message = { ...key, at: later, kind: 'prompt.1', who: bob.memberId } as const;
  const waiting = { notBefore: later, notAfter: null, lease: null, touched: null, failures: null, parkedReason: null };
  await shared(work.outbox, message, { ...message, ...waiting });
  const email = { address: addressIn(name, 'bob'), locale: 'en', at: later } as const;
  await queueEmail(deps, { ...email, letter: 'INVITE', orgId, subject: bob.memberId, id: idOf(`${name} invite`) });
  await queueEmail(deps, { ...email, letter: 'PASSWORD_CHANGED', subject: bob.userId, id: idOf(`${name} changed`) });
  await queuePurge(store, { at: later, removes: 'REGISTRATION', subject: ids.newcomer });
  for (const [kind, subject, payload] of codesIn(ids, email.address)) {
    const hash = digestOf(`${name} ${kind}`);
    await queuePurge(store, { at: later, removes: 'CODE', subject: hash });
    await shared(codes.code, { hash }, { kind, subject, payload, exp: later, used: null });
  }
  const move = {
    fromOrgId: ids.automatic,
    toOrgId: orgId,
    tid: `free-${name}`,
    phase: 'OFF',
    fromState: 'ACTIVE',
  } as const;
  const by = { actor: 'Ann', installer: ann.memberId, noticeId: idOf(`${name} notice`), startedAt: start };
  await shared(sagas.connecting, move, { ...move, ...by });
  const removal = { target: 'TEAM', id: teamId, orgId, teamId, userId: null, phase: 'STOP', fromState: null } as const;
  const plan = { deletionId: idOf(`${name} team`), notBefore: later, until: later, startedAt: start, failures: 0 };
  await shared(sagas.deletionJob, removal, { ...removal, ...plan, actor: 'Ann', person: null });
};

export const seedEveryKind = async (store: TableStore, name: string): Promise<IdsIn> => {
  const ids = idsIn(name);
  const records = inOrg(store, ids.orgId);
  const rows = outside(store);
  const seeding: Seeding = {
    ...{ name, ids, store },
    own: (of, key, value) => records.insert(of, key, value),
    shared: (of, key, value) => rows.insert(of, key, value),
  };
  for (const seed of [seedOrg, seedTeam, seedRun, seedObserverRows, seedDirectory, seedAccounts, seedWork])
    await seed(seeding);
  return ids;
};
