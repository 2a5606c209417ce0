import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { LazyTexts } from '../../../build/serverLazyAndErrorTexts.ts';
import { textSources } from './textSources.ts';
import type { TextSets } from './textSources.ts';
import { addTexts } from './translate.ts';

// All screens use one language at a time. When the language changes, every set of texts that was requested so far is loaded in
// the new language.

const wanted = new Set<LazyTexts>();
const arrived = new Set<string>();
let language: Language = 'en';
let sets: TextSets = textSources.english;

const bring = async (into: Language, from: TextSets, set: LazyTexts): Promise<void> => {
  const mark = `${into}/${set}`;
  if (arrived.has(mark)) return;
  const source = from[set];
  if (source !== undefined) addTexts(into, (await source()).default);
  arrived.add(mark);
};

/** Loads a set of texts, which only some screens need, in the current language. */
export const loadTexts = (set: LazyTexts): Promise<void> => {
  wanted.add(set);
  return bring(language, sets, set);
};

const setsOf = async (next: Language): Promise<TextSets> => {
  if (next === 'en') return textSources.english;
  const languageTexts = await textSources.others[next]();
  addTexts(next, languageTexts.texts);
  return languageTexts.sets;
};

/**
 * Loads all requested texts in another language, then switches to this language. Rejects if the texts cannot be fetched; the
 * previous language then stays in use.
 */
export const loadLanguage = async (next: Language): Promise<void> => {
  const nextSets = await setsOf(next);
  // A screen may request another set during the fetch, so this repeats until no set is missing.
  for (;;) {
    const missing = [...wanted].filter((set) => !arrived.has(`${next}/${set}`));
    if (missing.length === 0) break;
    await Promise.all(missing.map((set) => bring(next, nextSets, set)));
  }
  language = next;
  sets = nextSets;
};
