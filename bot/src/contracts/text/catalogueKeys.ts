import type en from './en.json';

/** Key of a text in the catalogue. English is complete, and the other languages are translated from it. */
export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the text of a key in one language, with its values filled in. The texts are ICU messages (`{count, plural, …}`); server
 * and web app use @lingui/core.
 */
export type Translate = (key: MessageKey, values?: MessageValues) => string;
