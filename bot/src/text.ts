import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import ar from '#contracts/text/ar.json' with { type: 'json' };
import de from '#contracts/text/de.json' with { type: 'json' };
import en from '#contracts/text/en.json' with { type: 'json' };
import es from '#contracts/text/es.json' with { type: 'json' };
import fr from '#contracts/text/fr.json' with { type: 'json' };
import ja from '#contracts/text/ja.json' with { type: 'json' };
import type { Words } from '#contracts/text/keys.ts';
import { formatLocale, languageOf } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, de, fr, es, ja, ar };

// Said ten times on every card, so a text is compiled once, and one without places to fill in is said as it stands.
const compiled = new Map<string, ReturnType<typeof compileMessage>>();

const compileOnce = (text: string): ReturnType<typeof compileMessage> => {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const fresh = compileMessage(text);
  compiled.set(text, fresh);
  return fresh;
};

/** The library reads escapes in texts that hold a backslash. */
const isPlain = (text: string): boolean => {
  const [first, ...more] = compileOnce(text);
  return first === text && more.length === 0 && !text.includes('\\');
};

const build = (language: Language): Words => {
  // A text that a language lacks is said in English rather than not at all.
  const messages: Record<string, string> = { ...en, ...catalogues[language] };
  const i18n = setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: messages } });
  i18n.setMessagesCompiler(compileOnce);
  const plain = new Map<string, boolean>();
  return (key, values) => {
    const text = messages[key];
    if (text === undefined) return i18n._(key, values);
    const known = plain.get(key) ?? isPlain(text);
    plain.set(key, known);
    return known ? text : i18n._(key, values);
  };
};

const built = new Map<Language, Words>();

/** The catalogue in the language asked for (BCP 47), else in English. */
export const wordsFor = (locale: string): Words => {
  const language = languageOf(locale) ?? 'en';
  const words = built.get(language) ?? build(language);
  built.set(language, words);
  return words;
};
