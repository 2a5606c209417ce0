import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  compareRuns,
  entriesIn,
  finalMonday,
  indexedTerms,
  runOfName,
  runsWithWord,
  WeekWords,
  withoutRunsBefore,
} from './weekWordIndex.ts';
import { searchTerms } from './splitAndMatchWords.ts';

const date = '2026-11-17' as LocalDate;
const run = { date, meetingId: 'ONE' as MeetingId };
const later = { date: '2026-11-19' as LocalDate, meetingId: 'TWO' as MeetingId };

const textsOf = (words: WeekWords, atMost = 1000) => words.texts(atMost);
const runsOf = (words: WeekWords, query: string, atMost?: number): string[] => {
  const [term] = indexedTerms(searchTerms(query));
  if (term === undefined) throw new Error('The query has a word.');
  const texts = textsOf(words, atMost).filter(({ bucket }) => bucket === term.bucket);
  return [...new Set(texts.flatMap(({ text }) => runsWithWord(text, term)))];
};

const week = (): WeekWords => {
  const words = new WeekWords();
  words.add(run, ['Deploy the gateway', 'deployed']);
  words.add(later, ['The test']);
  return words;
};

describe('the index of a week', () => {
  it('names the runs with a word or its beginning', () => {
    expect(runsOf(week(), 'the')).toEqual(['2026-11-17|ONE', '2026-11-19|TWO']);
    expect(runsOf(week(), 'dep')).toEqual(['2026-11-17|ONE']);
    expect(runsOf(week(), 'gate way')).toEqual([]);
  });

  it('divides long texts into parts that are complete on their own', () => {
    const words = new WeekWords();
    words.add(run, [Array.from({ length: 500 }, (_, index) => `a${index}`).join(' ')]);
    expect(textsOf(words, 200).length).toBeGreaterThan(5);
    for (const { text } of textsOf(words, 200)) expect(text.length).toBeLessThanOrEqual(200);
    for (const word of ['a0', 'a250', 'a499']) expect(runsOf(words, `"${word}"`, 200)).toEqual(['2026-11-17|ONE']);
  });

  it('finds a long word by its beginning, and leaves the rest of the word to the stored answer', () => {
    const words = new WeekWords();
    words.add(run, ['donaudampfschifffahrtsgesellschaft']);
    expect(runsOf(words, 'donaudampfschifffahrtsgesellschaften')).toEqual(['2026-11-17|ONE']);
    expect(runsOf(words, 'donaudampf')).toEqual(['2026-11-17|ONE']);
  });

  it('splits no surrogate pair of a long word', () => {
    const words = new WeekWords();
    words.add(run, ['𠀋'.repeat(5), `a${'𝐀'.repeat(40)}`, `x${'𞤀'.repeat(40)}`]);
    for (const { text } of textsOf(words)) expect(text.isWellFormed()).toBe(true);
  });

  it('writes the sorted words of each run into a line, beside the other runs of the bucket', () => {
    const words = new WeekWords();
    words.add(run, ['qb aa', 'qa']);
    words.add(later, ['qc']);
    // The characters a and q have the same bucket.
    expect(words.texts(1000)).toEqual([{ bucket: 1, part: 0, text: '2026-11-17|ONE aa qa qb\n2026-11-19|TWO qc' }]);
  });

  it.each([
    [23, ['2026-11-17|ONE aa qa qb', '2026-11-19|TWO qc']],
    [22, ['2026-11-17|ONE aa qa', '2026-11-17|ONE qb', '2026-11-19|TWO qc']],
    // A line break is a character, too.
    [41, ['2026-11-17|ONE aa qa qb\n2026-11-19|TWO qc']],
    [40, ['2026-11-17|ONE aa qa qb', '2026-11-19|TWO qc']],
    [3, ['2026-11-17|ONE aa', '2026-11-17|ONE qa', '2026-11-17|ONE qb', '2026-11-19|TWO qc']],
  ])('has parts of at most %i characters, each with one word at least', (atMost, texts) => {
    const words = new WeekWords();
    words.add(run, ['qb aa qa']);
    words.add(later, ['qc']);
    expect(words.texts(atMost)).toEqual(texts.map((text, part) => ({ bucket: 1, part, text })));
  });

  it('finds a whole word only if the line has it, also as its last word', () => {
    const text = '2026-11-17|ONE test tests\n2026-11-19|TWO tests testing';
    const find = (query: string) => indexedTerms(searchTerms(query)).flatMap((term) => runsWithWord(text, term));
    expect(find('"tests"')).toEqual(['2026-11-17|ONE', '2026-11-19|TWO']);
    expect(find('testing')).toEqual(['2026-11-19|TWO']);
    expect(find('"test"')).toEqual(['2026-11-17|ONE']);
  });

  it('lists each word with its bucket and run', () => {
    expect(entriesIn(1, '2026-11-17|ONE aa qa\n2026-11-19|TWO qc')).toEqual([
      '2026-11-17|ONE|1|aa',
      '2026-11-17|ONE|1|qa',
      '2026-11-19|TWO|1|qc',
    ]);
    expect(runOfName('2026-11-19|TWO')).toEqual(later);
  });

  it('sorts runs newest first, and those of one date by meeting', () => {
    const other = { ...run, meetingId: 'ZWO' as MeetingId };
    expect([other, run, later, run].sort(compareRuns)).toEqual([later, run, run, other]);
    expect([later, run].sort(compareRuns)).toEqual([later, run]);
    expect([run, later].sort(compareRuns)).toEqual([later, run]);
  });

  it('keeps the lines of the first day that stays', () => {
    const text = '2026-11-17|ONE the\n2026-11-19|TWO test the\n2026-11-20|TWO the';
    expect(withoutRunsBefore(text, '2026-11-19' as LocalDate)).toBe('2026-11-19|TWO test the\n2026-11-20|TWO the');
  });

  it('loses the lines of removed days', () => {
    const text = '2026-11-17|ONE the\n2026-11-19|TWO test the';
    expect(withoutRunsBefore(text, '2026-11-18' as LocalDate)).toBe('2026-11-19|TWO test the');
    expect(withoutRunsBefore(text, '2026-11-20' as LocalDate)).toBe('');
  });
});

it.each([
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-16'],
  ['2026-11-28', '2026-11-16'],
  ['2026-11-29', '2026-11-23'],
])('on %s all answers before Monday %s are at least a week old', (today, monday) => {
  expect(finalMonday(today as LocalDate)).toBe(monday);
});
