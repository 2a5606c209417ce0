import { createContext, useContext } from 'react';
import { setupI18n } from '@lingui/core';
import type { I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import en from '#contracts/text/en.json';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { addLimits } from '#contracts/core/limitsInTexts.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { errorsOfWeb, ServerArea } from '../../../build/serverOnlyAndLazyTextAreas.ts';

type ErrorOfWeb = (typeof errorsOfWeb)[number];

/** Keys of the texts that the web app uses. The build leaves out all others. */
export type WebKey = Exclude<MessageKey, `${ServerArea | 'error'}.${string}`> | `error.${ErrorOfWeb}`;
export type WebTranslate = (key: WebKey, values?: MessageValues) => string;
export type Texts = Parameters<I18n['load']>[1];

// Compiles a text at most once. Only code without the build needs this, because the build compiles all texts in
// advance. The capacity is greater than the number of texts in all languages together.
const compileOnce = boundedMemo((text: string) => compileMessage(text), { capacity: 20_000 });

const create = (language: Language, texts: Texts): I18n => {
  const i18n = setupI18n({ locale: language, locales: formatLocale(language), messages: { [language]: texts } });
  i18n.setMessagesCompiler(compileOnce);
  return i18n;
};

interface LoadedLanguage {
  readonly i18n: I18n;
  readonly t: WebTranslate;
}

const loadedLanguages = new Map<Language, LoadedLanguage>();

const loadedLanguage = (language: Language): LoadedLanguage => {
  const cached = loadedLanguages.get(language);
  if (cached !== undefined) return cached;
  const i18n = create(language, language === 'en' ? en : {});
  const created: LoadedLanguage = { i18n, t: (key, values) => i18n._(key, addLimits(key, values)) };
  loadedLanguages.set(language, created);
  return created;
};

/** Adds texts to a language. They load together with the screens that use them. */
export const addTexts = (language: Language, texts: Texts): void => {
  loadedLanguage(language).i18n.load(language, texts);
};

/**
 * Returns the translation function of a language. It is the same function at each call, even while further texts load
 * (loadLazyTextsAndLanguage.ts).
 */
export const translateIn = (language: Language): WebTranslate => loadedLanguage(language).t;

export const translateEnglish: WebTranslate = translateIn('en');

export const TranslateContext = createContext<WebTranslate>(translateEnglish);
export const useTranslate = (): WebTranslate => useContext(TranslateContext);
