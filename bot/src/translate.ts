import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import ar from '#contracts/text/ar.json' with { type: 'json' };
import de from '#contracts/text/de.json' with { type: 'json' };
import en from '#contracts/text/en.json' with { type: 'json' };
import es from '#contracts/text/es.json' with { type: 'json' };
import fr from '#contracts/text/fr.json' with { type: 'json' };
import ja from '#contracts/text/ja.json' with { type: 'json' };
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { addLimits } from '#contracts/core/limitsInTexts.ts';
import type { MessageValues, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatLocale, languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, de, fr, es, ja, ar };

// Every card needs about ten texts, so compiled texts are cached. The capacity is larger than the number of texts in
// all languages.
const compileOnce = boundedMemo((text: string) => compileMessage(text), { capacity: 20_000 });

type Part = string | readonly [name: string];

const isPart = (token: unknown): token is Part =>
  typeof token === 'string' || (Array.isArray(token) && token.length === 1 && typeof token[0] === 'string');

/** Returns the parts of a text that consists of words and placeholders; null for a text with a choice or a format. */
const partsOf = (text: string): readonly Part[] | null => {
  const tokens: readonly unknown[] = compileOnce(text);
  return tokens.every(isPart) ? tokens : null;
};

const filled = (parts: readonly Part[], values: MessageValues | undefined): string => {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : String(values?.[part[0]] ?? '');
  return text;
};

const build = (language: Language): Translate => {
  // If a language lacks a text, the English text is shown.
  const messages: Record<string, string> = { ...en, ...catalogues[language] };
  const i18n = setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: messages } });
  i18n.setMessagesCompiler(compileOnce);
  const simple = new Map<string, readonly Part[] | null>();
  const learn = (key: string, text: string): readonly Part[] | null => {
    const parts = partsOf(text);
    simple.set(key, parts);
    return parts;
  };
  return (key, given) => {
    const values = addLimits(key, given);
    const text = messages[key];
    if (text === undefined) return i18n._(key, values);
    const cached = simple.get(key);
    const parts = cached === undefined ? learn(key, text) : cached;
    if (parts === null) return i18n._(key, values);
    const message = filled(parts, values);
    // The library interprets escapes, so it handles every text with a backslash.
    return message.includes('\\') ? i18n._(key, values) : message;
  };
};

const languageTranslate = boundedMemo(build, { capacity: Object.keys(catalogues).length });

/** Returns the translation function of a language (BCP 47); English for an unsupported language. */
export const translateFor = (locale: string): Translate => languageTranslate(languageOf(locale) ?? 'en');
