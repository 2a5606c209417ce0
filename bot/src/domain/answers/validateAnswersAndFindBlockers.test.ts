import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import {
  blockerText,
  checkAnswer,
  hasBlocker,
  isBlocking,
  isRequired,
  judgeAnswer,
} from './validateAnswersAndFindBlockers.ts';

const aQuestion = (id: string, sequence: number, change: object = {}): Question =>
  storedQuestion.parse({ id, sequence, text: `Question ${id}`, type: 'TEXT', ...change });
const aBlocker = (id: string, sequence: number, change: object = {}): Question =>
  aQuestion(id, sequence, {
    type: 'OPTIONS',
    options: ['No', 'A little', 'Fully'],
    isBlocker: true,
    blockingOptions: ['A little', 'Fully'],
    ...change,
  });

const done = aQuestion('done', 1);
const next = aQuestion('next', 2, { isTimesheetQuestion: true });
const blocked = aBlocker('blocked', 3);
const what = aQuestion('what', 4);
// The list is not sorted, because `sequence` determines the order of questions.
const questions = [what, next, done, blocked];
const values = (change: Record<string, string> = {}) =>
  ({ done: 'A', next: 'B', blocked: 'No', ...change }) as Record<QuestionId, string>;

const refusal = (list: readonly Question[], input: Record<string, string>): AppError | undefined => {
  try {
    checkAnswer(list, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return undefined;
};

describe('a required question', () => {
  it('is every one but the text after a blocker question', () => {
    expect(questions.map((question) => [question.id, isRequired(questions, question)])).toEqual([
      ['what', false],
      ['next', true],
      ['done', true],
      ['blocked', true],
    ]);
  });

  it('is a text after an ordinary choice, and a text two questions after the blocker question', () => {
    const choice = aQuestion('choice', 1, { type: 'OPTIONS', options: ['A', 'B'] });
    const list = [choice, aQuestion('why', 2), aBlocker('blocked', 3), aQuestion('what', 4), aQuestion('else', 5)];
    expect(list.filter((item) => !isRequired(list, item)).map((item) => item.id)).toEqual(['what']);
  });

  it('is a choice also right after a blocker question', () => {
    const list = [aBlocker('one', 1), aBlocker('two', 2)];
    expect(list.every((item) => isRequired(list, item))).toBe(true);
  });
});

describe('a blocker question with text', () => {
  const why = aQuestion('why', 1, { isBlocker: true });
  const list = [why, aQuestion('after', 2)];
  const given = (text: string) => ({ why: text, after: 'A' }) as Record<QuestionId, string>;

  it('is optional, and the text after it is required', () => {
    expect(list.map((question) => isRequired(list, question))).toEqual([false, true]);
  });

  it('blocks with any text and with no other sign', () => {
    expect(['', ' ', 'no', 'None', 'Database'].map((text) => hasBlocker(list, given(text)))).toEqual([
      ...[false, false, true, true, true],
    ]);
    expect(blockerText(list, given('Database'))).toBe('Database');
  });
});

describe('an answer', () => {
  it('is accepted when every required value is present', () => {
    expect(refusal(questions, values())).toBeUndefined();
    expect(refusal(questions, values({ what: '' }))).toBeUndefined();
    expect(refusal(questions, values({ what: 'The database' }))).toBeUndefined();
  });

  it.each([['stranger'], ['__proto__'], ['constructor'], ['toString']])(
    'an answer with a value for %s is refused',
    (id) => {
      const input = Object.fromEntries([...Object.entries(values()), [id, 'x']]);
      expect(refusal(questions, input)?.code).toBe('QUESTION_UNKNOWN');
    },
  );

  it.each([
    ['done', { done: '' }],
    ['done', { done: ' \n ' }],
    ['next', { next: '' }],
    ['blocked', { blocked: '' }],
    ['done', { done: '', blocked: '' }],
  ])('an answer without %s is refused, naming the first question that lacks one', (id, change) => {
    const error = refusal(questions, values(change));
    expect(error?.code).toBe('INVALID_INPUT');
    expect(error?.details).toMatchObject({ message: 'answer.required', values: { question: `Question ${id}` } });
  });

  it('does not find a missing value on the prototype', () => {
    expect(refusal([aQuestion('constructor', 1)], {})?.details.message).toBe('answer.required');
  });

  it.each(['Maybe', 'no', 'Fully, ', 'toString'])('an answer with the option %j is refused', (blockedBy) => {
    const error = refusal(questions, values({ blocked: blockedBy }));
    expect([error?.code, error?.details.message]).toEqual(['INVALID_INPUT', 'invalid.choice']);
  });
});

describe('a blocker', () => {
  it.each([
    ['No', false],
    ['A little', true],
    ['Fully', true],
  ])('exists when %s was chosen: %s', (choice, expected) => {
    expect(hasBlocker(questions, values({ blocked: choice }))).toBe(expected);
  });

  it('is "Yes" in imported questions that name no blocking options', () => {
    const imported = aBlocker('b', 1, { options: ['Yes', 'No'], blockingOptions: [] });
    expect(['Yes', 'yes', 'No', ''].map((value) => isBlocking(imported, value))).toEqual([true, true, false, false]);
  });

  it('a blocker never comes from a question that is not marked as blocking', () => {
    const choice = aBlocker('b', 1, { isBlocker: false });
    expect(isBlocking(choice, 'Fully')).toBe(false);
    expect(isBlocking(aQuestion('t', 1), 'Yes')).toBe(false);
  });

  it('shows the member’s text, or else the chosen option', () => {
    expect(blockerText(questions, values({ blocked: 'Fully', what: ' The database ' }))).toBe('The database');
    expect(blockerText(questions, values({ blocked: 'Fully', what: ' ' }))).toBe('Fully');
    expect(blockerText(questions, values({ blocked: 'Fully' }))).toBe('Fully');
  });

  it('has no text when no member is blocked', () => {
    expect(blockerText(questions, values({ blocked: 'No', what: 'Was the database' }))).toBe('');
  });

  it('takes its text from the follow-up of the blocking question', () => {
    const two = [aBlocker('a', 1), aQuestion('whatA', 2), aBlocker('b', 3), aQuestion('whatB', 4)];
    const blockedAnswers = { a: 'No', whatA: 'nothing', b: 'Fully', whatB: 'Review' } as Record<QuestionId, string>;
    expect(blockerText(two, blockedAnswers)).toBe('Review');
  });
});

describe('the judgement of an answer', () => {
  const offered = [
    { id: 'a', text: 'A', ticked: false },
    { id: 'b', text: 'B', ticked: false },
  ];
  const judged = (change: object = {}) =>
    judgeAnswer({
      questions,
      values: values(),
      offered,
      settled: { goals: ['a', 'b'] },
      answeredAt: 1500,
      opensAt: 1000,
      closesAt: 2000,
      ...change,
    });

  it('returns goals, blocker and lateness', () => {
    expect(judged()).toEqual({
      goals: offered.map((goal) => ({ ...goal, ticked: true })),
      hasBlocker: false,
      isGoalAchieved: true,
      isLate: false,
      isAhead: false,
    });
  });

  it('achieves nothing with a goal left, or without goals', () => {
    expect(judged({ settled: { goals: ['a'] } }).isGoalAchieved).toBe(false);
    expect(judged({ offered: [], settled: { goals: [] } }).isGoalAchieved).toBe(false);
  });

  it.each([
    [999, { isAhead: true, isLate: false }],
    [1000, { isAhead: false, isLate: false }],
    [1999, { isAhead: false, isLate: false }],
    [2000, { isAhead: false, isLate: true }],
  ])('an answer after %i minutes is judged as %j', (answeredAt, expected) => {
    expect(judged({ answeredAt })).toMatchObject(expected);
  });
});

describe('the length of a text', () => {
  it('is refused above the limit by its question, the length and the limit', () => {
    expect(refusal(questions, values({ next: '😀'.repeat(2000) }))).toBeUndefined();
    expect(refusal(questions, values({ next: '😀'.repeat(2001) }))?.details).toEqual({
      message: 'answer.tooLong',
      values: { question: 'Question next', length: 2001, max: 2000 },
    });
  });
});
