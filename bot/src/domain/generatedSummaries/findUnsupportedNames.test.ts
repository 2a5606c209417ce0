import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { hasUnsupportedPerson, namedBy, sourceWords, unsupportedNames } from './findUnsupportedNames.ts';

const wordsOf = (text: string): string[] => [...sourceWords([text]).words];
const namesIn = (sentence: string, language: Language = 'en', ...sources: string[]): string[] =>
  unsupportedNames(sentence, sourceWords(sources), language);

describe('the words of sources', () => {
  it('have no case and no possessive', () => {
    expect(wordsOf("Ann's bosses' LOGIN")).toEqual(['ann', 'bosses', 'login']);
    expect(wordsOf("O'Neil's")).toEqual(["o'neil"]);
  });

  it('keep letters with marks together', () => {
    expect(wordsOf('हिन्दी और')).toEqual(['हिन्दी', 'और']);
  });

  it('leave out kanji, katakana and hiragana, which have no spaces', () => {
    expect(wordsOf('Annは田中さんとスズキbob会')).toEqual(['ann', 'bob']);
    expect(sourceWords(['Annは田中']).text).toBe('annは田中');
  });

  it.each([
    'المشروع',
    'بالمشروع',
    'كالمشروع',
    'للمشروع',
    'بمشروع',
    'كمشروع',
    'لمشروع',
    'ومشروع',
    'فمشروع',
    'والمشروع',
    'فبالمشروع',
    'ومَشروع',
  ])('contain an Arabic word also without joined particles: %s', (word) => {
    expect(wordsOf(word)).toEqual([word.replace(/[\u064B-\u0652]/g, ''), 'مشروع']);
  });

  it.each(['في', 'مبنى', 'مشروع'])('contain the Arabic word %s only as a whole', (word) => {
    expect(wordsOf(word)).toEqual([word]);
  });
});

describe('a word of a sentence', () => {
  it('can be a name if it has a capital letter and neither the sources nor the language know it', () => {
    expect(namesIn('The login of Mallory works for Cara and for mallory', 'en', 'asked Cara')).toEqual(['Mallory']);
    expect(namesIn('iPhone', 'en')).toEqual(['iPhone']);
  });

  it('is no name if it spells a number or a day', () => {
    expect(namesIn('Three tests fail since Monday')).toEqual([]);
  });

  it('can be a name in a script without capital letters', () => {
    expect(namesIn('met محمد and नेहा')).toEqual(['محمد', 'नेहा']);
    expect(namesIn('met محمد', 'en', 'لمحمد')).toEqual([]);
    expect(namesIn('والبيت', 'ar', 'بيت')).toEqual([]);
  });

  it('in Latin letters can be a name of a Japanese or Arabic sentence, except for a single letter', () => {
    expect(namesIn('malloryはxを見た', 'ja')).toEqual(['mallory']);
    expect(namesIn('mallory x', 'ar')).toEqual(['mallory']);
    expect(namesIn('mallory x', 'de')).toEqual([]);
  });
});

describe('a run of kanji or katakana', () => {
  it('is a name of its own', () => {
    expect(namesIn('佐々木さんとスーザンはAnnに', 'ja')).toEqual(['佐々木', 'スーザン', 'Ann']);
  });

  it.each([
    ['修正完了', '', true],
    ['レビュー完了', '', true],
    ['修正田中', '田中さん', true],
    ['田中修正', '田中さん', true],
    ['田', '田', true],
    ['修正田', '田中さん', false],
    ['渡完了', '', false],
    ['完了渡', '', false],
    ['修正田中', '', false],
  ])('%s is supported by ordinary words and parts of the sources: "%s" is %s', (run, source, isSupported) => {
    expect(namesIn(run, 'ja', source)).toEqual(isSupported ? [] : [run]);
  });
});

describe('the parts of a name', () => {
  it('are those by which a sentence can name the person', () => {
    expect(namedBy('Lee, Ann B.', 'en')).toEqual(['lee', 'ann']);
    expect(namedBy('Will May', 'en')).toEqual([]);
    expect(namedBy('An Nguyen', 'de')).toEqual(['nguyen']);
  });
});

describe('a person of the team', () => {
  const people = new Set(['ann', 'bob', '田中']);
  const isUnsupported = (sentence: string, ...sources: string[]): boolean =>
    hasUnsupportedPerson(sentence, people, sourceWords(sources));

  it('must occur in the sources if the sentence names the person, in any case', () => {
    expect([isUnsupported('BOB waits'), isUnsupported('bob waits', 'Bob'), isUnsupported('It works')]).toEqual([
      ...[true, false, false],
    ]);
    expect([isUnsupported('ann and bob wait', 'ann'), isUnsupported('ann and bob wait', 'ann', 'bob')]).toEqual([
      ...[true, false],
    ]);
  });

  it('is not named by a part of another word, except in a script without spaces', () => {
    expect(isUnsupported('planning is done')).toBe(false);
    expect(isUnsupported('Bob waits', 'Bobby waits')).toBe(true);
    expect(isUnsupported('今日田中待機')).toBe(true);
    expect(isUnsupported('今日田中待機', '中村と田中')).toBe(false);
  });
});
