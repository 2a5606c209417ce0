import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import ar from '#contracts/text/ar.json' with { type: 'json' };
import en from '#contracts/text/en.json' with { type: 'json' };
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { formatLocale, languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from './translate.ts';

describe('wordsFor', () => {
  it('reads the catalogue and fills in values', () => {
    expect(translateFor('en-GB')('error.NOT_FOUND')).toBe('We could not find that.');
    expect(translateFor('en')('error.INVALID_INPUT', { field: 'name' })).toBe(
      'Please check your input: name is not valid.',
    );
  });

  it.each(['xx', '', '__proto__', 'toString'])('falls back to English for %j', (locale) => {
    expect(translateFor(locale)('meeting.nameMissing')).toBe('Please provide name.');
  });

  const inAll = (text: string, value: MessageValues[string]): MessageValues =>
    Object.fromEntries(Array.from(text.matchAll(/\{(\w+)/g), ([, name = '']) => [name, value] as const));

  it.each([
    ['en', en],
    ['ar', ar],
  ] as const)('formats every text of the catalogue %s like the library', (locale, catalogue) => {
    const compiled = Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, compileMessage(text)]));
    const library = setupI18n({ locale, locales: formatLocale(locale), messages: { [locale]: compiled } });
    const t = translateFor(locale);
    const [ours, theirs]: [string[], string[]] = [[], []];
    for (const [key, text] of Object.entries(catalogue))
      for (const value of [0, 2, 'Ann', '', "{name} # '", '\\u0041', true]) {
        ours.push(`${key}: ${t(key as MessageKey, inAll(text, value))}`);
        theirs.push(`${key}: ${library._(key, inAll(text, value))}`);
      }
    expect(ours).toEqual(theirs);
    expect(t('card.answered')).toBe(library._('card.answered'));
  });
});

it.each(languages)('shows the limits in the number format of the language: %s', (language) => {
  const t = translateFor(language);
  const format = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : language);
  expect(t('timesheet.taskTooLong')).toContain(format.format(limits.taskLength));
  expect(t('timesheet.exportTooLarge', { rows: 1 })).toContain(format.format(limits.exportRows));
  expect(t('invalid.quietHours')).toMatch(/30.*16/);
});
