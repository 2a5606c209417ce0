import { questionAverageText } from '#contracts/reports/questionAverageTexts.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from '../../translate.ts';
import { valueReader } from '../wording/formatDatesListsAndDurations.ts';
import { distributionTexts } from '../wording/formatSummaryFigures.ts';

const scale = { type: 'SCALE', lowLabel: 'Awful', highLabel: 'Great' } as const;
const counts = [0, 1, 2, 3, 2000].map((count, index) => ({ value: String(index + 1), count }));

describe('the texts of an average', () => {
  it.each([
    ['en', 'Average: 3.8 of 5 · 8 answers'],
    ['de', 'Durchschnitt: 3,8 von 5 · 8 Antworten'],
    ['fr', 'Moyenne\u00a0: 3,8 sur 5 · 8 réponses'],
  ])('have the average with one decimal and the number of answers in %s', (language, text) => {
    const reader = valueReader(translateFor(language));
    expect(questionAverageText({ format: scale, average: 3.75, answers: 8 }, reader)).toBe(text);
  });

  it('have the unit of a number, and the singular for one answer', () => {
    const format = { type: 'NUMBER', unit: 'km' } as const;
    const reader = valueReader(translateFor('en'));
    expect(questionAverageText({ format, average: 1234.56, answers: 1 }, reader)).toBe(
      'Average: 1,234.6 km · 1 answer',
    );
    expect(distributionTexts(translateFor('en'), { format, counts: [] })).toEqual([]);
  });

  it('name the ends of a scale in its distribution', () => {
    expect(distributionTexts(translateFor('en'), { format: scale, counts })).toEqual([
      ...['1 – Awful: 0', '2: 1', '3: 2', '4: 3', '5 – Great: 2,000'],
    ]);
  });

  it('have no sign after an end without a label', () => {
    const format = { ...scale, lowLabel: '' };
    expect(distributionTexts(translateFor('en'), { format, counts })[0]).toBe('1: 0');
  });

  it.each(languages)('have no placeholder left in %s', (language) => {
    const reader = valueReader(translateFor(language));
    const texts = [0, 1, 2, 3, 11].flatMap((answers) => [
      questionAverageText({ format: scale, average: 3, answers }, reader),
      ...distributionTexts(translateFor(language), { format: scale, counts }),
    ]);
    expect(texts.join('\n')).not.toMatch(/[{}]|value\.|summary\./);
  });
});
