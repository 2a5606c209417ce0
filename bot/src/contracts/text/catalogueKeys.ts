import type en from './en.json';

/** Every id of the catalogue; English is complete and is the source of the others. */
export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number | boolean>>;

/** One reader's language: ICU messages by id (`{count, plural, …}`). Built with @lingui/core on both sides. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;
