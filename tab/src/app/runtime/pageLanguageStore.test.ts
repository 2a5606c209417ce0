import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { createLanguageStore } from './pageLanguageStore.ts';

const started = (browser: readonly string[], kept?: string, load = () => Promise.resolve()) => {
  const storage = memoryStorage();
  if (kept !== undefined) storage.set(storageKeys.language, kept);
  const loads: string[] = [];
  const store = createLanguageStore({
    browser,
    storage: () => storage,
    load: (language) => {
      loads.push(language);
      return load();
    },
  });
  return { store, storage, loads };
};

it.each([
  { why: 'the browser’s first', browser: ['de-AT', 'en'], language: 'de', locale: 'de-AT' },
  { why: 'the first that is spoken', browser: ['nl-NL', 'fr', 'de'], language: 'fr', locale: 'fr' },
  { why: 'English when none is', browser: ['nl', 'sv'], language: 'en', locale: 'en-GB' },
  { why: 'English of the browser’s own way', browser: ['en-US'], language: 'en', locale: 'en-US' },
  { why: 'own choice before the browser', browser: ['de'], kept: 'ja', language: 'ja', locale: 'ja' },
  {
    why: 'own choice, with dates as the browser has them',
    browser: ['en-IN', 'de-CH'],
    kept: 'de',
    language: 'de',
    locale: 'de-CH',
  },
  { why: 'the chat tool before the browser', browser: ['de'], hosted: 'es-mx', language: 'es', locale: 'es-MX' },
  { why: 'own choice before the chat tool', browser: ['de'], hosted: 'es', kept: 'fr', language: 'fr', locale: 'fr' },
  { why: 'not a choice that is not spoken', browser: ['de'], kept: 'nl', language: 'de', locale: 'de' },
  { why: 'Arabic with the digits people type', browser: ['ar'], language: 'ar', locale: 'ar-u-ca-gregory-nu-latn' },
])('$why', async ({ browser, kept, hosted, language, locale }) => {
  const { store, loads } = started(browser, kept);
  await (hosted === undefined ? store.settle() : store.hosted(hosted));
  expect(store.state()).toMatchObject({ language, locale });
  expect(loads).toEqual(language === 'en' ? [] : [language]);
});

it('starts in English, notifies of changes, and fetches no language twice', async () => {
  const { store, storage, loads } = started(['de']);
  const heard: string[] = [];
  store.subscribe(() => heard.push(store.state().language));
  expect(store.state().language).toBe('en');
  await store.settle();
  await store.settle();
  await store.chosen('fr');
  expect(storage.get(storageKeys.language)).toBe('fr');
  await store.chosen(null);
  expect(storage.get(storageKeys.language)).toBeNull();
  expect([heard, loads]).toEqual([
    ['de', 'fr', 'de'],
    ['de', 'fr', 'de'],
  ]);
});

it('keeps its language if another cannot be fetched', async () => {
  const { store } = started(['de'], undefined, () => Promise.reject(new Error('offline')));
  await store.settle();
  expect(store.state().language).toBe('en');
});

it('ends in the language requested last, however slow the first is', async () => {
  let open: (() => void) | undefined;
  let count = 0;
  const { store } = started(['de'], undefined, () =>
    count++ === 0
      ? new Promise((resolve) => {
          open = resolve;
        })
      : Promise.resolve(),
  );
  const first = store.settle();
  const last = store.chosen('ja');
  await Promise.resolve();
  open?.();
  await Promise.all([first, last]);
  expect(store.state().language).toBe('ja');
});
