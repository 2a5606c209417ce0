import { formatLocale, languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from '../../translate.ts';
import { smallestSample } from './compareHalvesForTrendClaims.ts';
import { hoursText, minutesText, trendSentence } from '#contracts/reports/trendSentencesAndDurations.ts';
import type { TrendFigure } from '#contracts/reports/trendSentencesAndDurations.ts';
import { sampleUnits } from '#contracts/reports/getWeeklyTrends.ts';
import type { TrendClaim } from '#contracts/reports/getWeeklyTrends.ts';

const inEnglish = { t: translateFor('en'), locale: 'en' };
const sentenceOf = (figure: TrendFigure, claim: TrendClaim, weeks = 12): string =>
  trendSentence(figure, claim, { weeks }, inEnglish);
const changed = (before: number, after: number): TrendClaim => ({ is: 'CHANGED', before, after });
const steady = (before: number, after: number): TrendClaim => ({ is: 'STEADY', before, after });

const mood: TrendFigure = { is: 'average', format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' } };
const calls: TrendFigure = { is: 'average', format: { type: 'NUMBER', unit: 'km' } };
const phone: TrendFigure = { is: 'choice', value: 'Phone' };
const period = '(last 6 weeks compared with the 6 weeks before)';

const examples: readonly (readonly [TrendFigure, number, number, string, string])[] = [
  [
    { is: 'participation' },
    84,
    89,
    `Participation rose by 5 percentage points, from 84% to 89% ${period}.`,
    `Participation fell by 5 percentage points, from 89% to 84% ${period}.`,
  ],
  [
    { is: 'waits' },
    15,
    80,
    `Half of the answers came 1 h 5 min later: within 15 min before, within 1 h 20 min now ${period}.`,
    `Half of the answers came 1 h 5 min sooner: within 1 h 20 min before, within 15 min now ${period}.`,
  ],
  [
    { is: 'goals' },
    60,
    61,
    `The share of goals that were reached rose by 1 percentage point, from 60% to 61% ${period}.`,
    `The share of goals that were reached fell by 1 percentage point, from 61% to 60% ${period}.`,
  ],
  [
    { is: 'blockers' },
    2.1,
    4.4,
    `New blockers rose by 2.3 for each 100 answers, from 2.1 to 4.4 ${period}.`,
    `New blockers fell by 2.3 for each 100 answers, from 4.4 to 2.1 ${period}.`,
  ],
  [
    { is: 'goalMembers' },
    40,
    55,
    `The share of members who reached all their goals rose by 15 percentage points, from 40% to 55% ${period}.`,
    `The share of members who reached all their goals fell by 15 percentage points, from 55% to 40% ${period}.`,
  ],
  [
    { is: 'blocked' },
    5,
    12.5,
    `Blocked members rose by 7.5 for each 100 answers, from 5 to 12.5 ${period}.`,
    `Blocked members fell by 7.5 for each 100 answers, from 12.5 to 5 ${period}.`,
  ],
  [
    { is: 'daysOpen' },
    1,
    2.5,
    `The time until a blocker is resolved rose by 1.5 working days, from 1 working day to 2.5 working days ${period}.`,
    `The time until a blocker is resolved fell by 1.5 working days, from 2.5 working days to 1 working day ${period}.`,
  ],
  [
    { is: 'hours' },
    28,
    31.5,
    `The hours logged each week rose by 3.5 h, from 28 h to 31.5 h ${period}.`,
    `The hours logged each week fell by 3.5 h, from 31.5 h to 28 h ${period}.`,
  ],
  [
    { is: 'dates' },
    -2,
    12,
    `The median time from the run to the date rose by 14 days, from 2 days before the run to 12 days ${period}.`,
    `The median time from the run to the date fell by 14 days, from 12 days to 2 days before the run ${period}.`,
  ],
  [
    mood,
    3.4,
    4.1,
    `The average rose by 0.7, from 3.4 of 5 to 4.1 of 5 ${period}.`,
    `The average fell by 0.7, from 4.1 of 5 to 3.4 of 5 ${period}.`,
  ],
  [
    calls,
    1000,
    1200.5,
    `The average rose by 200.5 km, from 1,000 km to 1,200.5 km ${period}.`,
    `The average fell by 200.5 km, from 1,200.5 km to 1,000 km ${period}.`,
  ],
  [
    phone,
    20,
    45,
    `The share of answers with “Phone” rose by 25 percentage points, from 20% to 45% ${period}.`,
    `The share of answers with “Phone” fell by 25 percentage points, from 45% to 20% ${period}.`,
  ],
];

describe('the sentence of a trend', () => {
  it.each(examples)('names the change and its size: %o', (figure, low, high, up, down) => {
    expect(sentenceOf(figure, changed(low, high))).toBe(up);
    expect(sentenceOf(figure, changed(high, low))).toBe(down);
  });

  it('reports an unclear change as no change and shows both values', () => {
    expect(sentenceOf({ is: 'participation' }, steady(84, 86))).toBe(`No clear change: 84% before, 86% now ${period}.`);
    expect(sentenceOf({ is: 'blockers' }, steady(2, 2.5))).toBe(
      `No clear change: 2 for each 100 answers before, 2.5 for each 100 answers now ${period}.`,
    );
    expect(sentenceOf({ is: 'hours' }, steady(30, 30.5))).toBe(
      `No clear change: 30 h a week before, 30.5 h a week now ${period}.`,
    );
    expect(sentenceOf(phone, steady(30, 31))).toBe(`No value was chosen clearly more or less often ${period}.`);
  });

  it('names the two halves of each range', () => {
    expect(sentenceOf(mood, steady(3, 3), 4)).toContain('last 2 weeks compared with the 2 weeks before');
    expect(sentenceOf(mood, steady(3, 3), 26)).toContain('last 13 weeks compared with the 13 weeks before');
    const byRun = trendSentence(mood, steady(3, 3), { days: 30 }, inEnglish);
    expect(byRun).toContain('last 15 days compared with the 15 days before');
    const blocked = trendSentence({ is: 'blocked' }, steady(3, 4), { days: 90 }, inEnglish);
    expect(blocked).toContain('3 for each 100 answers before, 4 for each 100 answers now (last 45 days');
  });

  it.each(sampleUnits)(
    'makes no claim below the smallest sample of %s, and names the number that is needed',
    (unit) => {
      const needed = smallestSample[unit];
      const sentence = sentenceOf({ is: 'participation' }, { is: 'TOO_FEW', unit, have: needed - 1, needed });
      expect(sentence).toMatch(/^Too few /);
      expect(sentence).toContain(String(needed - 1));
      expect(sentence).toContain(`${String(needed)} are needed`);
      expect(sentence).not.toMatch(/rose|fell|change/);
    },
  );

  it.each(languages)('exists in %s for every figure and every range, with all its values', (language) => {
    const reader = { t: translateFor(language), locale: formatLocale(language) };
    const sentences = examples.flatMap(([figure, low, high]) =>
      [changed(low, high), changed(high, low), steady(low, high)].flatMap((claim) =>
        [...[4, 12, 26].map((weeks) => ({ weeks })), { days: 30 }, { days: 90 }].map((range) =>
          trendSentence(figure, claim, range, reader),
        ),
      ),
    );
    expect(sentences.filter((sentence) => /[{}]|undefined|trends\./.test(sentence))).toEqual([]);
    // Nearly all sentences are different, because the unit and the values differ for each figure and each claim.
    expect(new Set(sentences).size).toBeGreaterThan(sentences.length - 4);
  });

  it('follows the plural rules and the number format of the reader', () => {
    const reader = (language: 'de' | 'ar') => ({ t: translateFor(language), locale: formatLocale(language) });
    expect(trendSentence({ is: 'blockers' }, changed(2.1, 4.4), { weeks: 12 }, reader('de'))).toContain('2,3');
    expect(trendSentence({ is: 'goals' }, changed(60, 62), { weeks: 4 }, reader('ar'))).toContain('نقطتين مئويتين');
    expect(trendSentence({ is: 'goals' }, changed(60, 62), { weeks: 4 }, reader('ar'))).toContain('أسبوعين');
    expect(trendSentence({ is: 'goals' }, changed(60, 63), { weeks: 26 }, reader('ar'))).toContain('أسبوعًا');
  });
});

describe('durations', () => {
  it('are shown in minutes, or in hours and minutes', () => {
    expect([0, 35.4, 60, 65].map((minutes) => minutesText(minutes, inEnglish))).toEqual([
      '0 min',
      '35 min',
      '1 h',
      '1 h 5 min',
    ]);
    expect(hoursText(31.46, inEnglish)).toBe('31.5 h');
  });
});
