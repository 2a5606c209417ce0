import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { languages, languageTable } from '../../bot/src/contracts/text/languagesAndLocaleChoice.ts';
import { isolateValuesInRtlTexts } from './isolateValuesInRtlTexts.ts';
import type { LazyTexts } from './serverOnlyAndLazyTextAreas.ts';
import { errorsOfWeb, lazyTexts, serverAreas } from './serverOnlyAndLazyTextAreas.ts';

const parserId = '@lingui/message-utils/compileMessage';
const emptyParser = '\0rollcall-no-parser';
/**
 * Ids of virtual modules, which exist only during the build: `…texts/de/dashboard` has one set of texts in one
 * language; `…language/de` has the texts that every screen needs, and the functions that load the sets.
 */
const setPrefix = '\0rollcall-texts/';
const languagePrefix = '\0rollcall-language/';
// Leaves out English, because its texts are part of the first page.
const others = languages.filter((language) => language !== 'en');
const isolated: ReadonlySet<string> = new Set(languages.filter((language) => languageTable[language].needsIsolation));
const isIn = (areas: readonly string[], key: string): boolean => areas.some((area) => key.startsWith(`${area}.`));
const allLazy = Object.values(lazyTexts).flat();
const errorsKept: ReadonlySet<string> = new Set(errorsOfWeb.map((code) => `error.${code}`));
const isEarly = (key: string): boolean =>
  !isIn(serverAreas, key) && !isIn(allLazy, key) && (!key.startsWith('error.') || errorsKept.has(key));

const fileOf = (language: string): string =>
  fileURLToPath(new URL(`../../bot/src/contracts/text/${language}.json`, import.meta.url));
const english = fileOf('en');
const tableFile = fileURLToPath(new URL('../src/ui/text/textSources.ts', import.meta.url));

const readTexts = async (language: string): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await readFile(fileOf(language), 'utf8')) as Record<string, string>;

/**
 * Compiles the messages whose keys satisfy `passes` and returns them as JSON. For a message that the language lacks,
 * uses the English message.
 */
const compiled = async (language: string, isIncluded: (key: string) => boolean): Promise<string> => {
  const [raw, own] = await Promise.all([readTexts('en'), readTexts(language)]);
  const kept = Object.entries(raw).filter(([key]) => isIncluded(key));
  const compile = (text: string) =>
    isolated.has(language) ? isolateValuesInRtlTexts(compileMessage(text)) : compileMessage(text);
  return JSON.stringify(Object.fromEntries(kept.map(([key, text]) => [key, compile(own[key] ?? text)])));
};

const setsIn = (language: string): string => {
  const sets = Object.keys(lazyTexts).map(
    (name) => `${name}: () => import(${JSON.stringify(`${setPrefix}${language}/${name}`)})`,
  );
  return `{ ${sets.join(', ')} }`;
};

/**
 * Returns the source that replaces ui/text/textSources.ts in the build. In it, each language and each set of texts
 * loads as a separate chunk.
 */
const sources = (): string => {
  const languages = others.map((item) => `${item}: () => import(${JSON.stringify(languagePrefix + item)})`);
  return `export const textSources = { english: ${setsIn('en')}, others: { ${languages.join(', ')} } };`;
};

const virtual = async (id: string): Promise<string | undefined> => {
  if (id.startsWith(languagePrefix)) {
    const language = id.slice(languagePrefix.length);
    return `export const texts = ${await compiled(language, isEarly)};\nexport const sets = ${setsIn(language)};`;
  }
  if (!id.startsWith(setPrefix)) return undefined;
  const [language = '', set = ''] = id.slice(setPrefix.length).split('/');
  const areas = lazyTexts[set as LazyTexts];
  return `export default ${await compiled(language, (key) => isIn(areas, key))};`;
};

/**
 * Compiles the ICU messages at build time, so that the browser needs no parser (6.5 kB) and gets only the messages that
 * it can show. Tests use the raw catalogue with the real parser. Both give the same texts, except that only the build
 * isolates values in right-to-left languages (isolateValuesInRtlTexts.ts).
 */
export const splitTextCatalogue = (): Plugin => {
  const replaced = new Set<string>();
  return {
    name: 'rollcall-catalogue',
    enforce: 'pre',
    resolveId(id) {
      if (id === parserId) return emptyParser;
      return id.startsWith(setPrefix) || id.startsWith(languagePrefix) ? id : undefined;
    },
    async load(id) {
      if (id === emptyParser) return 'export const compileMessage = (message) => [message];';
      if (id === tableFile) {
        replaced.add(id);
        return sources();
      }
      if (id === english) {
        replaced.add(id);
        return compiled('en', isEarly);
      }
      return virtual(id);
    },
    // Fails the build if one of these modules was not replaced, because the pages would then show keys instead of
    // texts.
    buildEnd(error) {
      const missing = [tableFile, english].filter((file) => !replaced.has(file));
      if (error === undefined && missing.length > 0) throw new Error(`The build did not replace ${missing.join(', ')}`);
    },
  };
};
