import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { hashKey } from '../../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { shardOf } from '../../../../bot/src/domain/core/shardOf.ts';
import { org } from '../../../../bot/src/store/kinds/organisations/organisation.ts';
import { channel, orgTeam, team } from '../../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { orgMember, orgUser } from '../../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import {
  memberTeam,
  teamMemberPointer,
} from '../../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import {
  dayHoliday,
  dayVacation,
  holiday,
  vacation,
} from '../../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { charge, chargeDue } from '../../../../bot/src/store/kinds/billing/charges.ts';
import { payingCustomer, payingEvent } from '../../../../bot/src/store/kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { billingProfile } from '../../../../bot/src/store/kinds/billing/billingProfile.ts';
import { invoice, invoicePage } from '../../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { orgActivity, orgAuditedAction } from '../../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { summaryConsent } from '../../../../bot/src/store/kinds/summaryEmails/summaryConsent.ts';
import { teamMember } from '../../../../bot/src/store/kinds/people/teamMember.ts';
import { digest, digestSending } from '../../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { aDigestId, aDigestRow, aDigestSending } from '../digestBuilders.ts';
import { template } from '../../../../bot/src/store/kinds/meetings/meetingTemplate.ts';
import { textModel, textModelMonth } from '../../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import { asked, taskMark, usage } from '../../../../bot/src/store/kinds/billing/usageLedger.ts';
import {
  aMeeting,
  aCharge,
  aPayment,
  anInstant,
  aTemplateRow,
  aTextModel,
  aZone,
  idOf,
} from '../idDateAndRecordBuilders.ts';
import { addressIn, personIn } from '../seededIdsAndNames.ts';
import { start, later, date, month } from './seedingInstantsAndInserts.ts';
import type { Seeding } from './seedingInstantsAndInserts.ts';

// Seeds the organisation with its members, invoice and team.

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
  await own(billingProfile, undefined, customer);
  await own(
    invoice,
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
  await own(invoicePage, page, { ...page, priceCents: 200, members: [memberId] });
};

export const seedOrg = async ({ name, ids, own, shared }: Seeding): Promise<void> => {
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
  await own(org, undefined, { ...about, ...settings, trialEndsAt: later, createdOn: start });
  await own(orgTeam, { teamId }, { teamId, name: `${name} team`, state: 'CONNECTED' });
  for (const [who, role] of [
    ['ann', 'admin'],
    ['bob', 'user'],
  ] as const) {
    const { memberId, userId, oid } = ids[who];
    await own(orgUser, { userId }, { userId, memberId, role });
    await own(
      orgMember,
      { memberId },
      {
        ...{ memberId, name: personIn(name, who), email: addressIn(name, who), role, tid: ids.tid, oid, userId },
        ...{ teamsUserId: `29:${oid}`, thumbnailUrl: null, createdOn: start, inviteRound: null },
      },
    );
    await own(memberTeam, { memberId, teamId }, { teamId });
    await own(teamMemberPointer, { memberId, teamId }, { memberId });
  }
  await own(meetingPointer, { meetingId }, { meetingId, teamId });
  await own(vacation, { memberId: bob.memberId, date }, { memberId: bob.memberId, date });
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
  await own(orgActivity, { objectId: orgId, ...key }, { ...log, values: { before: 'a', after: 'b' } });
  await own(orgAuditedAction, { who: bob.memberId, ...key }, { objectId: orgId, ...key });
  await own(
    usage,
    { month, memberId: ann.memberId },
    { memberId: ann.memberId, event: 'ANSWER', at: start, meetingId },
  );
  await own(usage, { month, memberId: bob.memberId }, { memberId: bob.memberId, event: 'TASK', at: start, meetingId });
  await own(asked, { month, memberId: ann.memberId }, { memberId: ann.memberId, at: start });
  await seedInvoice({ name, ids, own });
};

export const seedTeam = async ({ name, ids, own }: Seeding): Promise<void> => {
  const { tid, teamId, threadId, meetingId, bob } = ids;
  const serviceUrl = 'https://smba.test/';
  const state = { state: 'CONNECTED', kind: 'TEAM', language: 'de', createdOn: start } as const;
  await own(team, { teamId }, { teamId, name: `${name} team`, ...state, tid, threadId, serviceUrl });
  await own(channel, { teamId, threadId }, { threadId, name: '', isGeneral: true, isDeleted: false });
  for (const who of ['ann', 'bob'] as const) {
    const { memberId, oid } = ids[who];
    await own(
      teamMember,
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
  await own(meetingKind, { teamId, meetingId }, meeting);
  await own(meetingName, { teamId, name: meeting.name }, { meetingId });
  const mark = { memberId: bob.memberId, at: start, meetingId };
  await own(taskMark, { month, teamId, memberId: bob.memberId }, mark);
  await own(holiday, { teamId, date }, { date, name: `Holiday of ${name}` });
  await own(dayHoliday, { teamId, date }, { date });
  await own(dayVacation, { teamId, date, memberId: bob.memberId }, { memberId: bob.memberId, date });
};
