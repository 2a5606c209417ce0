import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { firstSupportedLocale, formatLocale, languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { SafeStorage } from '../../api/client/safeBrowserStorage.ts';
import { translateIn } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

export interface PageLanguage {
  readonly language: Language;
  /**
   * BCP 47 tag in the spelling of its source: the reader's choice, Microsoft Teams or the browser. Each request sends
   * this tag to the server.
   */
  readonly tag: string;
  readonly locale: string;
  readonly t: WebTranslate;
}

export interface LanguageStore {
  readonly state: () => PageLanguage;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Sets the language from the known tags: the reader's own choice comes first, then the tag of Microsoft Teams, then
   * those of the browser. Never rejects.
   */
  readonly settle: () => Promise<void>;
  readonly hosted: (tag: string) => Promise<void>;
  /**
   * Sets the reader's own choice, as the server returns it; null = the reader has made no choice. The browser's storage
   * keeps it, so that the next visit begins in this language.
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
 * Returns the first supported language. Among tags of that language, prefers one with a region: a reader who chose
 * German in an Austrian browser gets Austrian dates.
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
  // The page starts in English, whose texts are part of the first page, in the variant of English that the browser
  // prefers.
  let state = languageFrom(browser.filter((tag) => languageOf(tag) === 'en'));
  let turn: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    const tags = [storage().get(storageKeys.language), host, ...browser];
    const next = languageFrom(tags.filter((tag) => tag != null));
    if (next.tag === state.tag) return;
    try {
      if (next.language !== state.language) await load(next.language);
    } catch {
      // The texts could not be loaded, so the current language stays.
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
