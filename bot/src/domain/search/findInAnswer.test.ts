import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { excerptOf, findInAnswer } from './findInAnswer.ts';
import { findTerms, searchTerms } from './splitAndMatchWords.ts';

const id = (name: string): QuestionId => name as QuestionId;
const aQuestion = (change: Pick<Question, 'id' | 'sequence'> & Partial<Question>): Question =>
  ({ text: 'What?', type: 'TEXT', isBlocker: false, isTimesheetQuestion: false, ...change }) as Question;
const excerpt = (query: string, text: string): string =>
  excerptOf(text, findTerms([text], searchTerms(query))?.[0] ?? [])
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

describe('an excerpt', () => {
  it('is the whole of a short text, with the found words marked', () => {
    expect(excerpt('deploy', 'Deploy it, then deploy again')).toBe('[Deploy] it, then [deploy] again');
  });

  it('of a long text begins shortly before the first found word, at a word', () => {
    const text = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`.trim();
    const shown = excerpt('needle', text);
    expect(shown).toMatch(/^… before (?:before )+\[needle\] (?:after )+ ?…$/);
    expect(shown.length).toBeLessThan(420);
  });

  it('splits no surrogate pair in a text without spaces', () => {
    const text = `${'🎉'.repeat(300)}needle${'🎉'.repeat(300)}`;
    for (const part of excerptOf(text, findTerms([text], searchTerms('needle'))?.[0] ?? []))
      expect(part.text.isWellFormed()).toBe(true);
  });
});

describe('the answers of a member', () => {
  const questions = [
    aQuestion({ id: id('next'), sequence: 2 }),
    aQuestion({ id: id('done'), sequence: 1 }),
    aQuestion({ id: id('tools'), sequence: 3, type: 'MULTIPLE', options: ['a pen', 'a ruler'] }),
    aQuestion({ id: id('count'), sequence: 4, type: 'NUMBER' }),
  ];
  const values = { next: 'the pen', done: 'the test', tools: 'a pen\na ruler', count: '12' };
  const idsOf = (query: string): readonly string[] | undefined =>
    findInAnswer(questions, values, searchTerms(query))?.map(({ questionId }) => questionId);

  it('are those with a found word, in the order of the questions', () => {
    expect(idsOf('the')).toEqual(['done', 'next']);
    expect(idsOf('test pen')).toEqual(['done', 'next', 'tools']);
    expect(idsOf('ruler')).toEqual(['tools']);
  });

  it('are none if a word is missing, or only in a number', () => {
    expect(idsOf('test missing')).toBeUndefined();
    expect(idsOf('12')).toBeUndefined();
  });

  it('contain no value of a question that the run does not have', () => {
    expect(findInAnswer(questions.slice(0, 1), values, searchTerms('test'))).toBeUndefined();
  });
});
