// Titles of check boxes, choices and buttons are Markdown in some clients and plain text in others, so backslashes will not do:
// what people wrote there is made to read the same in both.

const wordJoiner = '\u2060';
const hairSpace = '\u200A';

/**
 * Control characters, line ends and marks that change the writing direction: none belongs into one line of another person's page.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

/** Returns one printable line, for notifications, titles and names. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim();

/** Placeholder for a text without any visible character, because a control without a name cannot be used. */
const nothing = '–';

/**
 * The one way people's text gets into a place that may read Markdown. Nothing in it is emphasis, link, image, list, heading, quote,
 * code or entity any more; to the eye it is unchanged, since only thin and invisible characters are put between.
 */
export const plainTitle = (text: string): string =>
  (oneLine(text) || nothing)
    // Blanks on both sides make a delimiter that neither opens nor closes; inside a word `_` is none.
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, `${hairSpace}$&${hairSpace}`)
    // No link without its bracket pair, no tag, autolink, entity or escape without its second character.
    .replace(/[[\]<&\\!]/g, `$&${wordJoiner}`)
    .replace(/^(?=[#>+\-=|]|\d+[.)])/, wordJoiner);
