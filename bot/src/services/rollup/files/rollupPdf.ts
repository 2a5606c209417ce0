import type { PdfFonts, TextStyle } from '../../../gateways/pdfDocumentAndFonts.ts';
import { openTaggedPdf } from '../../files/taggedPdf.ts';
import type { TaggedPdf } from '../../files/taggedPdf.ts';
import { linksFor, shownTexts } from './rollupFileModel.ts';
import type {
  Fact,
  FileEntry,
  FileGroup,
  FileHead,
  FileItem,
  FileLinks,
  RollupFileTexts,
  ShownText,
} from './rollupFileModel.ts';

// Writes a roll-up as a PDF with a section and a bookmark for each group. By default, a group is a person.

const grey = '#555555';
const plain: TextStyle = { size: 9 };
const small: TextStyle = { size: 9, color: grey };
const bold: TextStyle = { size: 9, isBold: true };
const lineHeight = 12;

const writeFacts = (pdf: TaggedPdf, facts: readonly Fact[], style: TextStyle): void => {
  for (const { label, value } of facts) pdf.write('P', `${label}: ${value}`, { style, lineHeight });
};

const writeHead = (pdf: TaggedPdf, { title, filters, facts }: FileHead, { sheets }: RollupFileTexts): void => {
  pdf.write('H1', title, { style: { size: 18, isBold: true }, lineHeight: 24 });
  pdf.skip(4);
  writeFacts(pdf, filters, small);
  pdf.skip(12);
  pdf.beginSection(sheets.SUMMARY);
  pdf.write('H2', sheets.SUMMARY, { style: { size: 12, isBold: true }, lineHeight: 17 });
  writeFacts(pdf, facts, plain);
};

const writeGroup = (pdf: TaggedPdf, { title, notes, facts }: FileGroup): void => {
  pdf.skip(18);
  pdf.beginSection(title);
  pdf.write('H2', title, { style: { size: 12, isBold: true }, lineHeight: 17 });
  for (const note of notes) pdf.write('P', note, { style: small, lineHeight });
  writeFacts(pdf, facts, plain);
};

const writeAnswer = (
  pdf: TaggedPdf,
  { question, text, isBlocking }: ShownText,
  { links, blocker }: { readonly links: ReturnType<typeof linksFor>; readonly blocker: string },
): void => {
  pdf.makeRoom(2 * lineHeight);
  const mark = isBlocking ? ` (${blocker})` : '';
  pdf.write('P', `${question}${mark}`, { style: small, lineHeight, indent: 12 });
  pdf.write('P', text, { style: plain, lineHeight, indent: 12, links });
};

const writeEntry = (pdf: TaggedPdf, entry: FileEntry, { links, texts }: Writing): void => {
  pdf.skip(8);
  pdf.makeRoom(4 * lineHeight);
  pdf.rule();
  pdf.write('H3', entry.title, { style: bold, lineHeight });
  const time = entry.answeredAt === null ? [] : [entry.answeredAt.replace('T', ' ')];
  pdf.write('P', [entry.state, ...entry.details, ...time].join(' · '), { style: small, lineHeight });
  const own = { links: linksFor(links, entry), blocker: texts.blocker };
  for (const answer of shownTexts(entry, texts)) writeAnswer(pdf, answer, own);
};

interface Writing {
  readonly head: FileHead;
  readonly links: FileLinks;
  readonly texts: RollupFileTexts;
}

export const rollupPdf = async (
  writing: Writing,
  items: Iterable<FileItem>,
  { fonts, at }: { readonly fonts: PdfFonts; readonly at: number },
): Promise<Buffer> => {
  const { head, texts } = writing;
  const pdf = await openTaggedPdf(fonts, { title: head.title, language: texts.locale, at });
  writeHead(pdf, head, texts);
  let isEmpty = true;
  for (const item of items) {
    isEmpty = false;
    if (item.kind === 'GROUP') writeGroup(pdf, item.group);
    else writeEntry(pdf, item.entry, writing);
  }
  pdf.skip(12);
  if (isEmpty) pdf.write('P', texts.empty, { style: plain, lineHeight });
  if (pdf.hasGaps()) pdf.write('P', texts.gaps, { style: { size: 8, color: grey }, lineHeight });
  return pdf.finish(texts.locale);
};
