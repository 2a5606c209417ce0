import { createTextLoader } from './loadLazyTextsAndLanguage.ts';
import type { LanguageTexts } from './textSources.ts';
import { translateIn } from './translate.ts';
import type { Texts } from './translate.ts';

// Names of the chunks that were loaded. The build makes a chunk for each language and for each set of texts.
const fetched: string[] = [];
let release: (() => void) | undefined;

const set = (name: string, texts: Texts) => () => {
  fetched.push(name);
  return Promise.resolve({ default: texts });
};
const language = (code: string) => async (): Promise<LanguageTexts> => {
  fetched.push(code);
  if (code === 'fr') throw new Error('offline');
  if (code === 'ja')
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  return {
    texts: { 'common.close': `${code} close` },
    sets: {
      reports: set(`${code}/reports`, { 'reports.title': `${code} reports` }),
      trends: set(`${code}/trends`, { 'trends.share': `${code} share` }),
    },
  };
};
const { loadLanguage, loadTexts } = createTextLoader({
  english: { reports: set('en/reports', {}), trends: set('en/trends', {}) },
  others: { ar: language('ar'), de: language('de'), es: language('es'), fr: language('fr'), ja: language('ja') },
});

it('loads a set once, and reloads all loaded sets when the language changes', async () => {
  await loadTexts('reports');
  await loadTexts('reports');
  await loadLanguage('de');
  expect(fetched).toEqual(['en/reports', 'de', 'de/reports']);
  expect([translateIn('de')('common.close'), translateIn('de')('reports.title')]).toEqual(['de close', 'de reports']);
  await loadTexts('trends');
  expect(translateIn('de')('trends.share')).toBe('de share');
  expect(fetched.slice(3)).toEqual(['de/trends']);
});

it('keeps its language when another cannot be fetched', async () => {
  fetched.length = 0;
  await expect(loadLanguage('fr')).rejects.toThrow('offline');
  await loadTexts('trends');
  expect(fetched).toEqual(['fr']);
});

it('lacks no set that is requested while the language loads', async () => {
  await loadLanguage('es');
  const change = loadLanguage('ja');
  await Promise.resolve();
  await loadTexts('trends');
  release?.();
  await change;
  expect([translateIn('ja')('reports.title'), translateIn('ja')('trends.share')]).toEqual(['ja reports', 'ja share']);
});
