import { boundedMemo } from '../memo.ts';

interface LanguageFacts {
  /** Name of the language in the language itself. It is never translated. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
  /** Region for dates and numbers if a tag has none; null if the formats do not differ by region. */
  readonly region: string | null;
  /** Extension of the tag that sets the calendar and the digits; null = the platform chooses them. */
  readonly calendarAndDigits: string | null;
  /** True if the values in a sentence may have the other writing direction, so that the web app isolates them. */
  readonly needsIsolation: boolean;
}

const leftToRight = { direction: 'ltr', region: null, calendarAndDigits: null, needsIsolation: false } as const;

/**
 * The languages of the catalogue by their code. English comes first, because it is the source and the fallback for missing texts.
 * Arabic uses the digits of the product's texts and the Gregorian calendar of all schedules; `ar-SA` alone would use another
 * calendar.
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
 * Cache of parsed tags, because every card needs a few tags several times. The cache is limited, so that tags from
 * clients cannot fill the memory.
 */
const parsed = boundedMemo(parse, { capacity: 500, longestKey: 100 });

/** Returns the language of the catalogue for a BCP 47 tag; undefined for other languages and for invalid tags. */
export const languageOf = (tag: string): Language | undefined => parsed(tag).language;

/** Returns a reader's own tag if the catalogue has its language, otherwise the given language of the reader's team. */
export const supportedLocaleOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/**
 * Returns the first tag whose language is in the catalogue; undefined if there is none. The tags are sorted by
 * preference, best first.
 */
export const firstSupportedLocale = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => {
  const language = languageOf(tag);
  return language === undefined ? 'ltr' : factsOf(language).direction;
};

/** Returns the tag for dates, numbers and lists, without the extensions of the given tag. */
export const formatLocale = (tag: string): string => parsed(tag).formats;
