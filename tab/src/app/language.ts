import { storageKeys } from '#contracts/limits.ts';
import { firstSpoken, formatLocale, languageOf } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import type { SafeStorage } from '../api/storage.ts';
import { wordsIn } from '../ui/words.ts';
import type { WebWords } from '../ui/words.ts';

/** The language everything is said in now. */
export interface Spoken {
  readonly language: Language;
  /** BCP 47, as whoever named it wrote it: what the server is told. */
  readonly tag: string;
  /** For dates and numbers. */
  readonly locale: string;
  readonly words: WebWords;
}

export interface LanguageStore {
  readonly state: () => Spoken;
  readonly subscribe: (listener: () => void) => () => void;
  /** Settles on the language of what is known: own choice, then the chat tool's, then the browser's. Never rejects. */
  readonly settle: () => Promise<void>;
  /** The chat tool's, as it says. */
  readonly hosted: (tag: string) => Promise<void>;
  /** The reader's own, as the server knows it; null = they have chosen none. Kept, so that the next visit begins in it. */
  readonly chosen: (tag: string | null) => Promise<void>;
}

interface LanguageDeps {
  /** As the browser lists them, best first. */
  readonly browser: readonly string[];
  readonly storage: () => SafeStorage;
  readonly load: (language: Language) => Promise<void>;
}

/** Of several ways to write one language the reader's own: who chose German in an Austrian browser reads dates as there. */
const spokenFrom = (tags: readonly string[]): Spoken => {
  const best = firstSpoken(tags) ?? 'en';
  const language = languageOf(best) ?? 'en';
  const tag = best.includes('-')
    ? best
    : (tags.find((one) => one.includes('-') && languageOf(one) === language) ?? best);
  return { language, tag, locale: formatLocale(tag), words: wordsIn(language) };
};

export const createLanguageStore = ({ browser, storage, load }: LanguageDeps): LanguageStore => {
  const listeners = new Set<() => void>();
  let host: string | undefined;
  // English is here from the start; which way of it, the browser says.
  let state = spokenFrom(browser.filter((tag) => languageOf(tag) === 'en'));
  let turn: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    const known = [storage().get(storageKeys.language), host, ...browser];
    const next = spokenFrom(known.filter((tag) => tag != null));
    if (next.tag === state.tag) return;
    try {
      if (next.language !== state.language) await load(next.language);
    } catch {
      // Could not be fetched: what is spoken now is better than nothing.
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
