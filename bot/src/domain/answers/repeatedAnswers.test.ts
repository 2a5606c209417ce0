import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { sameTexts } from './repeatedAnswers.ts';

const question = (id: string, change: object = {}): Question =>
  ({
    ...{ id, text: id, sequence: 1, type: 'TEXT', options: [], blockingOptions: [] },
    ...{ isBlocker: false, isTimesheetQuestion: false },
    ...change,
  }) as unknown as Question;
const questions = [question('done'), question('plan'), question('__proto__')];
const values = (own: Record<string, string>) => own as Parameters<typeof sameTexts>[1];
const names = (found: readonly Question[]): string[] => found.map(({ id }) => id);

describe('texts that repeat', () => {
  it('are the same word for word, without spaces around them', () => {
    const found = sameTexts(
      questions,
      values({ done: ' Reviews ', plan: 'A' }),
      values({ done: 'Reviews', plan: 'a' }),
    );
    expect(names(found)).toEqual(['done']);
  });

  it('are never empty, and never choices', () => {
    const chosen = question('blocked', { type: 'OPTIONS', options: ['No', 'Yes'] });
    expect(
      sameTexts([...questions, chosen], values({ done: ' ', blocked: 'No' }), values({ done: '', blocked: 'No' })),
    ).toEqual([]);
  });
});
