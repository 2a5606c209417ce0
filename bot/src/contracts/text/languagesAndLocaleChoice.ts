import { boundedMemo } from '../boundedMapAndMemos.ts';

interface LanguageFacts {
  /** Name of the language in the language itself, such as "Deutsch". It is never translated. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Locale that formats dates and numbers if the reader's tag has no region. Null if the formats of the language do not
   * differ by region.
   */
  readonly region: string | null;
  /** Extension of the tag that sets the calendar and the digits; null = the platform's defaults apply. */
  readonly calendarAndDigits: string | null;
  /** True if values in a sentence may have the opposite writing direction. The web app then isolates them. */
  readonly needsIsolation: boolean;
}

const leftToRight = { direction: 'ltr', region: null, calendarAndDigits: null, needsIsolation: false } as const;

/**
 * The languages of the catalogue by code. English comes first, because it is the source and the fallback for missing
 * texts. Arabic uses the same digits as the product's texts, and the Gregorian calendar as all schedules do; by
 * default, `ar-SA` would use another calendar.
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

export const languageNames = Object.fromEntries(
  languages.map((language) => [language, languageTable[language].ownName]),
) as Readonly<Record<Language, string>>;

interface Tag {
  readonly language: Language | undefined;
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
 * Parsed tags are cached, because every card parses a few tags several times. The cache is limited, so that tags sent
 * by clients cannot fill the memory.
 */
const parsed = boundedMemo(parse, { capacity: 500, longestKey: 100 });

/** Returns the catalogue language of a BCP 47 tag; undefined for every other language and for an invalid tag. */
export const languageOf = (tag: string): Language | undefined => parsed(tag).language;

/**
 * Returns the reader's own tag if the catalogue contains its language, otherwise the tag `others` of the reader's team.
 */
export const supportedLocaleOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/**
 * Returns the first tag whose language is in the catalogue; undefined if there is none. `tags` must be sorted by
 * preference.
 */
export const firstSupportedLocale = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => {
  const language = languageOf(tag);
  return language === undefined ? 'ltr' : factsOf(language).direction;
};

/**
 * Returns the tag for formatting dates, numbers and lists. Extensions of the given tag are dropped, so that a client
 * cannot choose the calendar.
 */
export const formatLocale = (tag: string): string => parsed(tag).formats;
