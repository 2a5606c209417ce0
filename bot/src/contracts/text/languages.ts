import { boundedMemo } from '../memo.ts';

interface LanguageFacts {
  /** In the language itself: never translated. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
  /** For formats if a tag has no region, in languages whose date formats differ by region. */
  readonly region: string | null;
  /** Calendar and digits of formats, as an extension of the tag. Null = those that the platform chooses for the tag. */
  readonly calendarAndDigits: string | null;
  /** True if a value filled into a sentence may be written in the other direction, so that the web app marks its ends. */
  readonly needsIsolation: boolean;
}

const leftToRight = { direction: 'ltr', region: null, calendarAndDigits: null, needsIsolation: false } as const;

/**
 * The languages of the catalogue by their code. English comes first: it is the source, and the fallback for a text that another
 * language lacks.
 *
 * Arabic uses the digits that people type and the product's texts contain, and the Gregorian calendar, in which all schedules are
 * kept; `ar-SA` alone would use another.
 */
export const languageTable = {
  en: { ...leftToRight, ownName: 'English', region: 'en-GB' },
  de: { ...leftToRight, ownName: 'Deutsch' },
  fr: { ...leftToRight, ownName: 'Français' },
  es: { ...leftToRight, ownName: 'Español' },
  ja: { ...leftToRight, ownName: '日本語' },
  ar: {
    ...{ ownName: 'العربية', direction: 'rtl', region: null },
    ...{ calendarAndDigits: 'u-ca-gregory-nu-latn', needsIsolation: true },
  },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof languageTable;

export const languages: readonly Language[] = Object.keys(languageTable) as Language[];

const factsOf = (language: Language): LanguageFacts => languageTable[language];

/** Each language in its own name. */
export const languageNames = Object.fromEntries(
  languages.map((language) => [language, languageTable[language].ownName]),
) as Readonly<Record<Language, string>>;

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
  const { region, calendarAndDigits } = factsOf(language);
  const plain = locale.baseName === language ? (region ?? language) : locale.baseName;
  return { language, formats: calendarAndDigits === null ? plain : `${plain}-${calendarAndDigits}` };
};

/**
 * Cache of parsed tags: every card needs a handful of them several times. It is bounded, so that tags from clients cannot fill
 * the memory.
 */
const parsed = boundedMemo(parse, { capacity: 500, longestKey: 100 });

/** The catalogue's language of a BCP 47 tag; undefined for other languages and for invalid tags. */
export const languageOf = (tag: string): Language | undefined => parsed(tag).language;

/** A reader's own tag if the catalogue speaks it, otherwise the language of those they work with. */
export const supportedLocaleOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/** The first tag of a list, best first, whose language the catalogue is in. */
export const firstSupportedLocale = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => {
  const language = languageOf(tag);
  return language === undefined ? 'ltr' : factsOf(language).direction;
};

/** Tag for dates, numbers and lists, without the extensions of the given tag. */
export const formatLocale = (tag: string): string => parsed(tag).formats;
