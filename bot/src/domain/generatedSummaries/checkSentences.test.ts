import fc from 'fast-check';
import type { MemberId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { isCalendarName } from './findWeekdaysAndMonths.ts';
import { isNumberWord } from './plainTextAndStatedNumbers.ts';
import { isNonNameWord } from './nonNameWords.ts';
import { checkSentences, droppedCount, hasEnoughSentences } from './checkSentences.ts';
import type { CheckedSummary } from './checkSentences.ts';
import type { SummaryInput } from './summaryInput.ts';

const people = { ann: 'Ann Lee', bob: 'Bob Ray', will: 'Will Art' } as const;
type Who = keyof typeof people;

const inputOf = (answers: readonly (readonly [Who, string])[]): SummaryInput => {
  const names = new Map(Object.entries(people).map(([who, name]) => [who as MemberId, name]));
  return {
    answers: answers.map(([who, answer], index) => ({
      ...{ id: `id${index}`, memberId: who as MemberId, questionId: `q${index}` as QuestionId },
      ...{ author: people[who], question: 'What did you do?', answer },
    })),
    answersTotal: answers.length,
    names,
    labels: names,
  };
};

const input = inputOf([
  ['ann', 'Fixed the login for Contoso on Monday, 3 of 5 tests pass, see https://git.test/42 and node.js.'],
  ['bob', 'Blocked by missing keys; asked Cara about the 20% budget of €1,500.'],
  ['will', 'wrote two pages and will review at 10:30'],
]);

const check = (text: string, ids: readonly string[] = ['id0'], language: Language = 'en'): CheckedSummary =>
  checkSentences([{ text, ids }], input, language);
const faultOf = (...args: Parameters<typeof check>): string | undefined => Object.keys(check(...args).dropped)[0];

describe('a sentence', () => {
  it.each([
    ['Ann Lee fixed the login for Contoso.', ['id0']],
    ["Ann's tests: 3 of 5 pass since Monday.", ['id0']],
    ['Three of five tests pass, see https://git.test/42.', ['id0']],
    ['Bob is blocked by missing keys and asked Cara about 20 % of €1500.'.replace('€1500', '€1,500'), ['id1']],
    ['Will wrote 2 pages and will review at 10:30.', ['id2']],
    ['Ann and Bob work; Bob waits for keys.', ['id0', 'id1', 'id0']],
    [' Ann-Lee fixed the login. ', ['id0']],
    ['Ann Lee fixed e.g. the login.', ['id0']],
    ['Ann Lee fixed [the] login - well (see NODE.js!).', ['id0']],
    ['Ann Lee fixed the snake_case login (https://git.test/42).', ['id0']],
    [`Ann Lee ${'x'.repeat(392)}`, ['id0']],
  ])('passes if the cited answers contain its names and numbers: %s', (text, ids) => {
    expect(check(text, ids)).toMatchObject({ sentences: [{ text: text.trim() }], dropped: {} });
  });

  it.each([
    ['cites nothing', 'Ann Lee fixed the login.', [], 'SOURCE'],
    ['cites an id of another request', 'Ann Lee fixed the login.', ['aff00ff00f'], 'SOURCE'],
    ['states a number of no answer', 'Ann Lee fixed 4 tests.', ['id0'], 'NUMBER'],
    ['states a spelled number of no answer', 'Ann Lee fixed seven tests.', ['id0'], 'NUMBER'],
    ['states a number of another answer', 'Ann Lee has 20% left.', ['id0'], 'NUMBER'],
    ['turns a number into a percentage', 'Ann Lee has 5% left.', ['id0'], 'NUMBER'],
    ['turns an amount into a plain number', 'Bob Ray asked about 1500.', ['id1'], 'NUMBER'],
    ['changes a time', 'Will will review at 10:45.', ['id2'], 'NUMBER'],
    ['writes a false number in other digits', 'Ann Lee fixed ٧ tests.', ['id0'], 'NUMBER'],
    ['writes a false number in wide digits', 'Ann Lee fixed ７ tests.', ['id0'], 'NUMBER'],
    ['names a day of no answer', 'Ann Lee fixed the login on Tuesday.', ['id0'], 'DATE'],
    ['names a person of no answer', 'Ann Lee fixed the login with Mallory.', ['id0'], 'NAME'],
    ['begins with a person of no answer', 'Mallory fixed the login.', ['id0'], 'NAME'],
    ['names a member of another answer', 'Bob Ray fixed the login.', ['id0'], 'NAME'],
    ['names a member in lower case', 'Ann Lee and bob fixed the login.', ['id0'], 'NAME'],
    ['names a company of no answer', 'Ann Lee fixed the login for Fabrikam.', ['id0'], 'NAME'],
    ['hides a name behind an invisible character', 'Ann Lee and Mal\u200Blory fixed the login.', ['id0'], 'NAME'],
    ['has an address of no answer', 'Ann Lee fixed it, see https://evil.test/42.', ['id0'], 'LINK'],
    ['has a domain of no answer', 'Ann Lee fixed it, see evil.test.', ['id0'], 'LINK'],
    ['has a longer address than the answer', 'Ann Lee fixed it, see https://git.test/42@evil.', ['id0'], 'LINK'],
    ['has an email address', 'Ann Lee wrote to x@y.test.', ['id0'], 'LINK'],
    ['has a mention', 'Ann Lee fixed it with @mallory.', ['id0'], 'LINK'],
    ['has a tag', 'Ann Lee fixed it, #evil.', ['id0'], 'LINK'],
    ['has a domain of one letter', 'Ann Lee fixed it, see www.e.', ['id0'], 'LINK'],
    ['has an address of another scheme', 'Ann Lee fixed it, see svn+ssh://evil.', ['id0'], 'LINK'],
    ['has a domain in other letters', 'Ann Lee fixed it, see bücher.test/x.', ['id0'], 'LINK'],
    ['has HTML', 'Ann Lee <b>fixed</b> the login.', ['id0'], 'FORM'],
    ['has a Markdown link', 'Ann Lee [fixed](https://git.test/42) the login.', ['id0'], 'FORM'],
    ['has a spaced Markdown link', 'Ann Lee [fixed] (it).', ['id0'], 'FORM'],
    ['is bold', 'Ann Lee **fixed** the login.', ['id0'], 'FORM'],
    ['is underlined', 'Ann Lee __fixed__ the login.', ['id0'], 'FORM'],
    ['has code', 'Ann Lee fixed `login`.', ['id0'], 'FORM'],
    ['has a table', 'Ann Lee | login.', ['id0'], 'FORM'],
    ['has an escape', 'Ann Lee \\login.', ['id0'], 'FORM'],
    ['is a heading', ' # Ann Lee fixed the login.', ['id0'], 'FORM'],
    ['is an item of a list', '- Ann Lee fixed the login.', ['id0'], 'FORM'],
    ['has half a character', 'Ann Lee fixed \uD800 the login.', ['id0'], 'FORM'],
    ['has a private character', 'Ann Lee fixed \uE000 the login.', ['id0'], 'FORM'],
    ['has no character of Unicode', 'Ann Lee fixed \uFFFF the login.', ['id0'], 'FORM'],
    ['is a character too long', `Ann Lee ${'x'.repeat(393)}`, ['id0'], 'FORM'],
    ['is empty', ' ', ['id0'], 'FORM'],
    ['has a line break', 'Ann Lee fixed\nthe login.', ['id0'], 'FORM'],
    ['is too long', `Ann Lee fixed ${'the '.repeat(120)}login.`, ['id0'], 'FORM'],
  ])('is dropped if it %s', (_, text, ids, reason) => {
    expect(faultOf(text, ids)).toBe(reason);
  });

  it.each([
    ['https://git.test/4', 'see https://git.test/42'],
    ['evil.test', 'see devil.test'],
    ['evil.test', 'see evil.test.org'],
    ['svn+ssh://git.test/x', 'see ssh://git.test/x'],
    ['bob@y.test', 'see rob@y.test'],
    ['bob@y.test', 'see bob@yours.test'],
    ['#evil', 'see #easy'],
    ['a.bc.de/x', 'see a.bc.de/y'],
  ])('is dropped if it has only a part of an address: %s', (address, answer) => {
    const of = (given: string) =>
      checkSentences([{ text: `Ann: see ${address}`, ids: ['id0'] }], inputOf([['ann', given]]), 'en').dropped;
    expect([of(`${answer} 4`), of(`(see <${address}>)`), of(`see ${address}, “${address}”。 4`)]).toEqual([
      ...[{ LINK: 1 }, {}, {}],
    ]);
  });

  it('may have a number with a point and a unit, which is no address', () => {
    const of = (text: string) =>
      checkSentences([{ text, ids: ['id0'] }], inputOf([['ann', 'spent 1.50€']]), 'en').dropped;
    expect([of('Ann spent 1.50 €.'), of('Ann spent 1.60 €.')]).toEqual([{}, { NUMBER: 1 }]);
  });

  it('joins no words of two answers', () => {
    const two = inputOf([
      ['ann', 'see Mon'],
      ['ann', 'day 4'],
      ['ann', '2 left'],
    ]);
    const of = (text: string) => checkSentences([{ text, ids: ['id0', 'id1', 'id2'] }], two, 'en').dropped;
    expect([of('Ann: 42'), of('Ann: monday'), of('Ann: 4 2')]).toEqual([{ NUMBER: 1 }, { DATE: 1 }, {}]);
  });

  it('is dropped if it cites more answers than one sentence can come from', () => {
    const many = inputOf(Array.from({ length: 9 }, (_, index) => ['ann', `step ${index}`] as const));
    const ids = many.answers.map(({ id }) => id);
    const of = (count: number) => checkSentences([{ text: 'Ann Lee works.', ids: ids.slice(0, count) }], many, 'en');
    expect([of(8).sentences.length, of(9).dropped]).toEqual([1, { SOURCE: 1 }]);
  });

  it('is checked by the spelling of its language', () => {
    expect(faultOf('Ann Lee hat den Fehler bei Contoso behoben.', ['id0'], 'de')).toBeUndefined();
    expect(faultOf('Ann Lee hat den Fehler bei Fabrikam behoben.', ['id0'], 'de')).toBe('NAME');
    expect(faultOf('Ann Lee a corrigé deux pages.', ['id0'], 'fr')).toBe('NUMBER');
    expect(faultOf('Ann Lee travaille depuis lundi.', ['id0'], 'fr')).toBeUndefined();
    expect(faultOf('Ann Lee travaille depuis mardi.', ['id0'], 'fr')).toBe('DATE');
    const japanese = inputOf([['ann', '請求画面を修正。田中さんに確認']]);
    const of = (text: string) => checkSentences([{ text, ids: ['id0'] }], japanese, 'ja').dropped;
    expect(of('Ann Lee は請求画面の修正を完了し、田中さんに確認。')).toEqual({});
    expect(of('Ann Lee は鈴木さんに確認。')).toEqual({ NAME: 1 });
    expect(of('Ann Lee はスズキさんに確認。')).toEqual({ NAME: 1 });
    expect(of('Ann Lee は三件を修正。')).toEqual({ NUMBER: 1 });
    const arabic = inputOf([['ann', 'أصلحت صفحة الدخول مع سارة']]);
    const inArabic = (text: string) => checkSentences([{ text, ids: ['id0'] }], arabic, 'ar').dropped;
    expect(inArabic('أصلحت Ann Lee الصفحة مع سارة')).toEqual({});
    expect(inArabic('أصلحت Ann Lee الصفحة مع خالد')).toEqual({ NAME: 1 });
  });

  it.each<readonly [Language, string, string]>([
    ['en', 'Ann Lee fixed zero tests.', 'NUMBER'],
    ['en', 'Ann Lee fixed the login for hundreds of users.', 'NUMBER'],
    ['en', 'Ann Lee fixed half of the login.', 'NUMBER'],
    ['de', 'Ann Lee arbeitet für fünfundzwanzig weitere.', 'NUMBER'],
    ['de', 'Ann Lee arbeitet für zweihundert weitere.', 'NUMBER'],
    ['es', 'Ann Lee trabaja para veinticinco clientes.', 'NUMBER'],
    ['fr', 'Ann Lee travaille pour une centaine de clients.', 'NUMBER'],
    ['fr', 'Ann Lee travaille depuis mars.', 'DATE'],
    ['ar', 'تعمل Ann Lee وعشرين', 'NUMBER'],
    ['ar', 'تعمل Ann Lee والأحد', 'DATE'],
    ['ar', 'تعمل Ann Lee العشرين', 'NAME'],
  ])('in %s is dropped with a number or day in a form that the answer lacks: %s', (language, text, reason) => {
    expect(faultOf(text, ['id0'], language)).toBe(reason);
  });
});

const word = fc.stringMatching(/^[a-z]{3,9}$/).filter((text) => !['ann', 'lee', 'bob', 'ray', 'art'].includes(text));
const invented = fc.stringMatching(/^[A-Z][a-z]{4,9}$/).filter((text) => !/^(?:Contoso|Cara|Monday)$/.test(text));

describe('random sentences', () => {
  it('never pass with a name that the cited answer lacks', () => {
    fc.assert(
      fc.property(invented, fc.array(word, { maxLength: 6 }), fc.nat(6), (name, words, place) => {
        const text = ['Ann', ...words.toSpliced(place, 0, name)].join(' ');
        const lower = name.toLowerCase();
        fc.pre(!isNonNameWord(lower, 'en') && !isNumberWord(lower) && !isCalendarName(lower));
        expect(check(text).sentences).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never pass with a number that the cited answer lacks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 1e9 }),
        fc.array(word, { maxLength: 6 }),
        fc.nat(6),
        (value, words, place) => {
          fc.pre(value !== 42);
          expect(check(['Ann', ...words.toSpliced(place, 0, String(value))].join(' ')).sentences).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never pass without an id of this request, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.array(fc.string()), (text, ids) => {
        const known = new Set(input.answers.map(({ id }) => id));
        const strange = ids.filter((id) => !known.has(id));
        const { sentences, dropped } = checkSentences([{ text, ids: strange }], input, 'en');
        expect([sentences.length, Object.keys(dropped).length]).toEqual([0, 1]);
      }),
    );
  });

  it('cite only answers of the input, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('id0', 'id0', 'id1', 'id2', 'id9', ''), { maxLength: 8 }), (ids) => {
        const { sentences } = check('it works', ids);
        const found = sentences.flatMap(({ sources }) => sources.map(({ questionId }) => questionId));
        expect(found).toEqual([...new Set(found)]);
        expect(found.every((id) => ['q0', 'q1', 'q2'].includes(id))).toBe(true);
      }),
    );
  });
});

describe('a summary', () => {
  const of = (good: number, bad: number): CheckedSummary =>
    checkSentences(
      [
        ...Array.from({ length: bad }, () => ({ text: 'Mallory left.', ids: ['id0'] })),
        ...Array.from({ length: good }, () => ({ text: 'Ann Lee fixed the login.', ids: ['id0'] })),
      ],
      input,
      'en',
    );

  it.each([
    [0, 0, false],
    [1, 0, false],
    [2, 0, true],
    [2, 2, true],
    [2, 3, false],
    [12, 3, true],
  ])('with %i good and %i false sentences is enough: %s', (good, bad, isEnough) => {
    const summary = of(good, bad);
    expect([droppedCount(summary), hasEnoughSentences(summary)]).toEqual([bad, isEnough]);
  });

  it('has at most twelve sentences and counts the others', () => {
    const summary = of(14, 0);
    expect([summary.sentences.length, summary.dropped]).toEqual([12, { TOO_MANY: 2 }]);
  });
});
