import { questionDetailsText } from '../detail/questionDetailsText.ts';
import type { QuestionDraft, QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionTypes } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { translateEnglish } from '../../../ui/text/translate.ts';
import { emptyQuestionForm } from './questionFormTypeAndDefault.ts';
import type { QuestionForm } from './questionFormTypeAndDefault.ts';
import { questionForm, questionFormRules, questionInput, restoredQuestion } from './questionFormRulesAndConversion.ts';

const common = { id: 'q1', sequence: 1, text: 'How was it?' };
const drafts: { readonly [T in QuestionType]: Extract<QuestionDraft, { type: T }> } = {
  TEXT: { ...common, type: 'TEXT', isTimesheetQuestion: true },
  OPTIONS: { ...common, type: 'OPTIONS', options: ['No', 'Yes'], isBlocker: true, blockingOptions: ['Yes'] },
  SCALE: { ...common, type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' },
  NUMBER: { ...common, type: 'NUMBER', unit: 'hours' },
  MULTIPLE: { ...common, type: 'MULTIPLE', options: ['Tea', 'Cake'] },
  DATE: { ...common, type: 'DATE' },
};
const emptyOption = { text: '', isBlocking: false };
const placeholders = {
  question: (number: number) => `Question ${number}`,
  option: (number: number) => `Option ${number}`,
  lowLabel: 'Low',
  highLabel: 'High',
};
/** A question whose fields of every type are filled. */
const full: QuestionForm = {
  id: 'q1',
  text: 'How was it?',
  type: 'TEXT',
  options: [
    { text: 'Tea', isBlocking: false },
    { text: 'Cake', isBlocking: true },
  ],
  isBlocker: true,
  isTimesheetQuestion: true,
  lowLabel: 'Bad',
  highLabel: 'Good',
  unit: 'hours',
};

it.each(questionTypes)('sends a stored question of the type %s as it was', (type) => {
  expect(questionInput(questionForm(drafts[type]), 0)).toEqual(drafts[type]);
});

it.each([
  ['TEXT', { isTimesheetQuestion: true }],
  ['OPTIONS', { options: ['Tea', 'Cake'], isBlocker: true, blockingOptions: ['Cake'] }],
  ['SCALE', { lowLabel: 'Bad', highLabel: 'Good' }],
  ['NUMBER', { unit: 'hours' }],
  ['MULTIPLE', { options: ['Tea', 'Cake'] }],
  ['DATE', {}],
] as const)('sends only the fields of the type %s', (type, fields) => {
  expect(questionInput({ ...full, type }, 0)).toEqual({ ...common, type, ...fields });
});

it.each(questionTypes)('keeps every filled field when the type changes to %s', (type) => {
  expect({ ...full, ...questionFormRules[type].begin(full, placeholders) }).toEqual(full);
});

it.each([
  ['OPTIONS', { options: [emptyOption, emptyOption] }],
  ['MULTIPLE', { options: [emptyOption, emptyOption] }],
  ['SCALE', { lowLabel: 'Low', highLabel: 'High' }],
  ['NUMBER', {}],
] as const)('starts an empty question of the type %s with its required fields', (type, fields) => {
  expect(questionFormRules[type].begin(emptyQuestionForm, placeholders)).toEqual(fields);
});

it.each([
  ['TEXT', ' – Fills the timesheet'],
  ['OPTIONS', ' (Tea / Cake: blocked)'],
  ['SCALE', ' – Scale from 1 to 5 (1 – Bad / 5 – Good)'],
  ['NUMBER', ' – Number (hours)'],
  ['MULTIPLE', ' – Several options (Tea / Cake)'],
  ['DATE', ' – Date'],
] as const)('compares a question of the type %s by its type and its details', (type, details) => {
  expect(questionDetailsText({ ...full, type }, translateEnglish)).toBe(details);
});

describe('a question of a draft', () => {
  it('gets the fields that an earlier version did not have', () => {
    const { id, text, type, options, isBlocker, isTimesheetQuestion } = full;
    const earlier = { id, text, type, options, isBlocker, isTimesheetQuestion };
    expect(restoredQuestion(earlier)).toEqual({ ...full, lowLabel: '', highLabel: '', unit: '' });
  });

  it('keeps the default type if its own type is unknown', () => {
    expect(restoredQuestion({ ...full, type: 'RANKING' })).toEqual({ ...full, type: 'TEXT' });
  });

  it('loses a field of another kind and no other field', () => {
    expect(restoredQuestion({ ...full, type: 'NUMBER', unit: 7 })).toEqual({ ...full, type: 'NUMBER', unit: '' });
  });
});
