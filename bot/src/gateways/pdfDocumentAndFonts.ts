import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { once } from '../concurrency/once.ts';
import { visualOrder } from '../domain/wording/bidiVisualOrder.ts';

// Creates PDF documents with names in every script. Each character uses the first font that contains it, and lines are
// in visual order. A character that no font contains is shown as its Unicode number in brackets, because readers could
// take an empty box for a part of the name.

export interface PdfFontFiles {
  readonly regular: string;
  readonly bold: string;
  /**
   * TTF or OTF fonts for scripts that the two main fonts do not contain (Han, Hangul, Devanagari, Thai …). They are
   * tried in this order.
   */
  readonly more: readonly string[];
}

export interface PdfFonts {
  readonly regular: Buffer;
  readonly bold: Buffer;
  readonly more: readonly Buffer[];
}

/** Returns a function that loads the font files when it is first called, for the first document. */
export const createPdfFonts = (files: PdfFontFiles): (() => PdfFonts) =>
  once(() => ({
    regular: readFileSync(files.regular),
    bold: readFileSync(files.bold),
    more: files.more.map((file) => readFileSync(file)),
  }));

export interface TextStyle {
  /** Font size in points. */
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
}

export interface PdfSettings {
  readonly title: string;
  /** BCP 47 tag of the document's language. */
  readonly language: string;
  /**
   * Creation time of the document in epoch ms. The file contains no other time, so that the same content gives the same
   * bytes.
   */
  readonly at: number;
  readonly isLandscape?: boolean;
  /**
   * True for a document with tags for screen readers. Its pages stay open until the end, so that page numbers can be
   * drawn on them.
   */
  readonly isTagged?: boolean;
}

export interface LinePosition {
  /** Horizontal position in points: the left end of the line, or its right end if `align` is `right`. */
  readonly x: number;
  readonly y: number;
  /** The end of the line that is at `x`; left out = `left`. */
  readonly align?: 'left' | 'right';
}

export interface Pdf {
  /** The page object of the PDF library, for lines, fills and new pages. For text, use `draw`. */
  readonly page: PDFKit.PDFDocument;
  /** Draws one line, without line breaks. Use `wrap` to break a text into lines. */
  readonly draw: (text: string, position: LinePosition, style: TextStyle) => void;
  /** Returns the width of the text in points when it is drawn. */
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** Breaks a text into lines of at most this width. Words that are longer than a line are broken too. */
  readonly wrap: (text: string, width: number, style: TextStyle) => string[];
  /** True if a character had no font and was drawn as its number. */
  readonly hasGaps: () => boolean;
  /** Ends the document. Returns a stream of its bytes, which are created while the stream is read. */
  readonly end: () => Readable;
}

interface FontInUse {
  readonly name: string;
  readonly has: (codePoint: number) => boolean;
}

interface Span {
  readonly text: string;
  readonly font: string;
}

/** The library's current font object, which is missing in the library's types. */
interface WithFont {
  readonly _font: { readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean } };
}

const register = (page: PDFKit.PDFDocument, name: string, file: Buffer): FontInUse => {
  page.registerFont(name, file);
  page.font(name);
  const { font } = (page as unknown as WithFont)._font;
  return { name, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
};

const numberOf = (sign: string): string =>
  `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

const margin = 50;

// The library is loaded for the first document: loading takes 30 MB and half a second, which a server without documents
// saves.
const emptyPage = async ({
  title,
  language,
  at,
  isLandscape = false,
  isTagged = false,
}: PdfSettings): Promise<PDFKit.PDFDocument> => {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({
    ...{ size: 'A4', layout: isLandscape ? 'landscape' : 'portrait', margin, lang: language, font: '' },
    ...{ displayTitle: true, bufferPages: isTagged, autoFirstPage: true },
    ...(isTagged ? { tagged: true, pdfVersion: '1.7' as const } : {}),
    info: { Title: title, CreationDate: new Date(at), ModDate: new Date(at) },
  });
};

/** Splits a text where a line may break: after spaces, and between Han characters, which are written without spaces. */
const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];

/** The regular and bold fonts of one document, each in the order in which they are tried. */
interface DocumentFonts {
  readonly plain: readonly FontInUse[];
  readonly bold: readonly FontInUse[];
}

const registerFonts = (page: PDFKit.PDFDocument, fonts: PdfFonts): DocumentFonts => {
  const more = fonts.more.map((file, index) => register(page, `more${index}`, file));
  const plain = [register(page, 'regular', fonts.regular), ...more];
  return { plain, bold: [register(page, 'bold', fonts.bold), ...plain] };
};

class DocumentText {
  hasGaps = false;
  readonly #page: PDFKit.PDFDocument;
  readonly #fonts: DocumentFonts;
  constructor(page: PDFKit.PDFDocument, fonts: DocumentFonts) {
    this.#page = page;
    this.#fonts = fonts;
  }

  #spansOf(text: string, choice: readonly FontInUse[]): Span[] {
    const spans: Span[] = [];
    const [first] = choice;
    for (const sign of text) {
      const fontInUse = choice.find((fontInUse) => fontInUse.has(sign.codePointAt(0) ?? 0));
      if (fontInUse === undefined) this.hasGaps = true;
      const span = {
        text: fontInUse === undefined ? numberOf(sign) : sign,
        font: (fontInUse ?? first)?.name ?? 'regular',
      };
      const last = spans.at(-1);
      if (last?.font === span.font) spans[spans.length - 1] = { ...last, text: last.text + span.text };
      else spans.push(span);
    }
    return spans;
  }

  #inReadingOrder(text: string, { isBold = false }: TextStyle): Span[] {
    return visualOrder(text.normalize('NFC')).flatMap((piece) => {
      const spans = this.#spansOf(piece.text, isBold ? this.#fonts.bold : this.#fonts.plain);
      return piece.isRightToLeft ? spans.reverse() : spans;
    });
  }

  #measure(spans: readonly Span[], size: number): number {
    return spans.reduce((sum, span) => sum + this.#page.font(span.font, size).widthOfString(span.text), 0);
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#measure(this.#inReadingOrder(text, style), style.size);
  }

  /** Returns the width of a line. Spaces at its end do not count, because they may be beyond the edge. */
  #lineWidth(pieces: readonly string[], style: TextStyle): number {
    return this.widthOf(pieces.join('').trimEnd(), style);
  }

  /**
   * Returns the index after the last piece that fits on a line which begins with the piece `from`; at least one piece is
   * taken. The steps double, then halve: measuring after each piece would take minutes for thousands of combining marks,
   * which have no width.
   */
  #endOfLine(pieces: readonly string[], from: number, width: number, style: TextStyle): number {
    const fits = (end: number): boolean => this.#lineWidth(pieces.slice(from, end), style) <= width;
    let end = from + 1;
    let step = 1;
    while (end + step <= pieces.length && fits(end + step)) {
      end += step;
      step *= 2;
    }
    for (step /= 2; step >= 1; step /= 2) if (end + step <= pieces.length && fits(end + step)) end += step;
    return end;
  }

  /**
   * Breaks a word into parts that fit. Each part has at least one character, even if the character is wider than the
   * line.
   */
  #breakWord(word: string, width: number, style: TextStyle): string[] {
    const signs = Array.from(word);
    const parts: string[] = [];
    for (let from = 0; from < signs.length;) {
      const end = this.#endOfLine(signs, from, width, style);
      parts.push(signs.slice(from, end).join(''));
      from = end;
    }
    return parts;
  }

  wrapLine(text: string, width: number, style: TextStyle): string[] {
    const words = wordsOf(text);
    const lines: string[] = [];
    for (let from = 0; from < words.length;) {
      const end = this.#endOfLine(words, from, width, style);
      const [first = '', ...more] = words.slice(from, end);
      const isTooWide = more.length === 0 && this.#lineWidth([first], style) > width;
      const word = first.trimEnd();
      const parts = isTooWide ? this.#breakWord(word, width, style) : [];
      if (parts.length > 1) {
        // The last part begins the next line, together with the words after it.
        lines.push(...parts.slice(0, -1));
        words[from] = `${parts.at(-1) ?? ''}${first.slice(word.length)}`;
      } else {
        lines.push([first, ...more].join('').trimEnd());
        from = end;
      }
    }
    return lines.length === 0 ? [''] : lines;
  }

  drawLine(text: string, { x, y, align = 'left' }: LinePosition, style: TextStyle): void {
    const spans = this.#inReadingOrder(text, style);
    let at = align === 'left' ? x : x - this.#measure(spans, style.size);
    for (const span of spans) {
      this.#page
        .font(span.font, style.size)
        .fillColor(style.color ?? '#000000')
        .text(span.text, at, y, { lineBreak: false });
      at += this.#page.widthOfString(span.text);
    }
  }
}

export const openPdf = async (fonts: PdfFonts, settings: PdfSettings): Promise<Pdf> => {
  const page = await emptyPage(settings);
  const documentText = new DocumentText(page, registerFonts(page, fonts));
  return {
    page,
    widthOf: (text, style) => documentText.widthOf(text, style),
    hasGaps: () => documentText.hasGaps,
    wrap: (text, width, style) => text.split('\n').flatMap((line) => documentText.wrapLine(line, width, style)),
    draw: (text, position, style) => {
      documentText.drawLine(text, position, style);
    },
    end: () => {
      page.end();
      return page;
    },
  };
};
