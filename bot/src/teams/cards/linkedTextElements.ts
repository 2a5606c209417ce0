import type { AnswerLinks, AnswerPart } from '#contracts/core/findLinksAndMentions.ts';
import { linkUrl } from '../../domain/wording/linkAndPersonUrls.ts';
import { shownParts } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { linkRun, textLine, textRun } from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';

/** The links of a card. `publicUrl` is the URL of this installation, without a trailing slash. */
export interface CardLinks {
  readonly links: AnswerLinks;
  readonly publicUrl: string;
}

const runOf = (part: AnswerPart, publicUrl: string): Element =>
  part.kind === 'TEXT' ? textRun(part.text) : linkRun(part.text, linkUrl(part, publicUrl));

/**
 * Returns the text runs of a user-written text with its links, cut to `max` code points. `links` is undefined if the
 * card has no room for links.
 */
export const linkedRuns = (text: string, max: number, links: CardLinks | undefined): readonly Element[] =>
  shownParts(text, max, links?.links).map((part) => runOf(part, links?.publicUrl ?? ''));

/** Returns the parts of each line of a text. No link is split, because no link contains a line end. */
const linesOf = (parts: readonly AnswerPart[]): readonly (readonly AnswerPart[])[] => {
  const lines: AnswerPart[][] = [[]];
  for (const part of parts)
    for (const [index, text] of part.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...part, text });
    }
  return lines;
};

/**
 * Returns a user-written text with its links, with one paragraph for each line, because a TextRun does not break lines.
 */
export const linkedParagraphs = (text: string, max: number, links: CardLinks | undefined): readonly Element[] =>
  linesOf(shownParts(text, max, links?.links))
    .filter((parts) => parts.some((part) => part.text.trim() !== ''))
    .map((parts) =>
      textLine(
        parts.map((part) => runOf(part, links?.publicUrl ?? '')),
        'none',
      ),
    );
