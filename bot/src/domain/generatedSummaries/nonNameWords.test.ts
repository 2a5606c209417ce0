import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { isNonNameWord } from './nonNameWords.ts';

const samples: Readonly<Record<Language, string>> = {
  en: 'a after further other we you',
  de: 'alle daran ich sobald abschluss antworten besprechung entwurf gespräch präsentation schulung überarbeitung wartung ziele',
  fr: 'à comme mais si vers vous',
  es: 'a ella no todavía yo',
  ja: '作業 課題 今日 担当 ブロック ミーティング',
  ar: 'في قد يحتاج صفحة',
};
const languages = Object.keys(samples) as Language[];

it.each(languages)('words that begin sentences or name usual things are no names in %s', (language) => {
  expect(samples[language].split(' ').filter((word) => !isNonNameWord(word, language))).toEqual([]);
});

it.each(languages)('neither a name nor an empty text is an ordinary word in %s', (language) => {
  expect(['mallory', 'schmidt', 'garcía', '田中', 'سارة', ''].filter((word) => isNonNameWord(word, language))).toEqual(
    [],
  );
});

it('a word of one language is no ordinary word of another', () => {
  expect([isNonNameWord('wartung', 'en'), isNonNameWord('further', 'de'), isNonNameWord('作業', 'ar')]).toEqual([
    ...[false, false, false],
  ]);
});
