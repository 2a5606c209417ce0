import { z } from 'zod';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionTypes } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { decode, encode } from '../../rowCodec.ts';
import type { Format } from '../../rowCodec.ts';
import { questionsForOlderVersions } from './questionsForOlderVersions.ts';

const every = [
  { id: 'text', type: 'TEXT', isTimesheetQuestion: true },
  { id: 'options', type: 'OPTIONS', options: ['No', 'Yes'], isBlocker: true, blockingOptions: ['Yes'] },
  { id: 'scale', type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' },
  { id: '__proto__', type: 'NUMBER', unit: 'h' },
  { id: 'multiple', type: 'MULTIPLE', options: ['A, b', 'C'] },
  { id: 'date', type: 'DATE' },
];
const questions = every.map((own, index) => storedQuestion.parse({ sequence: index + 1, text: `${own.id}?`, ...own }));

const format = {
  name: 'example',
  version: 1,
  schema: z.object({ name: z.string(), questions: z.array(storedQuestion) }),
  rowForm: questionsForOlderVersions('questions'),
};

/** An exact copy of the schema of the previous version, so that the tests read rows as that version does. */
const text = z.string().min(1);
const earlierQuestion = z.object({
  id: z.string(),
  sequence: z.int().min(1).max(limits.questions),
  text: text.max(limits.questionLength),
  type: z.enum(['TEXT', 'OPTIONS']),
  options: z.array(text.max(limits.optionLength)).max(limits.options).default([]),
  isBlocker: z.boolean().default(false),
  isTimesheetQuestion: z.boolean().default(false),
  blockingOptions: z.array(text.max(limits.optionLength)).max(limits.options).default([]),
});
const earlier = { ...format, schema: z.object({ name: z.string(), questions: z.array(earlierQuestion) }) };
const earlierFormat: Format<typeof earlier.schema> = { name: 'example', version: 1, schema: earlier.schema };

const value = { name: 'Daily', questions };
const row = encode(format, value);

/** Returns the row after the previous version replaced it: with its own fields, and with the properties that it does not know. */
const replacedByEarlier = (change: (request: z.output<typeof earlierQuestion>[]) => unknown[]) => {
  const read = decode(earlierFormat, row);
  const written = encode(earlierFormat, { ...read, questions: change(read.questions) as typeof read.questions });
  return { ...row, ...written };
};
const read = (values: typeof row): readonly Question[] => decode(format, values).questions;

describe('questions in a row', () => {
  it('have an example of every type', () => {
    expect(every.map(({ type }) => type)).toEqual(questionTypes);
  });

  it('keep a blocker question with text, which older versions read as a text', () => {
    const own = storedQuestion.parse({ id: 'why', sequence: 1, text: 'Why?', type: 'TEXT', isBlocker: true });
    const values = encode(format, { name: 'Daily', questions: [own] });
    expect(decode(format, values).questions).toEqual([own]);
    expect(decode(earlierFormat, values).questions).toMatchObject([{ id: 'why', type: 'TEXT', isBlocker: false }]);
  });

  it('are read as they were written', () => {
    expect(decode(format, row)).toEqual(value);
  });

  it('questions of TEXT and OPTIONS alone are written as before, without a further property', () => {
    const older = questions.slice(0, 2);
    expect(encode(format, { name: 'Daily', questions: older })).toEqual(
      encode(earlierFormat, { name: 'Daily', questions: older as z.output<typeof earlierQuestion>[] }),
    );
  });

  it('can be read by the earlier version, which sees TEXT and OPTIONS', () => {
    const seen = decode(earlierFormat, row).questions;
    expect(seen.map(({ id, type, options }) => [id, type, options])).toEqual([
      ['text', 'TEXT', []],
      ['options', 'OPTIONS', ['No', 'Yes']],
      ['scale', 'OPTIONS', ['1', '2', '3', '4', '5']],
      ['__proto__', 'TEXT', []],
      ['multiple', 'TEXT', []],
      ['date', 'TEXT', []],
    ]);
  });

  it('keep their types when the earlier version replaces the row', () => {
    expect(read(replacedByEarlier((request) => request))).toEqual(questions);
  });

  it('keep their types when the earlier version changes texts, order and number', () => {
    const change = replacedByEarlier((request) =>
      request.slice(2).map((question, index) => ({ ...question, text: `New ${index}`, sequence: index + 1 })),
    );
    expect(read(change).map(({ type, text: label, sequence }) => [type, label, sequence])).toEqual([
      ['SCALE', 'New 0', 1],
      ['NUMBER', 'New 1', 2],
      ['MULTIPLE', 'New 2', 3],
      ['DATE', 'New 3', 4],
    ]);
  });

  it('take over a type, options or role that the earlier version changed', () => {
    const change = replacedByEarlier((request) =>
      request.map((question) => {
        if (question.id === 'scale') return { ...question, options: ['Low', 'High'] };
        if (question.id === 'date') return { ...question, isTimesheetQuestion: true };
        return question.id === 'multiple' ? { ...question, type: 'OPTIONS', options: ['X', 'Y'] } : question;
      }),
    );
    expect(read(change).map(({ type }) => type)).toEqual(['TEXT', 'OPTIONS', 'OPTIONS', 'NUMBER', 'OPTIONS', 'TEXT']);
  });

  it('questions of a type that only a later version knows stay in their older form', () => {
    const j_questionDetails = JSON.stringify([{ id: 'date', type: 'STARS', most: 7 }]);
    expect(read({ ...row, j_questionDetails }).map(({ type }) => type)).toEqual([
      'TEXT',
      'OPTIONS',
      'OPTIONS',
      'TEXT',
      'TEXT',
      'TEXT',
    ]);
  });

  it('lose fields that their type does not have, which earlier schemas of rows allowed', () => {
    const stray = [
      { ...questions[0], isBlocker: true, options: ['A'], blockingOptions: ['A'] },
      { ...questions[1], isTimesheetQuestion: true },
    ];
    expect(read({ ...row, j_questions: JSON.stringify(stray) })).toEqual(questions.slice(0, 2));
  });

  it('leave no details behind after they were removed', () => {
    expect(encode(format, { name: 'Daily', questions: questions.slice(0, 2) })).not.toHaveProperty('j_questionDetails');
  });
});

describe('questions within an object of a row', () => {
  const answer = {
    name: 'answer',
    version: 1,
    schema: z.object({ givenTo: z.object({ questions: z.array(storedQuestion) }).nullable() }),
    rowForm: questionsForOlderVersions('givenTo'),
  };

  it.each([{ givenTo: null }, { givenTo: { questions } }])('are read as they were written', (input) => {
    expect(decode(answer, encode(answer, input))).toEqual(input);
  });
});
