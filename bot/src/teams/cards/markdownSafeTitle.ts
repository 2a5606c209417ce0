// Makes user-written text safe for titles of check boxes, choices and buttons. Some clients interpret titles as
// Markdown and others do not, so escaping with backslashes would be visible in the latter.

const wordJoiner = '\u2060';
const hairSpace = '\u200A';

/** Control characters, line ends and direction marks, which could change the text around them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

export const oneLine = (text: string): string =>
  text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim();

/** Placeholder for a text without any visible character, because a control without a name cannot be used. */
const nothing = '–';

/**
 * Returns a text that looks the same with and without Markdown: invisible characters prevent emphasis, links, images,
 * lists, headings, quotes, code and entities. Pass every user-written text through this function if it is shown where
 * Markdown may be interpreted.
 */
export const plainTitle = (text: string): string =>
  (oneLine(text) || nothing)
    // A delimiter with spaces on both sides has no effect, and neither has `_` inside a word.
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, `${hairSpace}$&${hairSpace}`)
    // A word joiner after each of these characters breaks the Markdown that it would begin: a link, an image, a tag, an
    // entity or an escape.
    .replace(/[[\]<&\\!]/g, `$&${wordJoiner}`)
    .replace(/^(?=[#>+\-=|]|\d+[.)])/, wordJoiner);

/** Returns the lines of a text in one line, because the cards of summaries and digests should be short. */
export const linesInOne = (text: string): string =>
  text
    .split('\n')
    .map(oneLine)
    .filter((item) => item !== '')
    .join(' · ');
