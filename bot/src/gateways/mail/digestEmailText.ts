import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { digestDocument } from '../../domain/digests/digestDocument.ts';
import type { DigestBlock, DigestLine } from '../../domain/digests/digestDocument.ts';
import type { DigestModel } from '../../domain/digests/digestModelTypes.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { escapeText, htmlTextOf } from './emailLayout.ts';
import type { Block, Item } from './emailLayout.ts';
import type { SummaryText } from './summaryEmailText.ts';

// Builds the email of a digest from the same lines as its card (`digestDocument`).

/** Mail programs cut an email at about 100 kB of HTML. This limit leaves a margin. */
const maxBytes = 90_000;
const bytesOfMarkup = 260;
/**
 * Levels of detail, tried in order until the email fits. `quote`: maximum number of code points of an answer; 0 =
 * answers are left out. `lines`: maximum number of lines of a section.
 */
const levels = [
  { quote: 2_000, lines: 400 },
  { quote: 500, lines: 400 },
  { quote: 120, lines: 400 },
  { quote: 0, lines: 200 },
  { quote: 0, lines: 60 },
] as const;
type Level = { readonly quote: number; readonly lines: number };

const quoted = (text: string, max: number): string => clip(text.trim(), max).split(/\r?\n/).map(escapeText).join('\n');

const itemOf = ({ subject, text, quote, link, detail }: DigestLine, { quote: max }: Level, publicUrl: string): Item => {
  const shown = quote === undefined || max === 0 ? '' : quoted(quote, max);
  const action = link === undefined ? [] : [{ text: link.label, url: publicUrl + link.path, showsUrl: true }];
  const sentence = escapeText(clip(text, 500));
  if (detail === 'RUN') return { text: sentence };
  if (detail === 'ANSWER') return { soft: sentence, text: shown };
  return {
    ...(subject === '' ? {} : { strong: escapeText(subject) }),
    text: [
      { text: sentence },
      ...(shown === '' ? [] : [{ text: ` · ${shown}` }]),
      ...(action.length === 0 ? [] : [{ text: ' · ' }, ...action]),
    ],
  };
};

const blockOf = (t: Translate, { heading, lines }: DigestBlock, level: Level, publicUrl: string): Block => {
  const wanted = level.quote === 0 ? lines.filter(({ detail }) => detail === undefined) : lines;
  const left = wanted.length - level.lines;
  return {
    heading,
    items: [
      ...wanted.slice(0, level.lines).map((line) => itemOf(line, level, publicUrl)),
      ...(left > 0 ? [{ text: t('digest.more', { count: left }) }] : []),
    ],
  };
};

const weigh = (blocks: readonly Block[]): number =>
  blocks
    .flatMap(({ items }) => items)
    .reduce(
      (sum, { strong = '', soft = '', text }) =>
        sum + bytesOfMarkup + Buffer.byteLength(strong + soft + htmlTextOf(text)),
      0,
    );

/**
 * Returns the text of a digest, with answers shortened and lines left out until the email fits or the last level is
 * reached.
 */
export const renderDigestText = (t: Translate, model: DigestModel, publicUrl: string): SummaryText => {
  const document = digestDocument(t, model);
  const drawn = (level: Level): Block[] => document.blocks.map((block) => blockOf(t, block, level, publicUrl));
  const level = levels.find((candidate) => weigh(drawn(candidate)) <= maxBytes) ?? levels[4];
  return {
    title: escapeText(document.title),
    before: document.intro.map(escapeText),
    blocks: drawn(level),
    after: level === levels[0] ? [] : [t('digest.shortened')],
  };
};
