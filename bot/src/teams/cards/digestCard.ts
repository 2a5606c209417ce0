import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { digestDocument } from '../../domain/digests/digestDocument.ts';
import type { DigestBlock, DigestDocument, DigestLine } from '../../domain/digests/digestDocument.ts';
import type { DigestModel } from '../../domain/digests/digestModelTypes.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import {
  cardBudget,
  cardHeader,
  cardHeading,
  linkRun,
  message,
  noteText,
  openUrl,
  sizeOf,
  textLine,
  textRun,
} from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { linesInOne, oneLine } from './markdownSafeTitle.ts';

interface Detail {
  /**
   * Maximum number of code points of a quoted text. With 0, quotes are left out, together with the lines that name runs
   * and answers.
   */
  readonly quote: number;
  /** Maximum number of lines of each section. */
  readonly lines: number;
}

const all = Number.MAX_SAFE_INTEGER;

/**
 * Levels of detail, tried in order until the card is within its budget. Answers are shortened before lines are left
 * out.
 */
const details: readonly Detail[] = [
  ...[2000, 500, 250, 120, 60].map((quote) => ({ quote, lines: all })),
  ...[all, 80, 40, 20, 10].map((lines) => ({ quote: 0, lines })),
];
const least: Detail = { quote: 0, lines: 5 };

const longestSubject = 60;
const longestText = 240;

/**
 * Maximum number of lines of a digest for which the levels without a limit of lines are tried. A card with more lines
 * cannot fit.
 */
const mostLines = 400;

interface Page {
  readonly t: Translate;
  readonly document: DigestDocument;
  readonly detail: Detail;
  readonly links: { readonly url: string; readonly publicUrl: string };
}

/**
 * Styles of two kinds of lines: the name of a run looks like a small heading, and the question of an answer is less
 * prominent than the answer.
 */
const styles = { RUN: { bold: true, small: true }, ANSWER: { subtle: true, small: true } } as const;

const lineElement = ({ detail, links }: Page, line: DigestLine): Element => {
  const { subject, text, quote, link, detail: kind } = line;
  const shown = quote === undefined || detail.quote === 0 ? '' : clip(linesInOne(quote), detail.quote);
  return textLine(
    [
      ...(subject === '' ? [] : [textRun(`${clip(oneLine(subject), longestSubject)}: `, { bold: true })]),
      textRun(clip(oneLine(text), longestText), kind === undefined ? {} : styles[kind]),
      ...(shown === '' ? [] : [textRun(` · ${shown}`)]),
      ...(link === undefined ? [] : [textRun(' · '), linkRun(link.label, links.publicUrl + link.path)]),
    ],
    kind === undefined ? 'small' : 'none',
  );
};

const shownLines = ({ detail }: Page, { lines }: DigestBlock): readonly DigestLine[] =>
  detail.quote === 0 ? lines.filter((line) => line.detail === undefined) : lines;

const blockElements = (page: Page, block: DigestBlock): readonly Element[] => {
  const lines = shownLines(page, block);
  const shown = lines.slice(0, page.detail.lines);
  const left = lines.length - shown.length;
  return [
    cardHeading(block.heading),
    ...shown.map((line) => lineElement(page, line)),
    ...(left > 0 ? [noteText(page.t('digest.more', { count: left }))] : []),
  ];
};

const draw = (page: Page): RenderedCard => {
  const { t, document, detail, links } = page;
  const isShort = detail !== details[0];
  return message({
    summary: document.title,
    body: [
      // `oneLine` removes direction marks. A mark in the digest's name would reverse the team's name, which is in the
      // same title.
      cardHeader(oneLine(document.title)),
      ...document.intro.map((text) => noteText(text)),
      ...document.blocks.flatMap((block) => blockElements(page, block)),
      ...(isShort ? [noteText(t('digest.shortened'))] : []),
    ],
    actions: [openUrl(t('digest.open'), links.url)],
  });
};

/** Draws a digest within the budget of a card. `links.url`: the page of the digests. */
export const digestCard = (t: Translate, model: DigestModel, links: Page['links']): RenderedCard => {
  const document = digestDocument(t, model);
  const count = document.blocks.reduce((sum, { lines }) => sum + lines.length, 0);
  for (const detail of details) {
    if (detail.lines === all && count > mostLines) continue;
    const drawn = draw({ t, document, detail, links });
    if (sizeOf(drawn) <= cardBudget) return drawn;
  }
  return draw({ t, document, detail: least, links });
};
