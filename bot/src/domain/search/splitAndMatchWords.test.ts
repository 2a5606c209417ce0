import { findTerms, searchTerms, wordsOf } from './splitAndMatchWords.ts';

const isFound = (query: string, ...texts: string[]): boolean => findTerms(texts, searchTerms(query)) !== undefined;
const found = (query: string, text: string): string[] =>
  (findTerms([text], searchTerms(query)) ?? []).flat().map(([from, to]) => text.slice(from, to));

describe('words', () => {
  it.each([
    ['Deploy the API-gateway (v2.1)', ['deploy', 'the', 'api', 'gateway', 'v2', '1']],
    ['Straße, ØRE, Łódź, I', ['strasse', 'ore', 'lodz', 'i']],
    ['cafe\u0301 and CAFÉ', ['cafe', 'and', 'cafe']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['co\u00adoperate', ['cooperate']],
    ['本番へデプロイ', ['本', '番', 'へ', 'デ', 'プ', 'ロ', 'イ']],
    ['مُحَمَّد', ['محمد']],
    ['snake_case 🎉 —', ['snake_case']],
    ['_private a_ 42nd ²', ['_private', 'a_', '42nd', '2']],
    ['co\u200boper\u200dat\u2060io\ufeffn', ['cooperation']],
    ['ไทย ລາວ ខ្មែ မြန်', ['ไ', 'ท', 'ย', 'ລ', 'າ', 'ວ', 'ខ្', 'មែ', 'မြ', 'န်']],
    ['か\u3099 API本番v2', ['が', 'api', '本', '番', 'v2']],
    ['カタカナー ｶﾅ', ['カ', 'タ', 'カ', 'ナ', 'ー', 'カ', 'ナ']],
    ['हिन्दी', ['हिन्दी']],
    ['½ cup, ﹰ', ['12', 'cup']],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text).map(({ word }) => word)).toEqual(words);
  });

  it('know their place in the text, also after characters that fold to several', () => {
    const text = 'Straße ﬁx';
    expect(wordsOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(['Straße', 'ﬁx']);
  });
});

describe('a query', () => {
  it('finds texts with all words, in any order and in any of the texts', () => {
    expect(isFound('gateway deploy', 'Deploy it', 'the gateway')).toBe(true);
    expect(isFound('gateway deploy', 'Deploy it')).toBe(false);
  });

  it('takes only its last word as a beginning', () => {
    expect(isFound('the depl', 'the deployment')).toBe(true);
    expect(isFound('depl the', 'the deployment')).toBe(false);
  });

  it('ignores case and accents on both sides', () => {
    expect(isFound('DÉPLOYÉ', 'deploye')).toBe(true);
    expect(isFound('deploye', 'DÉPLOYÉ')).toBe(true);
  });

  it('takes a part in quotation marks as a phrase within one text', () => {
    expect(isFound('"sign in"', 'the sign-in page')).toBe(true);
    expect(isFound('"sign in"', 'in the sign')).toBe(false);
    expect(isFound('"sign in"', 'sign', 'in')).toBe(false);
    expect(isFound('“sign in” page', 'page of sign in')).toBe(true);
  });

  it('takes the last word of a closed phrase as a whole, and of an open one as a beginning', () => {
    expect(isFound('"sign i"', 'sign in')).toBe(false);
    expect(isFound('"sign i', 'sign in')).toBe(true);
  });

  it.each(['"sign in"', '“sign in”', '„sign in“', '«sign in»'])('takes %s as a phrase', (query) => {
    expect([isFound(query, 'sign in'), isFound(query, 'in sign'), isFound(query, 'sign inside')]).toEqual([
      ...[true, false, false],
    ]);
  });

  it('takes the word after a phrase, and the one before an empty quotation, as a beginning', () => {
    expect(isFound('"sign in" pa', 'sign in page')).toBe(true);
    expect(isFound('"sign i" page', 'sign in page')).toBe(false);
    expect(isFound('"sig in', 'sign in')).toBe(false);
    expect(isFound('sig "', 'sign in')).toBe(true);
    expect(isFound('sig ""', 'sign in')).toBe(false);
    expect(searchTerms('a "" b')).toEqual([
      { words: ['a'], isPrefix: false },
      { words: ['b'], isPrefix: true },
    ]);
  });

  it('takes only characters that touch each other as a phrase, and no other word with them', () => {
    expect(searchTerms('本番 へ').map(({ words }) => words)).toEqual([['本', '番'], ['へ']]);
    expect(searchTerms('v本番v2').map(({ words }) => words)).toEqual([['v'], ['本', '番'], ['v2']]);
    expect(searchTerms('sign-in').map(({ words }) => words)).toEqual([['sign'], ['in']]);
  });

  it('takes characters of a script without spaces as a phrase', () => {
    expect(found('本番', '昨日、本番へ')).toEqual(['本番']);
    expect(isFound('番本', '本番')).toBe(false);
  });

  it.each(['', '—', '"', '""', '🎉'])('finds no word in %j', (query) => {
    expect(searchTerms(query)).toEqual([]);
  });

  it('returns each found word once, with overlapping ones joined', () => {
    expect(found('sign "sign in', 'sign in, then Sign')).toEqual(['sign in', 'Sign']);
    expect(found('本 番', '本番')).toEqual(['本番']);
    expect(found('"a b c" b a', 'a b c a')).toEqual(['a b c', 'a']);
    expect(found('then sign', 'Sign in, then sign')).toEqual(['Sign', 'then', 'sign']);
  });

  it('returns the found words of each text, and nothing of a text without any', () => {
    expect(findTerms(['the gateway', 'nothing', 'Deploy'], searchTerms('gateway deploy'))).toEqual([
      [[4, 11]],
      [],
      [[0, 6]],
    ]);
    expect(findTerms(['ohne Straße', 'strasse'], searchTerms('strasse'))).toEqual([[[5, 11]], [[0, 7]]]);
  });

  it('finds a word that only its folded form contains', () => {
    expect(isFound('strasse', 'Straße')).toBe(true);
    expect(isFound('cooperate', 'co\u00adoperate')).toBe(true);
    expect(isFound('gateway', 'GATEWAY')).toBe(true);
    expect(isFound('gateway', 'gate way')).toBe(false);
    expect(isFound('abc', 'ＡＢＣ')).toBe(true);
  });
});
