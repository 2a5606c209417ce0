/**
 * False if a text cannot contain a link or a mention, whatever the patterns and the members are. Screens make this
 * short check first and load the whole rule only for a text that needs it.
 */
export const mayContainLinks = (text: string): boolean => /:\/\/|@|[-#]\d/.test(text);
