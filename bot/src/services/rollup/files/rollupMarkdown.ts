import { textParts } from '../../files/exportedTextLinks.ts';
import type { SheetLinks } from '../../files/exportedTextLinks.ts';
import { linksFor, shownTexts } from './rollupFileModel.ts';
import type { Fact, FileEntry, FileItem, RollupFileTexts } from './rollupFileModel.ts';
import type { RollupFileSource } from './readRollupForFile.ts';

// Writes a roll-up as Markdown (CommonMark). User-written texts are escaped, so that they cannot become headings, links
// or HTML.

const special = /[\\`*_[\]<>&|~#$]/g;
/** Beginning of a line that Markdown would read as a list, a heading or a rule. */
const opensBlock = /^(\s*)([-+=]|\d{1,9}(?=[.)]))/;
// oxlint-disable-next-line no-control-regex -- Markdown has no form for control characters.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const escaped = (text: string): string => text.toWellFormed().replace(control, ' ').replace(special, '\\$&');

/**
 * Escapes the beginning of a line, so that Markdown does not read it as a list, a heading or a rule. After a number,
 * the full stop or bracket is escaped instead.
 */
const escapedLine = (line: string): string => {
  const [, blanks = '', sign = ''] = opensBlock.exec(line) ?? [];
  if (sign === '') return line;
  const rest = line.slice(blanks.length + sign.length);
  return /\d/.test(sign) ? `${sign}\\${rest}` : `\\${sign}${rest}`;
};

const targetText = (url: string): string => url.replace(/[\\<>\s]/g, (sign) => encodeURIComponent(sign));

/**
 * Returns the text as Markdown with its links. Line breaks stay; empty lines, and spaces at the beginning and end of
 * lines, are removed.
 */
const linkedText = (links: SheetLinks, text: string, indent: string): string =>
  textParts(links, text)
    .map(({ text: part, url }) => (url === undefined ? escaped(part) : `[${escaped(part)}](<${targetText(url)}>)`))
    .join('')
    .split('\n')
    .map((line) => escapedLine(line.trim()))
    .filter((line) => line !== '')
    .join(`\\\n${indent}`);

const oneLine = (text: string): string => escaped(text.replace(/\s+/g, ' ').trim());

const factLines = (facts: readonly Fact[]): string =>
  facts.map(({ label, value }) => `- **${oneLine(label)}:** ${oneLine(value)}\n`).join('');

const entryText = (entry: FileEntry, { links }: RollupFileSource, texts: RollupFileTexts): string => {
  const own = linksFor(links, entry);
  const time = entry.answeredAt === null ? [] : [entry.answeredAt.replace('T', ' ')];
  const state = [entry.state, ...entry.details, ...time].map(oneLine).join(' · ');
  const answers = shownTexts(entry, texts).map(({ question, text, isBlocking }) => {
    const mark = isBlocking ? ` (${oneLine(texts.blocker)})` : '';
    return `- **${oneLine(question)}**${mark}\\\n  ${linkedText(own, text, '  ')}\n`;
  });
  return `\n### ${oneLine(entry.title)}\n\n${state}\n${answers.length === 0 ? '' : `\n${answers.join('')}`}`;
};

const itemText = (item: FileItem, source: RollupFileSource, texts: RollupFileTexts): string => {
  if (item.kind === 'ENTRY') return entryText(item.entry, source, texts);
  const { title, notes, facts } = item.group;
  const below = notes.map((note) => `${oneLine(note)}\n\n`).join('');
  return `\n## ${oneLine(title)}\n\n${below}${factLines(facts)}`;
};

/**
 * Yields the Markdown file: the title and filters, the figures of all groups together, then a section for each group.
 */
export const rollupMarkdown = async function* (
  source: RollupFileSource,
  texts: RollupFileTexts,
): AsyncGenerator<string> {
  const { title, filters, facts } = source.head;
  yield `# ${oneLine(title)}\n\n${factLines(filters)}\n## ${oneLine(texts.sheets.SUMMARY)}\n\n${factLines(facts)}`;
  let isEmpty = true;
  for await (const batch of source.batches()) {
    isEmpty = false;
    yield batch.map((item) => itemText(item, source, texts)).join('');
  }
  if (isEmpty) yield `\n${oneLine(texts.empty)}\n`;
};
