import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import ar from '../text/ar.json' with { type: 'json' };
import de from '../text/de.json' with { type: 'json' };
import en from '../text/en.json' with { type: 'json' };
import es from '../text/es.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };
import ja from '../text/ja.json' with { type: 'json' };
import type { MessageValues } from '../text/translateAndMessageKeyTypes.ts';
import { formatLocale, languages } from '../text/languagesAndLocaleChoice.ts';
import type { Language } from '../text/languagesAndLocaleChoice.ts';
import { waitTimeMessageValues } from './waitTimeMessageValues.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, de, fr, es, ja, ar };

const sentenceIn = (language: Language, values?: MessageValues): string => {
  const messages = { [language]: { ...catalogues[language] } };
  const i18n = setupI18n({ locale: language, locales: formatLocale(language), messages });
  i18n.setMessagesCompiler(compileMessage);
  return i18n._('error.TOO_MANY_REQUESTS', values);
};
const waitIn = (language: Language, seconds: number): string => sentenceIn(language, waitTimeMessageValues(seconds));

describe('the sentence about a limit', () => {
  it.each([
    [0.2, '1 second'],
    [1, '1 second'],
    [75, '75 seconds'],
    [91, '2 minutes'],
    [194, '4 minutes'],
    [3055, '51 minutes'],
    [3600, '60 minutes'],
    [5401, '2 hours'],
    [86_400, '24 hours'],
  ])('rounds %s seconds up to %s', (seconds, wait) => {
    expect(waitIn('en', seconds)).toBe(`Too many tries. Please try again in ${wait}.`);
  });

  it.each(languages.map((language) => [language]))(
    'the sentence about a limit in %s names the number and the unit',
    (language) => {
      const number = (count: number): string => new Intl.NumberFormat(language).format(count);
      const sentences = [40, 40 * 60, 40 * 3600].map((seconds) => waitIn(language, seconds));
      for (const sentence of sentences) expect(sentence).toMatch(new RegExp(`${number(40)}|40`));
      expect(new Set(sentences).size).toBe(3);
    },
  );

  it.each(languages.map((language) => [language]))(
    'the sentence about a limit in %s is complete without a number, too',
    (language) => {
      const sentence = sentenceIn(language);
      expect(sentence).not.toMatch(/[{}\d]|undefined/);
      expect(sentence).not.toBe(waitIn(language, 40));
    },
  );
});
