// Makes text of people safe for titles of check boxes, choices and buttons. Some clients read them as Markdown and
// others as plain text, so an escape by backslashes would be visible in the latter.

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
 * lists, headings, quotes, code and entities. Every text of a person in a place that may read Markdown must pass this
 * function.
 */
export const plainTitle = (text: string): string =>
  (oneLine(text) || nothing)
    // A delimiter with blanks on both sides has no effect, and neither has `_` inside a word.
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, `${hairSpace}$&${hairSpace}`)
    // The word joiner after the sign separates the brackets of a link and the first two characters of a tag, autolink,
    // entity or escape.
    .replace(/[[\]<&\\!]/g, `$&${wordJoiner}`)
    .replace(/^(?=[#>+\-=|]|\d+[.)])/, wordJoiner);
