import { cardDraft } from '#contracts/answers/meetingCardPreview.ts';
import { ulid } from '../../../../testing/testDataBuildersAndClock.ts';
import { cardDraftOf } from './previewRunsAndCardDrafts.ts';
import { emptyQuestionForm } from '../questionFormTypeAndDefault.ts';
import type { QuestionForm } from '../questionFormTypeAndDefault.ts';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';

const subject = { teamId: ulid('team'), id: undefined, rev: undefined };
const placeholders = {
  question: (number: number) => `Question ${number}`,
  option: (number: number) => `Option ${number}`,
  lowLabel: 'Low',
  highLabel: 'High',
};
const form: MeetingForm = {
  name: 'Daily',
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  time: 600,
  timezone: 'Europe/Berlin',
  weekdays: ['monday'],
  channelId: null,
  members: [],
  observers: [],
  ...{ blockerReminderDays: 2, blockerEscalationDays: 5 },
  questions: [],
  publicBroadcastMessage: '',
  isReminderEnabled: true,
  firstReminderMessage: '',
  secondReminderMessage: '',
  reportSummaryTime: 120,
  isReportSummaryInChat: true,
  reportSummaryEmail: '',
};
/** Returns the draft for the preview, parsed with the server's schema, which would reject an incomplete draft. */
const shown = (change: Partial<MeetingForm>) => {
  const draft = cardDraftOf({ ...form, ...change }, subject, placeholders);
  return draft === null ? null : cardDraft.parse(draft);
};
const choice = (texts: readonly string[], parts: Partial<QuestionForm> = {}): QuestionForm => ({
  ...emptyQuestionForm,
  text: 'Blocked?',
  type: 'OPTIONS',
  options: texts.map((text, index) => ({ text, isBlocking: index === 1 })),
  ...parts,
});

it.each([
  ['empty', ['No', ' '], ['No', 'Option 2']],
  ['repeated', ['No', 'no'], ['No', 'Option 2']],
  ['missing', ['No'], ['No', 'Option 2']],
  ['named like the placeholder of another', ['Option 2', '', 'Yes'], ['Option 2', 'Option 2 …', 'Yes']],
])('keeps a question with an option that is %s', (_, texts, options) => {
  const [question] = shown({ questions: [choice(texts)] })?.questions ?? [];
  expect(question?.options).toEqual(options);
});

it('keeps a question about blockers whose option is not marked yet', () => {
  const options = ['No', 'Yes'].map((text) => ({ text, isBlocking: false }));
  const [question] = shown({ questions: [choice([], { options, isBlocker: true })] })?.questions ?? [];
  expect(question).toMatchObject({ isBlocker: true, blockingOptions: ['Yes'] });
});

it('shows at most ten options of a question that takes several', () => {
  const options = Array.from({ length: 12 }, (_, index) => ({ text: String(index), isBlocking: false }));
  const [question] = shown({ questions: [choice([], { type: 'MULTIPLE', options })] })?.questions ?? [];
  expect(question?.options).toHaveLength(10);
});

it('gives a scale without labels those of its placeholders', () => {
  const [question] = shown({ questions: [{ ...emptyQuestionForm, text: 'Mood?', type: 'SCALE' }] })?.questions ?? [];
  expect(question).toMatchObject({ lowLabel: 'Low', highLabel: 'High' });
});

it.each(['NUMBER', 'DATE'] as const)('shows a question of the type %s as soon as it is added', (type) => {
  const [question] = shown({ questions: [{ ...emptyQuestionForm, type }] })?.questions ?? [];
  expect(question).toMatchObject({ type, text: 'Question 1' });
});

it('keeps a question without a text', () => {
  expect(shown({ questions: [emptyQuestionForm] })?.questions.map(({ text }) => text)).toEqual(['Question 1']);
});

it.each([
  [3, 5],
  [9000, 1380],
  [45.4, 45],
  [null, 120],
])('sends a window of %s minutes as %s', (minutes, sent) => {
  expect(shown({ reportSummaryTime: minutes })?.reportSummaryTime).toBe(sent);
});

it('returns no card without weekdays, because no run would send it', () => {
  expect(shown({ weekdays: [] })).toBeNull();
});
