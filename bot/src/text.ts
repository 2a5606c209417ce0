import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { Words } from '#contracts/text/keys.ts';

const catalogues: Readonly<Record<string, Record<string, string>>> = { en };
const fallback = 'en';

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

const build = (locale: string): Words => {
  const messages: Readonly<Record<string, string | undefined>> = catalogues[locale] ?? en;
  const i18n = setupI18n({ locale, messages: { [locale]: catalogues[locale] ?? en } });
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

const built = new Map<string, Words>();

/** The catalogue in the language asked for (BCP 47), else in English. */
export const wordsFor = (locale: string): Words => {
  const language = locale.toLowerCase().split('-')[0] ?? fallback;
  const known = Object.hasOwn(catalogues, language) ? language : fallback;
  const words = built.get(known) ?? build(known);
  built.set(known, words);
  return words;
};
