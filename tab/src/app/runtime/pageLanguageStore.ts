import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { firstSupportedLocale, formatLocale, languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { SafeStorage } from '../../api/client/safeBrowserStorage.ts';
import { translateIn } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

export interface PageLanguage {
  readonly language: Language;
  /** BCP 47 tag, spelled as its source (reader, chat tool or browser) spells it. Requests send it to the server. */
  readonly tag: string;
  readonly locale: string;
  readonly t: WebTranslate;
}

export interface LanguageStore {
  readonly state: () => PageLanguage;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Chooses the language from the known tags: the reader's own choice, then the chat tool's, then the browser's. Never rejects.
   */
  readonly settle: () => Promise<void>;
  readonly hosted: (tag: string) => Promise<void>;
  /**
   * Sets the reader's own choice from the server; null = the reader has made no choice. Stored, so that the next visit
   * begins in that language.
   */
  readonly chosen: (tag: string | null) => Promise<void>;
}

interface LanguageDeps {
  /** The browser's languages, best first. */
  readonly browser: readonly string[];
  readonly storage: () => SafeStorage;
  readonly load: (language: Language) => Promise<void>;
}

/**
 * Returns the best supported language, as a regional tag if possible: a reader who chose German in an Austrian browser
 * gets Austrian dates.
 */
const languageFrom = (tags: readonly string[]): PageLanguage => {
  const best = firstSupportedLocale(tags) ?? 'en';
  const language = languageOf(best) ?? 'en';
  const tag = best.includes('-')
    ? best
    : (tags.find((text) => text.includes('-') && languageOf(text) === language) ?? best);
  return { language, tag, locale: formatLocale(tag), t: translateIn(language) };
};

export const createLanguageStore = ({ browser, storage, load }: LanguageDeps): LanguageStore => {
  const listeners = new Set<() => void>();
  let host: string | undefined;
  // English is part of the page, so the page begins in the English variant that the browser prefers.
  let state = languageFrom(browser.filter((tag) => languageOf(tag) === 'en'));
  let turn: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    const tags = [storage().get(storageKeys.language), host, ...browser];
    const next = languageFrom(tags.filter((tag) => tag != null));
    if (next.tag === state.tag) return;
    try {
      if (next.language !== state.language) await load(next.language);
    } catch {
      // The texts could not be fetched: keep the current language.
      return;
    }
    state = next;
    listeners.forEach((listener) => {
      listener();
    });
  };
  const settle = (): Promise<void> => {
    turn = turn.then(once);
    return turn;
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settle,
    hosted(tag) {
      host = tag;
      return settle();
    },
    chosen(tag) {
      if (tag === null) storage().remove(storageKeys.language);
      else storage().set(storageKeys.language, tag);
      return settle();
    },
  };
};
