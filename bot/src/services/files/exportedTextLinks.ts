import { answerParts, noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import { linkUrl } from '../../domain/wording/linkAndPersonUrls.ts';

// Finds the links and mentions in the texts of exported files (timesheets and roll-ups). In a file, a link is stored
// separately from its text, so that no text becomes a formula.

/**
 * The data for finding links in an exported file: the link patterns and mentions, and the URL of this installation
 * without a trailing slash.
 */
export interface SheetLinks {
  readonly links: AnswerLinks;
  readonly publicUrl: string;
}

export const noSheetLinks: SheetLinks = { links: noLinks, publicUrl: '' };

interface TextPart {
  readonly text: string;
  readonly url: string | undefined;
}

/** Splits a text into plain parts (`url` undefined) and links. */
export const textParts = ({ links, publicUrl }: SheetLinks, text: string): readonly TextPart[] =>
  answerParts(links, text).map((part) => ({
    text: part.text,
    url: part.kind === 'TEXT' ? undefined : linkUrl(part, publicUrl),
  }));

/**
 * Returns the first link of a text whose URL has at most `maxLength` characters; undefined if there is none. Only one
 * is returned, because a cell has only one link.
 */
export const firstLink = (links: SheetLinks, text: string, maxLength: number): string | undefined =>
  textParts(links, text).find(({ url }) => url !== undefined && url.length <= maxLength)?.url;

/** A link in one line of a wrapped text. `from` is the index of its first character, `to` the index after its last. */
export interface LineLink {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly url: string;
}

const solid = (text: string): number => text.replace(/\s/g, '').length;

/** Returns the index after the first `count` characters of a line, where white space does not count. */
const indexAfter = (line: string, count: number): number => {
  let left = count;
  for (let index = 0; index < line.length; index += 1) {
    if (left === 0) return index;
    if (!/\s/.test(line.charAt(index))) left -= 1;
  }
  return line.length;
};

/**
 * Returns the links of a text in the lines into which it was wrapped. Wrapping changes only white space, so a link is
 * located by the number of other characters before it. A link that is broken over several lines has a part in each of
 * them, and each part has the whole URL.
 */
export const linksInLines = (links: SheetLinks, text: string, lines: readonly string[]): readonly LineLink[] => {
  const parts = textParts(links, text);
  if (parts.every(({ url }) => url === undefined)) return [];
  const starts = lines.reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + solid(line)], [0]);
  const found: LineLink[] = [];
  let from = 0;
  for (const part of parts) {
    const to = from + solid(part.text);
    for (const [line, shown] of part.url === undefined ? [] : lines.entries()) {
      const start = starts[line] ?? 0;
      const [first, last] = [Math.max(from - start, 0), Math.min(to - start, solid(shown))];
      if (first >= last || part.url === undefined) continue;
      const begin = indexAfter(shown, first);
      const blanks = shown.slice(begin).length - shown.slice(begin).trimStart().length;
      found.push({ line, from: begin + blanks, to: indexAfter(shown, last), url: part.url });
    }
    from = to;
  }
  return found;
};
