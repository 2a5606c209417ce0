import { searchedName } from './normaliseNamesAndFoldAccents.ts';

it.each([
  ['Équipe', 'equipe'],
  ['Wiśniewska', 'wisniewska'],
  ['Łukasz', 'lukasz'],
  ['Søren Straße', 'soren strasse'],
  ['İZMİR', 'izmir'],
  ['Ｔｏｋｙｏ', 'tokyo'],
  ['أحمد', 'احمد'],
])('compares %s as %s', (text, folded) => {
  expect(searchedName(text)).toBe(folded);
});

it('folds a text that is folded already to itself', () => {
  expect(searchedName(searchedName('Æther Đorđe'))).toBe(searchedName('Æther Đorđe'));
});
