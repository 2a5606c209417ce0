import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { LazyTexts } from '../../../build/serverOnlyAndLazyTextAreas.ts';
import { textSources } from './textSources.ts';
import type { TextSets, TextSources } from './textSources.ts';
import { addTexts } from './translate.ts';

interface TextLoader {
  /** Loads a set of texts, which only some screens use, in the current language. */
  readonly loadTexts: (set: LazyTexts) => Promise<void>;
  /**
   * Loads all sets requested so far in another language, then switches to it. Rejects if the texts cannot be loaded;
   * the previous language then stays.
   */
  readonly loadLanguage: (next: Language) => Promise<void>;
}

/**
 * Creates the loader of texts. All screens use one language at a time. When it changes, every set of texts that was
 * requested so far is loaded in the new language.
 */
export const createTextLoader = (sources: TextSources): TextLoader => {
  const wanted = new Set<LazyTexts>();
  const arrived = new Set<string>();
  let language: Language = 'en';
  let sets: TextSets = sources.english;

  const bring = async (into: Language, from: TextSets, set: LazyTexts): Promise<void> => {
    const mark = `${into}/${set}`;
    if (arrived.has(mark)) return;
    const source = from[set];
    if (source !== undefined) addTexts(into, (await source()).default);
    arrived.add(mark);
  };

  const setsOf = async (next: Language): Promise<TextSets> => {
    if (next === 'en') return sources.english;
    const languageTexts = await sources.others[next]();
    addTexts(next, languageTexts.texts);
    return languageTexts.sets;
  };

  return {
    loadTexts: (set) => {
      wanted.add(set);
      return bring(language, sets, set);
    },
    loadLanguage: async (next) => {
      const nextSets = await setsOf(next);
      // A screen may request a further set during the loading, so this repeats until no set is missing.
      for (;;) {
        const missing = [...wanted].filter((set) => !arrived.has(`${next}/${set}`));
        if (missing.length === 0) break;
        await Promise.all(missing.map((set) => bring(next, nextSets, set)));
      }
      language = next;
      sets = nextSets;
    },
  };
};

export const { loadTexts, loadLanguage } = createTextLoader(textSources);
