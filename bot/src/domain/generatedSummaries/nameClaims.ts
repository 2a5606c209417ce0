import type { Language } from '#contracts/text/languages.ts';
import { isCalendarName } from './calendarClaims.ts';
import { withoutMarks } from './countedForms.ts';
import { isNumberWord, plainText } from './numberClaims.ts';
import { isOrdinary } from './ordinaryWords.ts';

// Finds the words of a sentence that can be names and that its sources do not contain. In scripts with capital letters, every word with a
// capital letter can be a name. Japanese and Arabic do not mark names, so every word in kanji, katakana or Arabic letters can be one.

const arabicPrefix = /^(?:[وف]?(?:بال|كال|لل|ال|[بكل])|[وف])(?=\p{L}{2})/u;

/** Returns the forms of a word that count as the same word: without the possessive, and in Arabic without joined particles. */
const formsOf = (word: string): string[] => {
  const plain = withoutMarks(word).replace(/'s?$/, '');
  return [plain, plain.replace(arabicPrefix, '')];
};

const isUncased = (word: string): boolean => word.toLowerCase() === word.toUpperCase();
const japaneseRun = /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+/gu;
// The sign for a long vowel is a letter of several scripts, so the scripts are those of the extensions.
const otherWord =
  /(?![\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}])\p{L}(?:(?![\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}])[\p{L}\p{M}'])*/gu;

/** The words of the sources in lower case, and their whole text for scripts without spaces. */
export interface SourceWords {
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

export const sourceWords = (texts: readonly string[]): SourceWords => {
  const text = plainText(texts.join('\n')).toLowerCase();
  return { words: new Set([...text.matchAll(otherWord)].flatMap(([word]) => formsOf(word))), text };
};

/** True if the run consists of ordinary words and of parts of the sources with two characters or more. */
const isCovered = (run: string, { text }: SourceWords, language: Language): boolean => {
  const reached = new Set([0]);
  // The loop also visits the positions that it adds.
  for (const start of reached)
    for (let end = start + 1; end <= run.length; end += 1) {
      const part = run.slice(start, end);
      if (isOrdinary(part, language) || (part.length > 1 && text.includes(part))) reached.add(end);
    }
  return reached.has(run.length) || text.includes(run);
};

/** Spelled numbers and days are no names here, because checks of their own compare them. */
const isSupported = (word: string, sources: SourceWords, language: Language): boolean => {
  const forms = formsOf(word.toLowerCase());
  const [whole = ''] = forms;
  return (
    forms.some((form) => sources.words.has(form) || isOrdinary(form, language)) ||
    isNumberWord(whole) ||
    isCalendarName(whole)
  );
};

/** True if the word can be a name. In a Japanese or Arabic sentence, every word in Latin letters can be one. */
const canBeName = (word: string, language: Language): boolean =>
  /[\p{Lu}\p{Lt}]/u.test(word) || isUncased(word) || ((language === 'ja' || language === 'ar') && word.length > 1);

/** Returns the possible names of the sentence that occur neither in the sources nor among the ordinary words of the language. */
export const unsupportedNames = (sentence: string, sources: SourceWords, language: Language): string[] => {
  const plain = plainText(sentence);
  const runs = [...plain.matchAll(japaneseRun)].map(([run]) => run).filter((run) => !isCovered(run, sources, language));
  const names = [...plain.matchAll(otherWord)]
    .map(([word]) => word)
    .filter((word) => canBeName(word, language) && !isSupported(word, sources, language));
  return [...runs, ...names];
};

/** First names that are also words of English. In lower case they are no name. */
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
    .filter((part) => part.length > 1 && !alsoWords.has(part) && !isOrdinary(part, language));

const hasNoSpaces = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const occurs = (part: string, { words, text }: SourceWords): boolean =>
  words.has(part) || (hasNoSpaces.test(part) && text.includes(part));

/** True if the sentence names a person of the team, in any case, whom its sources do not contain. `people`: parts of their names. */
export const hasUnsupportedPerson = (sentence: string, people: ReadonlySet<string>, sources: SourceWords): boolean => {
  const own = sourceWords([sentence]);
  return [...people].some((part) => occurs(part, own) && !occurs(part, sources));
};
