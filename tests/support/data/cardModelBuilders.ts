import { cardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import type { SummaryModel, SummaryPerson } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import type { AnsweredModel, AskModel, Reader } from '../../../bot/src/services/core/cardPresenterPort.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aQuestion,
  aTeamId,
  aZone,
  standupQuestions,
} from './idDateAndRecordBuilders.ts';

/** Returns a reader in Berlin, where the window of `aRun` is from 10:00 to 12:00. */
export const aReader = (change: Partial<Reader> = {}): Reader => ({
  locale: 'en',
  timezone: aZone('Europe/Berlin'),
  ...change,
});

const run = {
  meetingId: aMeetingId(),
  meetingName: 'Daily stand-up',
  type: 'STANDUP',
  date: aDate('2026-11-20'),
  opensAt: anInstant('2026-11-20T09:00:00Z'),
  closesAt: anInstant('2026-11-20T11:00:00Z'),
} as const;

export const aRun = run;

export const someData = cardData.parse({
  v: 1,
  O: anOrgId(),
  T: aTeamId(),
  meetingId: aMeetingId(),
  date: '2026-11-20',
  memberId: aMemberId(),
  sig: 's'.repeat(43),
});

export const anAsk = (change: Partial<AskModel> = {}): AskModel => ({
  ...run,
  data: someData,
  questions: standupQuestions(),
  values: {},
  goals: [],
  isEdit: false,
  isLate: false,
  isAhead: false,
  ...change,
});

export const anAnswered = (change: Partial<AnsweredModel> = {}): AnsweredModel => ({
  ...run,
  data: someData,
  questions: standupQuestions(),
  values: { done: 'Shipped the login', plan: 'Write tests 2h', blocked: 'No' },
  goals: [],
  answeredAt: anInstant('2026-11-20T08:41:00Z'),
  isEdited: false,
  isLate: false,
  canEdit: true,
  standing: null,
  next: null,
  logged: [],
  hoursRefused: false,
  ...change,
});

export const aGoal = (text: string, ticked = false, id = '0123456789abcdef') => ({ id, text, ticked });

export const optionQuestion = (options: readonly string[], text = 'How was it?') =>
  aQuestion({ id: questionId.parse('how'), text, type: 'OPTIONS', options: [...options] });

export const aPerson = (name: string, change: Partial<SummaryPerson> = {}): SummaryPerson => ({
  memberId: aMemberId(name),
  name,
  state: 'ANSWERED',
  answers: [{ question: 'What did you get done?', answer: `${name} did a lot`, isBlocking: false }],
  goalsTicked: 0,
  goalsOffered: 0,
  goalsOpen: [],
  isLate: false,
  closesAt: null,
  timezone: null,
  ...change,
});

/** Returns the line of an open blocker, as the attention list has it. */
export const aBlockerLine = (
  name: string,
  text: string,
  change: Partial<Extract<AttentionLine, { kind: 'BLOCKER' }>> = {},
): AttentionLine => ({
  ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', meetingId: run.meetingId, meetingName: run.meetingName },
  ...{ memberId: aPerson(name).memberId, name, text, state: 'OPEN', needed: null },
  ...{ since: aDate('2026-11-18'), days: 2 },
  ...change,
});

/** Returns the average of a scale with eight answers. */
export const anAverage = (question: string, change: Partial<QuestionAverage> = {}): QuestionAverage => ({
  questionId: question.toLowerCase().replaceAll(/[^a-z]/g, '') as QuestionAverage['questionId'],
  question,
  format: { type: 'SCALE', lowLabel: 'Awful', highLabel: 'Great' },
  answers: 8,
  average: 3.75,
  counts: [0, 1, 2, 3, 2].map((count, index) => ({ value: String(index + 1), count })),
  ...change,
});

export const aSummary = (change: Partial<SummaryModel> = {}): SummaryModel => ({
  header: {
    meetingId: run.meetingId,
    meetingName: run.meetingName,
    type: 'STANDUP',
    state: 'OPEN',
    reason: null,
    date: run.date,
  },
  facts: {
    ...{ answered: 7, asked: 9, goals: 5, goalsTicked: 11, goalsOffered: 14 },
    ...{ blockers: 2, newBlockers: 1, hasGoals: true, hasBlockers: true },
  },
  attention: [],
  people: { blocked: [], answered: [], open: [], away: [], missing: [] },
  footer: { timezone: aZone('Europe/Berlin'), opensAt: run.opensAt, closesAt: run.closesAt, channelName: null },
  ...change,
});
