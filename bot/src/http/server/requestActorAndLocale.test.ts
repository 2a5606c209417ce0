import { preferredLocale } from './requestActorAndLocale.ts';

it.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['fr;q=0.3, sv;q=0.7', 'fr'],
  ['nl, sv;q=0.7', 'nl'],
  ['pt-BR', 'pt-BR'],
  ['fr-FR;q=0.2, de-AT;q=0.6, nl', 'de-AT'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['__proto__, ../../x, <b>', 'en'],
  ['x'.repeat(100_000), 'en'],
  ['a-'.repeat(100_000), 'en'],
])('%#: the language asked for', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});
