import en from '#contracts/text/en.json';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { LazyTexts } from '../../../build/serverOnlyAndLazyTextAreas.ts';
import type { Texts } from './translate.ts';

/**
 * The functions that load the sets of texts of a language. A set without a function is part of the language's own
 * texts.
 */
export type TextSets = Readonly<Partial<Record<LazyTexts, () => Promise<{ readonly default: Texts }>>>>;

export interface LanguageTexts {
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
 * The build replaces this table (build/splitTextCatalogue.ts), so that each language and each set is a separate chunk.
 * In tests, English is complete from the start, and every other language loads as one file.
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
