import type en from './en.json';

/** Key of a text in the catalogue. The English catalogue defines the keys. */
export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the text of a key in one language, with the values filled in. Texts are ICU messages (`{count, plural, …}`);
 * server and web app format them with @lingui/core.
 */
export type Translate = (key: MessageKey, values?: MessageValues) => string;
