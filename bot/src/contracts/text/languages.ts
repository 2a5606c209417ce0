/** What the catalogue is in. English comes first: it is the source, and what is said where another language lacks a text. */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** As the people who speak it call it: never translated. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};

/** Where a language is written in more than one way of dates, and nobody said which. */
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
  const language = languages.find((one) => one === locale.language);
  if (language === undefined) return foreign;
  const plain = locale.baseName === language ? (regions[language] ?? language) : locale.baseName;
  return { language, formats: language === 'ar' ? `${plain}-u-ca-gregory-nu-latn` : plain };
};

/** Asked several times for every card, of a handful of tags; what a client sends is not let to fill the memory. */
const known = new Map<string, Tag>();
const mostKnown = 500;
const longestKnown = 100;

const parsed = (tag: string): Tag => {
  const read = known.get(tag);
  if (read !== undefined) return read;
  const fresh = parse(tag);
  if (tag.length > longestKnown) return fresh;
  if (known.size >= mostKnown) known.clear();
  known.set(tag, fresh);
  return fresh;
};

/** The catalogue's language of a BCP 47 tag; undefined for a tag of none of them, and for what is no tag. */
export const languageOf = (tag: string): Language | undefined => parsed(tag).language;

/** A reader's own tag if the catalogue speaks it, otherwise the language of those they work with. */
export const spokenOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/** The first tag of a list, best first, whose language the catalogue is in. */
export const firstSpoken = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => (languageOf(tag) === 'ar' ? 'rtl' : 'ltr');

/**
 * For dates, numbers and lists: the tag without wishes of its own. Arabic with the digits that people type and our texts carry;
 * the calendar is the one everybody's schedule is kept in, which `ar-SA` alone would not be.
 */
export const formatLocale = (tag: string): string => parsed(tag).formats;
