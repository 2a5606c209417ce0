import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { isCalendarName } from './findWeekdaysAndMonths.ts';
import { withoutMarks } from './arabicWordForms.ts';
import { isNumberWord, plainText } from './plainTextAndStatedNumbers.ts';
import { isNonNameWord } from './nonNameWords.ts';

// Finds the words of a sentence that can be names but do not occur in its sources: the cited answers and the names of
// their authors. In scripts with capital letters, a word with a capital letter can be a name. Japanese and Arabic do
// not mark names, so any word in kanji, katakana or Arabic can be a name.

const arabicPrefix = /^(?:[وف]?(?:بال|كال|لل|ال|[بكل])|[وف])(?=\p{L}{2})/u;

/**
 * Returns the forms of a word that count as the same word: without the possessive, and in Arabic without joined
 * particles.
 */
const formsOf = (word: string): string[] => {
  const plain = withoutMarks(word).replace(/'s?$/, '');
  return [plain, plain.replace(arabicPrefix, '')];
};

const isUncased = (word: string): boolean => word.toLowerCase() === word.toUpperCase();
const japaneseRun = /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+/gu;
// The pattern excludes Japanese letters by their script extensions (scx), because the sign for a long vowel belongs to
// several scripts.
const otherWord =
  /(?![\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}])\p{L}(?:(?![\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}])[\p{L}\p{M}'])*/gu;

/** The words of texts in lower case. `text`: the texts themselves, for scripts without spaces between words. */
export interface SourceWords {
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

export const sourceWords = (texts: readonly string[]): SourceWords => {
  const text = plainText(texts.join('\n')).toLowerCase();
  return { words: new Set([...text.matchAll(otherWord)].flatMap(([word]) => formsOf(word))), text };
};

/**
 * True if the sources contain `run` (consecutive kanji or katakana), or if `run` can be divided into ordinary words and
 * pieces of at least two characters that the sources contain.
 */
const isCovered = (run: string, { text }: SourceWords, language: Language): boolean => {
  const reached = new Set([0]);
  // `reached` grows during the loop, which also visits the added positions.
  for (const start of reached)
    for (let end = start + 1; end <= run.length; end += 1) {
      const part = run.slice(start, end);
      if (isNonNameWord(part, language) || (part.length > 1 && text.includes(part))) reached.add(end);
    }
  return reached.has(run.length) || text.includes(run);
};

/**
 * True if the sources contain the word, or if it is an ordinary word. Also true for spelled numbers and days, because
 * separate checks compare them.
 */
const isSupported = (word: string, sources: SourceWords, language: Language): boolean => {
  const forms = formsOf(word.toLowerCase());
  const [whole = ''] = forms;
  return (
    forms.some((form) => sources.words.has(form) || isNonNameWord(form, language)) ||
    isNumberWord(whole) ||
    isCalendarName(whole)
  );
};

/**
 * True if the word can be a name: it contains a capital letter, its script has no capital letters, or it has at least
 * two letters and the sentence is Japanese or Arabic.
 */
const canBeName = (word: string, language: Language): boolean =>
  /[\p{Lu}\p{Lt}]/u.test(word) || isUncased(word) || ((language === 'ja' || language === 'ar') && word.length > 1);

/** Returns the possible names in the sentence that are neither in the sources nor ordinary words of the language. */
export const unsupportedNames = (sentence: string, sources: SourceWords, language: Language): string[] => {
  const plain = plainText(sentence);
  const runs = [...plain.matchAll(japaneseRun)].map(([run]) => run).filter((run) => !isCovered(run, sources, language));
  const names = [...plain.matchAll(otherWord)]
    .map(([word]) => word)
    .filter((word) => canBeName(word, language) && !isSupported(word, sources, language));
  return [...runs, ...names];
};

/** First names that are also English words. In lower case they do not count as names. */
export const alsoWords: ReadonlySet<string> = new Set(
  'art bill chance chase dale drew faith gene grace grant hope jack joy june mark may miles pat pearl ray rich rob rose sue will'.split(
    ' ',
  ),
);

/** Returns the parts of a person's name by which a sentence can name the person, in lower case. */
export const namedBy = (name: string, language: Language): string[] =>
  plainText(name)
    .toLowerCase()
    .split(/[\s,.]/)
    .filter((part) => part.length > 1 && !alsoWords.has(part) && !isNonNameWord(part, language));

const hasNoSpaces = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const occurs = (part: string, { words, text }: SourceWords): boolean =>
  words.has(part) || (hasNoSpaces.test(part) && text.includes(part));

/**
 * True if the sentence names a member of the run, in upper or lower case, whom the sources do not name. `people`: parts
 * of the members' names.
 */
export const hasUnsupportedPerson = (sentence: string, people: ReadonlySet<string>, sources: SourceWords): boolean => {
  const own = sourceWords([sentence]);
  return [...people].some((part) => occurs(part, own) && !occurs(part, sources));
};
