/**
 * False if the text cannot contain a link or a mention, whatever the patterns and members are. Screens call this short
 * check first and load the full rule only if it returns true.
 */
export const mayContainLinks = (text: string): boolean => /:\/\/|@|[-#]\d/.test(text);
