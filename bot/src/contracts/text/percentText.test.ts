import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import { formatLocale } from './languagesAndLocaleChoice.ts';
import { percentText } from './percentText.ts';

it.each([
  ['en', '97%'],
  ['en-US', '97%'],
  ['de', '97\u00a0%'],
  ['es', '97\u00a0%'],
  ['ja', '97%'],
])('writes the sign as readers of %s do', (tag, text) => {
  expect(percentText(97, formatLocale(tag))).toBe(text);
});

it('keeps a space before the sign in French, and the digits of the product in Arabic', () => {
  expect(percentText(97, formatLocale('fr'))).toMatch(/^97[\u00a0\u202f]%$/);
  expect(percentText(97, formatLocale('ar')).replace(/\p{Cf}/gu, '')).toBe('97%');
});

it('shows each whole percentage as that number', () => {
  for (let percent = 0; percent <= 100; percent += 1) expect(percentText(percent, 'en-GB')).toBe(`${percent}%`);
});

it('rounds to the maximum number of decimals', () => {
  expect([percentText(12.54, 'en-GB', 1), percentText(7.7, 'en-GB', 2)]).toEqual(['12.5%', '7.7%']);
});

it.each(Object.entries({ en, de, fr, es, ja, ar }))('no text of %s has a sign beside a value', (_language, texts) => {
  expect(Object.entries(texts).filter(([, text]) => /[}#]\s?[%٪]|[%٪]\s?\{/.test(text))).toEqual([]);
});
