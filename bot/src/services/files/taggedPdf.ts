import { buffer } from 'node:stream/consumers';
import { openPdf } from '../../gateways/pdfDocumentAndFonts.ts';
import type { Pdf, PdfFonts, PdfSettings, TextStyle } from '../../gateways/pdfDocumentAndFonts.ts';
import { pdfLinkArea } from './pdfLinkArea.ts';
import { linksInLines, noSheetLinks } from './exportedTextLinks.ts';
import type { SheetLinks } from './exportedTextLinks.ts';
import { rightToLeftCharacters } from './rightToLeftCharacters.ts';

// Writes texts from top to bottom into a tagged PDF: headings, paragraphs and lists that a screen reader reads in
// order. Lines and page numbers are marked as decoration, which screen readers skip.

const left = 50;
const right = 545;
const top = 50;
const bottom = 780;
const footer = 800;

interface Block {
  readonly style: TextStyle;
  readonly lineHeight: number;
  /** Distance from the left edge, in points. */
  readonly indent?: number;
  readonly links?: SheetLinks;
}

/** Adds the option `structParent`, which assigns a link to its tag: the types of the library lack it. */
type LinkOptions = PDFKit.Mixins.AnnotationOption & { readonly structParent: PDFKit.PDFStructureElement };

type Tag = 'H1' | 'H2' | 'H3' | 'P';

export class TaggedPdf {
  readonly #pdf: Pdf;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #title: string;
  #part: PDFKit.PDFStructureElement;
  #y = top;

  constructor(pdf: Pdf, title: string) {
    this.#pdf = pdf;
    this.#title = title;
    this.#root = pdf.page.struct('Document');
    pdf.page.addStructure(this.#root);
    this.#part = this.#root;
  }

  /** Begins a new section of the document, and adds it to the bookmarks. */
  beginSection(title: string): void {
    this.#endSection();
    // Makes room first, because the bookmark must lead to the page on which the heading is drawn.
    this.makeRoom(70);
    this.#part = this.#pdf.page.struct('Sect', { title });
    this.#root.add(this.#part);
    this.#pdf.page.outline.addItem(title);
  }

  #endSection(): void {
    if (this.#part !== this.#root) this.#part.end();
    this.#part = this.#root;
  }

  /** Begins a new page if fewer than `height` points are left on the current page. */
  makeRoom(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#pdf.page.addPage();
    this.#y = top;
  }

  skip(points: number): void {
    this.#y += points;
  }

  #decorate(draw: () => void): void {
    this.#pdf.page.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#pdf.page.endMarkedContent();
  }

  rule(): void {
    const { page } = this.#pdf;
    this.#decorate(() =>
      page.moveTo(left, this.#y).lineTo(right, this.#y).lineWidth(0.5).strokeColor('#999999').stroke(),
    );
    this.#y += 6;
  }

  /** Draws a text in as many lines as it needs. Lines that do not fit continue on the next page. */
  write(tag: Tag, text: string, { style, lineHeight, indent = 0, links = noSheetLinks }: Block): void {
    const { page } = this.#pdf;
    const x = left + indent;
    const lines = this.#pdf.wrap(text, right - x, style);
    // A line with right-to-left text is drawn in visual order, so screen readers additionally get the text in reading
    // order.
    const element = page.struct(tag, rightToLeftCharacters.test(text) ? { actual: text } : {});
    this.#part.add(element);
    const found = linksInLines(links, text, lines);
    for (const [index, line] of lines.entries()) {
      this.makeRoom(lineHeight);
      element.add(() => {
        this.#pdf.draw(line, { x, y: this.#y }, style);
      });
      for (const link of found)
        if (link.line === index) {
          const { before, width } = pdfLinkArea(this.#pdf, line, link, style);
          const target = page.struct('Link', { alt: link.url });
          element.add(target);
          const options: LinkOptions = { structParent: target };
          page.link(x + before, this.#y, width, lineHeight, link.url, options);
          target.end();
        }
      this.#y += lineHeight;
    }
    element.end();
  }

  hasGaps(): boolean {
    return this.#pdf.hasGaps();
  }

  /** Draws the title and the number on each page, ends the document, and returns the file. */
  async finish(locale: string): Promise<Buffer> {
    const { page } = this.#pdf;
    this.#endSection();
    this.#root.end();
    const style = { size: 8, color: '#555555' };
    const number = new Intl.NumberFormat(locale);
    const [title = ''] = this.#pdf.wrap(this.#title, right - left - 80, style);
    const { count } = page.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      page.switchToPage(index);
      page.markContent('Artifact', { type: 'Pagination' });
      this.#pdf.draw(title, { x: left, y: footer }, style);
      const shown = `${number.format(index + 1)} / ${number.format(count)}`;
      this.#pdf.draw(shown, { x: right, y: footer, align: 'right' }, style);
      page.endMarkedContent();
    }
    // Reading must begin before the document ends, because without a reader the end of the document would never
    // complete.
    const bytes = buffer(page);
    this.#pdf.end();
    return bytes;
  }
}

export const openTaggedPdf = async (fonts: PdfFonts, settings: Omit<PdfSettings, 'isTagged'>): Promise<TaggedPdf> =>
  new TaggedPdf(await openPdf(fonts, { ...settings, isTagged: true }), settings.title);
