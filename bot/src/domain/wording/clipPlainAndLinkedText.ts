import { answerParts } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks, AnswerPart } from '#contracts/core/findLinksAndMentions.ts';
import { mayContainLinks } from '#contracts/core/mayContainLinks.ts';

/** Cuts a text to at most `max` code points. If it was cut, the last code point is an ellipsis. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text;
  // A code point has at most two UTF-16 units, so only this part of a long text needs to be split.
  const points = Array.from(text.slice(0, max * 2 + 2));
  return points.length <= max ? text : `${points.slice(0, Math.max(0, max - 1)).join('')}…`;
};

/**
 * Cuts the text of the parts to at most `max` code points in total. A link whose text is cut keeps its complete URL, so
 * that it still leads to the same page.
 */
export const clipParts = (parts: readonly AnswerPart[], max: number): readonly AnswerPart[] => {
  const whole = parts.map((part) => part.text).join('');
  const shown = clip(whole, max);
  if (shown === whole) return parts;
  const kept: AnswerPart[] = [];
  // The last character of the shown text is the ellipsis. It belongs to no part, so one character less is left for the
  // parts.
  let left = shown.length - 1;
  for (const part of parts) {
    if (left <= 0) break;
    kept.push(part.text.length <= left ? part : { ...part, text: part.text.slice(0, left) });
    left -= part.text.length;
  }
  return [...kept, { kind: 'TEXT', text: shown.slice(-1) }];
};

/**
 * Returns the parts of a text of at most `max` code points. Pass undefined as `links` to show the text without links.
 */
export const shownParts = (text: string, max: number, links: AnswerLinks | undefined): readonly AnswerPart[] =>
  links === undefined || !mayContainLinks(text)
    ? [{ kind: 'TEXT', text: clip(text, max) }]
    : clipParts(answerParts(links, text), max);
