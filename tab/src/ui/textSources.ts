import en from '#contracts/text/en.json';
import type { Language } from '#contracts/text/languages.ts';
import type { LazyTexts } from '../../build/serverAreas.ts';
import type { Texts } from './words.ts';

/** Where the texts of a set come from. A set that is not here has come with the language. */
export type TextSets = Readonly<Partial<Record<LazyTexts, () => Promise<{ readonly default: Texts }>>>>;

export interface LanguageTexts {
  /** What every screen needs. */
  readonly texts: Texts;
  readonly sets: TextSets;
}

export interface TextSources {
  readonly english: TextSets;
  readonly others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<LanguageTexts>>>;
}

const whole = async (file: Promise<{ readonly default: Texts }>): Promise<LanguageTexts> => ({
  texts: { ...en, ...(await file).default },
  sets: {},
});

/**
 * The build puts its own in this place (build/catalogue.ts): each language and each set as a chunk. Everywhere else English is
 * there as a whole from the start, and another language comes as a whole.
 */
export const textSources: TextSources = {
  english: {},
  others: {
    ar: () => whole(import('#contracts/text/ar.json')),
    de: () => whole(import('#contracts/text/de.json')),
    es: () => whole(import('#contracts/text/es.json')),
    fr: () => whole(import('#contracts/text/fr.json')),
    ja: () => whole(import('#contracts/text/ja.json')),
  },
};
