import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { arabicWordForms } from './arabicWordForms.ts';
import { plainText } from './plainTextAndStatedNumbers.ts';

// Finds the weekdays and months that a text names. A weekday or month has the same key in every language, so a sentence
// can be compared with answers in another language.

const namesOf = (language: Language, format: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] => {
  const names = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC', calendar: 'gregory' });
  return dates.map((ms) => plainText(names.format(ms)).toLowerCase());
};

const weekdays = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day));
const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));

/**
 * English month names that are ordinary words in lower case, so they do not count as months. If they begin with a
 * capital letter, the check of names compares them.
 */
const alsoWords: ReadonlySet<string> = new Set(['may', 'march']);

const tableOf = weakMemo((all: readonly Language[]): ReadonlyMap<string, string> => {
  const table = new Map<string, string>();
  for (const language of all)
    for (const [kind, names] of [
      ['day', namesOf(language, { weekday: 'long' }, weekdays)],
      ['month', namesOf(language, { month: 'long' }, months)],
    ] as const)
      for (const [index, name] of names.entries())
        // Japanese month names are numbers before a counter, so the check of numbers finds them.
        if (!/\d/.test(name) && !alsoWords.has(name)) table.set(name, `${kind} ${index}`);
  return table;
});

const keyOf = (word: string): string | undefined => {
  const table = tableOf(languages);
  return arabicWordForms(word)
    .map((form) => table.get(form))
    .find((key) => key !== undefined);
};

export const isCalendarName = (word: string): boolean => keyOf(word) !== undefined;

/** Returns the weekdays and months that the text names, each as one key for all languages. */
export const calendarIn = (text: string): Set<string> => {
  const plain = plainText(text).toLowerCase();
  const found = new Set<string>();
  for (const [word] of plain.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const key = keyOf(word);
    if (key !== undefined) found.add(key);
  }
  // Japanese puts no space around a weekday, so the loop over words does not find it.
  for (const [weekday] of plain.matchAll(/[月火水木金土日]曜日/gu)) found.add(keyOf(weekday) ?? weekday);
  return found;
};
