import { boundedMemo } from '../memo.ts';

/** Languages of the catalogue. English comes first: it is the source, and the fallback for a text that another language lacks. */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own name: never translated. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};

/** Regions for tags without one, in languages whose date formats differ by region. */
const regions: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };

interface Tag {
  readonly language: Language | undefined;
  /** For dates, numbers and lists. */
  readonly formats: string;
}

const foreign: Tag = { language: undefined, formats: 'en-GB' };

const parse = (tag: string): Tag => {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag);
  } catch {
    return foreign;
  }
  const language = languages.find((item) => item === locale.language);
  if (language === undefined) return foreign;
  const plain = locale.baseName === language ? (regions[language] ?? language) : locale.baseName;
  return { language, formats: language === 'ar' ? `${plain}-u-ca-gregory-nu-latn` : plain };
};

/**
 * Cache of parsed tags: every card needs a handful of them several times. It is bounded, so that tags from clients cannot fill
 * the memory.
 */
const parsed = boundedMemo(parse, { capacity: 500, longestKey: 100 });

/** The catalogue's language of a BCP 47 tag; undefined for other languages and for invalid tags. */
export const languageOf = (tag: string): Language | undefined => parsed(tag).language;

/** A reader's own tag if the catalogue speaks it, otherwise the language of those they work with. */
export const spokenOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/** The first tag of a list, best first, whose language the catalogue is in. */
export const firstSpoken = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => (languageOf(tag) === 'ar' ? 'rtl' : 'ltr');

/**
 * Tag for dates, numbers and lists, without the extensions of the given tag. Arabic uses the digits that people type and the
 * product's texts contain, and the Gregorian calendar, in which all schedules are kept; `ar-SA` alone would use another.
 */
export const formatLocale = (tag: string): string => parsed(tag).formats;
