import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { fillFromOpenBlockerChoice } from './fillFromOpenBlockerChoice.ts';
import type { AnswerValues } from './validateAnswersAndFindBlockers.ts';

const id = (name: string) => questionId.parse(name);
const text = (name: string, sequence: number, isBlocker = false): Question =>
  storedQuestion.parse({ id: id(name), sequence, text: `${name}?`, type: 'TEXT', isBlocker });
const options = (blocking: readonly string[], all: readonly string[]): Question =>
  storedQuestion.parse({
    ...{ id: id('blocked'), sequence: 2, text: 'Blocked?', type: 'OPTIONS', isBlocker: true },
    ...{ options: all, blockingOptions: blocking },
  });
const yesNo = options(['Yes'], ['Yes', 'No']);

const values = (given: Record<string, string>): AnswerValues => given;
const old = 'The licences have not come';

describe('the choice about an open blocker', () => {
  it.each<[string, readonly Question[], 'STILL' | 'RESOLVED' | 'CHANGED', Record<string, string>, object]>([
    ['repeats the text of a blocker question with text', [text('blocker', 1, true)], 'STILL', {}, { blocker: old }],
    ['chooses the blocking option', [yesNo], 'STILL', {}, { blocked: 'Yes' }],
    ['fills the question after the options', [yesNo, text('what', 3)], 'STILL', {}, { blocked: 'Yes', what: old }],
    [
      'keeps what the member wrote',
      [yesNo, text('what', 3)],
      'STILL',
      { blocked: 'Yes', what: 'New' },
      { what: 'New' },
    ],
    ['chooses the option that does not block', [yesNo], 'RESOLVED', {}, { blocked: 'No' }],
    ['keeps a new blocker beside a resolved one', [yesNo], 'RESOLVED', { blocked: 'Yes' }, { blocked: 'Yes' }],
    ['leaves a text empty when the blocker is resolved', [text('blocker', 1, true)], 'RESOLVED', {}, {}],
    ['keeps the changed text', [text('blocker', 1, true)], 'CHANGED', { blocker: 'New' }, { blocker: 'New' }],
  ])('%s', (_, questions, is, given, filled) => {
    expect(fillFromOpenBlockerChoice(questions, values(given), { is, text: old })).toEqual({ ...given, ...filled });
  });

  it('chooses no option if several block', () => {
    const two = options(['By a person', 'By a machine'], ['By a person', 'By a machine', 'No']);
    expect(fillFromOpenBlockerChoice([two], {}, { is: 'STILL', text: old })).toEqual({});
    expect(fillFromOpenBlockerChoice([two], {}, { is: 'RESOLVED', text: old })).toEqual({ blocked: 'No' });
  });

  it('chooses no option if several do not block', () => {
    const two = options(['Yes'], ['Yes', 'No', 'Not sure']);
    expect(fillFromOpenBlockerChoice([two], {}, { is: 'RESOLVED', text: old })).toEqual({});
  });

  const refusalOf = (questions: readonly Question[], given: AnswerValues, is: 'STILL' | 'CHANGED') => {
    try {
      fillFromOpenBlockerChoice(questions, given, { is, text: old });
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, ...error.details };
    }
    return undefined;
  };

  it('is refused if the answer states the opposite', () => {
    const refusal = { code: 'INVALID_INPUT', message: 'answer.blockerContradicts', values: { question: 'Blocked?' } };
    expect(refusalOf([yesNo], values({ blocked: 'No' }), 'STILL')).toEqual(refusal);
  });

  it('is refused if the blocker changed and the answer does not describe the change', () => {
    const refusal = { code: 'INVALID_INPUT', message: 'answer.blockerNotChanged', values: { question: 'blocker?' } };
    expect(refusalOf([text('blocker', 1, true)], {}, 'CHANGED')).toEqual(refusal);
  });

  it('changes nothing in a run that asks no question about blockers', () => {
    expect(fillFromOpenBlockerChoice([text('done', 1)], {}, { is: 'STILL', text: old })).toEqual({});
  });
});
