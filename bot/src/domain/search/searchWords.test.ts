import { findTerms, searchTerms, wordsOf } from './searchWords.ts';

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

  it('takes characters of a script without spaces as a phrase', () => {
    expect(found('本番', '昨日、本番へ')).toEqual(['本番']);
    expect(isFound('番本', '本番')).toBe(false);
  });

  it.each(['', '—', '"', '""', '🎉'])('finds no word in %j', (query) => {
    expect(searchTerms(query)).toEqual([]);
  });

  it('returns each found word once, with overlapping ones joined', () => {
    expect(found('sign "sign in', 'sign in, then Sign')).toEqual(['sign in', 'Sign']);
  });
});
