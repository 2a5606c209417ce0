import { createHash } from 'node:crypto';
import {
  instant,
  localDate,
  meetingId,
  memberId,
  orgId,
  questionId,
  teamId,
  templateId,
  userId,
  zoneId,
} from '#contracts/core/idDateAndZoneSchemas.ts';
import { meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { settingsOf, withoutIds } from '../../../bot/src/services/meetings/templateListAndStoredFields.ts';
import type { TemplateRow } from '../../../bot/src/services/meetings/templateListAndStoredFields.ts';
import type { Charge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import type { TextModelRow } from '../../../bot/src/services/generatedSummaries/textModelTargetAndKey.ts';
import type { PaymentRow } from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the same ULID for the same name, so that tests can use short names such as "ann". */
export const idOf = (name: string): string =>
  [...createHash('sha256').update(name).digest().subarray(0, 26)]
    .map((byte, index) => (index === 0 ? '0' : (alphabet[byte % 32] ?? '0')))
    .join('');

export const anOrgId = (name = 'contoso') => orgId.parse(idOf(`org ${name}`));
export const aTeamId = (name = 'platform') => teamId.parse(idOf(`team ${name}`));
export const aMemberId = (name = 'ann') => memberId.parse(idOf(`member ${name}`));
export const aUserId = (name = 'ann') => userId.parse(idOf(`user ${name}`));
export const aMeetingId = (name = 'daily') => meetingId.parse(idOf(`meeting ${name}`));
export const aTemplateId = (name = 'template') => templateId.parse(idOf(`template ${name}`));
export const aDate = (date: string) => localDate.parse(date);
export const anInstant = (at: string) => instant.parse(new Date(at).toISOString());
export const aZone = (zone: string) => zoneId.parse(zone);

/** Changes to a question, limited to the fields of its type. */
export type QuestionChange<Q extends Question = Question> = Q extends Question ? Partial<Q> : never;

/** Returns a question. Its texts are not validated, so that a test can use texts that the schema rejects. */
export const aQuestion = (change: QuestionChange = {}): Question =>
  ({
    id: questionId.parse('done'),
    sequence: 1,
    text: 'What did you get done?',
    type: 'TEXT',
    options: [],
    isBlocker: false,
    isTimesheetQuestion: false,
    blockingOptions: [],
    ...change,
  }) as Question;

/** Returns the questions of the default stand-up: done, planned (timesheet), blocked? (blocker), what blocks. */
export const standupQuestions = (): Question[] => [
  aQuestion(),
  aQuestion({ id: questionId.parse('plan'), sequence: 2, text: 'What is planned?', isTimesheetQuestion: true }),
  aQuestion({
    id: questionId.parse('blocked'),
    sequence: 3,
    text: 'Are you blocked?',
    type: 'OPTIONS',
    options: ['No', 'Yes'],
    isBlocker: true,
    blockingOptions: ['Yes'],
  }),
  aQuestion({ id: questionId.parse('what'), sequence: 4, text: 'What blocks you?' }),
];

export const aMeeting = (change: Partial<Meeting> = {}): Meeting => ({
  ...meeting.parse({
    id: aMeetingId(),
    name: 'Daily stand-up',
    time: 600,
    timezone: 'Europe/Berlin',
    members: [aMemberId('ann'), aMemberId('bob')],
    teamId: aTeamId(),
    questions: standupQuestions(),
    isEnabled: true,
    lastRun: null,
    createdBy: aMemberId('ann'),
    createdOn: '2026-11-01T09:00:00.000Z',
    rev: 1,
    firstRun: null,
  }),
  ...change,
});

/** Returns a template of the organisation in the form of its stored row. The id comes from the name. */
export const aTemplateRow = (change: Partial<TemplateRow> = {}): TemplateRow => {
  const { name = 'Our stand-up' } = change;
  const meeting = aMeeting();
  return {
    ...settingsOf(meeting),
    ...{ id: aTemplateId(name), name, createdBy: aMemberId('ann'), createdOn: anInstant('2026-11-20T08:00:00Z') },
    questions: withoutIds(meeting.questions),
    ...change,
  };
};

export const aTextModel = (change: Partial<TextModelRow> = {}): TextModelRow => ({
  ...{
    isOn: true,
    provider: 'OPENAI',
    endpoint: 'https://api.example.com/v1',
    model: 'small',
    apiVersion: '2024-10-21',
  },
  ...{ sealedKey: 'kid.iv.tag.sealed', inputPrice: 0.15, outputPrice: 0.6, currency: 'USD', monthlyCap: 20 },
  usesInitials: true,
  ...change,
});

/** Returns the draft that a client posts to save the default meeting. */
export const aMeetingDraft = (change: Partial<MeetingDraft> = {}): MeetingDraft => {
  const { name, time, timezone, members, teamId, questions } = aMeeting();
  return { name, time, timezone, members, teamId, questions, ...change };
};

/** Returns the payment row of an organisation that pays by invoice, unless `change` overrides it. */
export const aPayment = (change: Partial<PaymentRow> = {}): PaymentRow => ({
  provider: 'invoice',
  ...{
    customerId: null,
    methodId: null,
    methodLabel: null,
    methodEnteredAt: null,
    overdueSince: null,
    methodLostAt: null,
    locale: 'en',
  },
  ...change,
});

/** Returns an unpaid charge for an invoice of 5 people, before the first attempt. */
export const aCharge = (change: Partial<Charge> = {}): Charge => ({
  ...{ month: '202611', number: '2026-000001', amountCents: 1_000, currency: 'USD', state: 'OPEN' },
  openedAt: anInstant('2026-12-01T00:05:00Z'),
  ...{ paymentId: null, attempts: 0, failedAt: null, reminders: 0, reason: null, paidAt: null },
  ...change,
});
