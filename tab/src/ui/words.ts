import { createContext, useContext } from 'react';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import en from '#contracts/text/en.json';
import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';
import type { ServerArea } from '../../build/serverAreas.ts';

/** What the web can say; the build leaves the other areas out. */
export type WebKey = Exclude<MessageKey, `${ServerArea}.${string}`>;
export type WebWords = (key: WebKey, values?: MessageValues) => string;

const i18n = setupI18n({ locale: 'en', messages: { en } });
i18n.setMessagesCompiler(compileMessage);

/**
 * More of the catalogue, compiled by the build, which alone calls this: it comes with the screens that show it.
 * @public
 */
export const addTexts = (texts: Parameters<typeof i18n.load>[1]): void => {
  i18n.load('en', texts);
};

/** Every text of the web, in the reader's language; English is the only one so far. */
export const english: WebWords = (key, values) => i18n._(key, values);

export const WordsContext = createContext<WebWords>(english);
export const useWords = (): WebWords => useContext(WordsContext);
