import { nameReplacements, replaceNames } from './replaceNames.ts';

const replaced = (text: string, ...pairs: (readonly [string, string])[]): string =>
  replaceNames(text, nameReplacements(pairs));

it('replaces whole words and leaves the text around them', () => {
  expect(replaced('Ask Ann, not Annika. Ann!', ['Ann', 'AL'])).toBe('Ask AL, not Annika. AL!');
  expect(replaced('Ask Bob.', ['Ann', 'AL'])).toBe('Ask Bob.');
  expect(replaced('Ask Bob.')).toBe('Ask Bob.');
});

it('replaces the longest name at a place, and then continues after it', () => {
  const names = [
    ['Ann', 'A'],
    ['Ann Lee', 'AL'],
    ['Lee', 'L'],
  ] as const;
  expect(replaced('Ann Lee met Lee and Ann', ...names)).toBe('AL met L and A');
  expect(replaced('Ann Lee Ray', ['Ann', 'A'], ['Ann Lee Ray', 'ALR'])).toBe('ALR');
  expect(replaced('Ann Lee Art', ['Ann', 'A'], ['Ann Lee Ray', 'ALR'])).toBe('A Lee Art');
});

it.each([
  ['Ann-Lee', 'AL'],
  ['Ann.Lee', 'AL'],
  ['Ann, Lee', 'AL'],
  ['Ann’Lee', 'AL'],
  ['Ann\u00A0Lee', 'AL'],
  ['Ann   Lee', 'Ann   Lee'],
  ['Ann\nLee', 'Ann\nLee'],
  ['Ann \tLee', 'Ann \tLee'],
  ['Ann\t Lee', 'Ann\t Lee'],
  ['Ann/Lee', 'Ann/Lee'],
])('finds a name with the usual signs between its words: %j', (text, expected) => {
  expect(replaced(text, ["Ann 'Lee'", 'AL'])).toBe(expected);
});

it('finds names of up to six words', () => {
  const six = 'Ana de la Cruz y Soto';
  expect(replaced(`With ${six} today`, [six, 'ADL'])).toBe('With ADL today');
  expect(replaced(`With ${six} Gil`, [`${six} Gil`, 'ADL'])).toBe(`With ${six} Gil`);
});

it('takes letters with marks and digits as parts of a word', () => {
  expect(replaced('हिन्दी Ann2 Ann', ['हिन्दी', 'H'], ['Ann', 'A'])).toBe('H Ann2 A');
});

it('keeps the first replacement of a name, and none of a name without letters', () => {
  expect([
    ...nameReplacements([
      ['Ann', 'A'],
      ['Ann', 'B'],
      ['***', 'C'],
    ]),
  ]).toEqual([['Ann', 'A']]);
});
