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

/** What is read from a tag whose language the catalogue is in. */
interface Spoken {
  readonly language: Language;
  readonly baseName: string;
}

const parse = (tag: string): Spoken | undefined => {
  try {
    const { language: spoken, baseName } = new Intl.Locale(tag);
    const language = languages.find((one) => one === spoken);
    return language === undefined ? undefined : { language, baseName };
  } catch {
    return undefined;
  }
};

/** Asked several times for every card, of a handful of tags; what a client sends is not let to fill the memory. */
const known = new Map<string, Spoken | undefined>();
const mostKnown = 500;

const parsed = (tag: string): Spoken | undefined => {
  const there = known.get(tag);
  if (there !== undefined || known.has(tag)) return there;
  const fresh = parse(tag);
  if (known.size < mostKnown) known.set(tag, fresh);
  return fresh;
};

/** The catalogue's language of a BCP 47 tag; undefined for a tag of none of them, and for what is no tag. */
export const languageOf = (tag: string): Language | undefined => parsed(tag)?.language;

/** A reader's own tag if the catalogue speaks it, otherwise the language of those they work with. */
export const spokenOr = (own: string | null | undefined, others: string): string =>
  typeof own === 'string' && languageOf(own) !== undefined ? own : others;

/** The first tag of a list, best first, whose language the catalogue is in. */
export const firstSpoken = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => languageOf(tag) !== undefined);

export const directionOf = (tag: string): 'ltr' | 'rtl' => (languageOf(tag) === 'ar' ? 'rtl' : 'ltr');

/** Where a language is written in more than one way of dates, and nobody said which. */
const regions: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };

/**
 * For dates, numbers and lists: the tag without wishes of its own. Arabic with the digits that people type and our texts carry;
 * the calendar is the one everybody's schedule is kept in, which `ar-SA` alone would not be.
 */
export const formatLocale = (tag: string): string => {
  const spoken = parsed(tag);
  if (spoken === undefined) return 'en-GB';
  const { language, baseName } = spoken;
  const plain = baseName === language ? (regions[language] ?? language) : baseName;
  return language === 'ar' ? `${plain}-u-ca-gregory-nu-latn` : plain;
};
