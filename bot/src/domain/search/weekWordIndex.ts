import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, mondayOf } from '../core/zonedTimeAndCalendarDates.ts';
import { wordsOf } from './splitAndMatchWords.ts';
import type { SearchTerm } from './splitAndMatchWords.ts';

// The search index of a team and week. It contains the words of each run's answers, divided into buckets by the first
// character of the word. A search for the beginning of a word therefore needs only one bucket.

/** Number of buckets. Stored keys contain the bucket, so neither this number nor the rule in `bucketOf` may change. */
export const wordBuckets = 16;

const bucketOf = (word: string): number => (word.codePointAt(0) ?? 0) % wordBuckets;

/**
 * Number of characters of a word that the index contains. Longer words are compared completely when the stored answer
 * is read.
 */
const indexedCharacters = 24;

const indexedForm = (word: string): string =>
  word.length <= indexedCharacters ? word : Array.from(word).slice(0, indexedCharacters).join('');

/**
 * Number of days after the date of a run until its answers cannot change any more. It covers the opening in any zone,
 * the window and the grace.
 */
const finalAfterDays = 7;

/** Returns the Monday before which all answers are final. `today` is in UTC. */
export const finalMonday = (today: LocalDate): LocalDate => mondayOf(addDays(today, 1 - finalAfterDays));

export interface RunOfTeam {
  readonly date: LocalDate;
  readonly meetingId: MeetingId;
}

/** Compares runs: newest first, and runs of one date by meeting id. */
export const compareRuns = (a: RunOfTeam, b: RunOfTeam): number =>
  a.date === b.date ? (a.meetingId < b.meetingId ? -1 : Number(a.meetingId > b.meetingId)) : a.date < b.date ? 1 : -1;

/** Collects the words of the runs of one week. */
export class WeekWords {
  readonly #runs = new Map<string, Set<string>>();

  add({ date, meetingId }: RunOfTeam, texts: readonly string[]): void {
    const name = `${date}|${meetingId}`;
    const words = this.#runs.get(name) ?? new Set();
    this.#runs.set(name, words);
    for (const text of texts) for (const { word } of wordsOf(text)) words.add(indexedForm(word));
  }

  /**
   * Returns the text of each bucket that has words, in parts of at most `partLength` characters; only a part with a
   * single word may be longer. A line has the date, the meeting and the words of one run. A long line is split into
   * several lines.
   */
  texts(partLength: number): { readonly bucket: number; readonly part: number; readonly text: string }[] {
    const lines = Array.from({ length: wordBuckets }, (): string[] => []);
    for (const [name, words] of this.#runs) {
      const byBucket = Array.from({ length: wordBuckets }, (): string[] => []);
      for (const word of [...words].sort()) byBucket[bucketOf(word)]?.push(word);
      for (const [bucket, list] of byBucket.entries())
        if (list.length > 0) lines[bucket]?.push(...linesOf(name, list, partLength));
    }
    return lines.flatMap((list, bucket) => joinLines(list, partLength).map((text, part) => ({ bucket, part, text })));
  }
}

const linesOf = (name: string, words: readonly string[], atMost: number): string[] => {
  const lines: string[] = [];
  let line = name;
  for (const word of words) {
    if (line.length + word.length + 1 > atMost && line !== name) {
      lines.push(line);
      line = name;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
};

const joinLines = (lines: readonly string[], atMost: number): string[] => {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < atMost) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
};

/** Returns each word of an index text with its bucket and run, such as "2026-11-20|meeting|3|word". */
export const entriesIn = (bucket: number, text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [name, ...words] = line.split(' ');
    return words.map((word) => `${String(name)}|${bucket}|${word}`);
  });

/** Removes the lines of runs before the date from an index text. */
export const withoutRunsBefore = (text: string, from: LocalDate): string =>
  text
    .split('\n')
    .filter((line) => line.slice(0, 10) >= from)
    .join('\n');

/**
 * A word of a query as it is looked up in the index. `isInLine`: true if the line of a run contains the word.
 * `mayBeIn`: a faster check of a whole text, false if none of its lines contains the word.
 */
export interface IndexedTerm {
  readonly bucket: number;
  readonly isInLine: (line: string) => boolean;
  readonly mayBeIn: (text: string) => boolean;
}

const indexedTerm = (word: string, isPrefix: boolean): IndexedTerm => {
  const form = indexedForm(word);
  const begun = ` ${form}`;
  const whole = `${begun} `;
  return {
    bucket: bucketOf(form),
    mayBeIn: (text) => text.includes(begun),
    isInLine: (line) => line.includes(begun) && (isPrefix || line.endsWith(begun) || line.includes(whole)),
  };
};

/** Returns the words of a query as they are looked up in the index. */
export const indexedTerms = (terms: readonly SearchTerm[]): readonly IndexedTerm[] =>
  terms.flatMap(({ words, isPrefix }) =>
    words.map((word, index) => indexedTerm(word, isPrefix && index === words.length - 1)),
  );

/** Returns the names (date and meeting) of the runs in a bucket's text that contain the word. */
export const runsWithWord = (text: string, { mayBeIn, isInLine }: IndexedTerm): string[] =>
  mayBeIn(text) ? text.split('\n').flatMap((line) => (isInLine(line) ? [line.slice(0, line.indexOf(' '))] : [])) : [];

export const runOfName = (name: string): RunOfTeam => ({
  date: name.slice(0, 10) as LocalDate,
  meetingId: name.slice(11) as MeetingId,
});
