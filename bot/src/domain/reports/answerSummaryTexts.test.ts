import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { answerSummaryTexts, dateDaysText } from '#contracts/reports/answerSummaryTexts.ts';
import { formatLocale, languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from '../../translate.ts';

const readerIn = (language: (typeof languages)[number]) => ({
  ...{ t: translateFor(language), locale: formatLocale(language) },
  dateText: (date: LocalDate): string => date,
});
const [earliest, latest] = ['2026-11-12', '2026-12-24'] as [LocalDate, LocalDate];
const due = { answers: 3, average: null, format: { type: 'DATE' } } as const;

describe('the summary of answers', () => {
  it('has the median, the first and the last date of dates, and one date if both are the same', () => {
    const reader = readerIn('en');
    const texts = answerSummaryTexts({ ...due, dates: { median: 7.5, earliest, latest } }, reader);
    expect(texts).toEqual(['3 answers', 'Median from the run to the date: 7.5 days', '2026-11-12 – 2026-12-24']);
    expect(answerSummaryTexts({ ...due, dates: { median: 1, earliest, latest: earliest } }, reader)).toEqual([
      ...['3 answers', 'Median from the run to the date: 1 day', '2026-11-12'],
    ]);
    expect(answerSummaryTexts({ ...due, answers: 0 }, reader)).toEqual(['0 answers']);
  });

  it('has the average of numbers with their unit', () => {
    const hours = { answers: 2, average: 3.25, format: { type: 'NUMBER', unit: 'h' } } as const;
    expect(answerSummaryTexts(hours, readerIn('de'))).toEqual(['2 Antworten', 'Durchschnitt: 3,3 h']);
  });

  it.each(languages)('states in %s whether a date is before the run, without a minus sign', (language) => {
    const [before, after] = [-31, 31].map((days) => dateDaysText(days, readerIn(language)));
    expect(before).not.toBe(after);
    expect(before).toMatch(/(?<!-)31/);
    expect(before).not.toMatch(/[-−]/);
  });
});
