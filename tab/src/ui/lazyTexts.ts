import type { Language } from '#contracts/text/languages.ts';
import type { LazyTexts } from '../../build/serverAreas.ts';
import { textSources } from './textSources.ts';
import type { TextSets } from './textSources.ts';
import { addTexts } from './words.ts';

// What is on the screens is spoken in one language at a time: the sets asked for so far come along when it changes.

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

/** Texts that only some screens need, in the language spoken now. */
export const loadTexts = (set: LazyTexts): Promise<void> => {
  wanted.add(set);
  return bring(language, sets, set);
};

const setsOf = async (next: Language): Promise<TextSets> => {
  if (next === 'en') return textSources.english;
  const found = await textSources.others[next]();
  addTexts(next, found.texts);
  return found.sets;
};

/** Everything said so far, in another language. Rejects when it cannot be fetched: the one spoken before stays. */
export const loadLanguage = async (next: Language): Promise<void> => {
  const nextSets = await setsOf(next);
  // A screen may ask for its set while we fetch: there is none missing when the language changes.
  for (;;) {
    const missing = [...wanted].filter((set) => !arrived.has(`${next}/${set}`));
    if (missing.length === 0) break;
    await Promise.all(missing.map((set) => bring(next, nextSets, set)));
  }
  language = next;
  sets = nextSets;
};
