import PDFDocument from 'pdfkit';

/** A text and its position on a page, in points from the top left corner. */
export interface DrawnText {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly size: number;
}

export interface DrawnRule {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

export interface DrawnPdf {
  readonly texts: DrawnText[];
  readonly rules: DrawnRule[];
}

/** The current font size, which the types of the package lack. */
interface WithSize {
  readonly _fontSize: number;
}

/**
 * Records the texts and horizontal rules that are drawn from now on instead of writing them into the document, so that
 * a layout test needs no PDF reader. `jest.restoreAllMocks()` ends the recording.
 */
export const recordPdfDrawing = (): DrawnPdf => {
  const drawn: DrawnPdf = { texts: [], rules: [] };
  const draft = PDFDocument.prototype as PDFKit.PDFDocument;
  let page = -1;
  let from = { x: 0, y: 0 };
  const addPage = Reflect.get(draft, 'addPage') as (...options: unknown[]) => PDFKit.PDFDocument;
  jest.spyOn(draft, 'addPage').mockImplementation(function (this: PDFKit.PDFDocument, ...options) {
    page += 1;
    return addPage.apply(this, options);
  });
  jest.spyOn(draft, 'text').mockImplementation(function (
    this: PDFKit.PDFDocument,
    text: string,
    ...[left, top]: unknown[]
  ) {
    const place = { left: Number(left), top: Number(top) };
    const size = (this as unknown as WithSize)._fontSize;
    drawn.texts.push({ page, text, ...place, right: place.left + this.widthOfString(text), size });
    return this;
  });
  jest.spyOn(draft, 'moveTo').mockImplementation(function (this: PDFKit.PDFDocument, x, y) {
    from = { x, y };
    return this;
  });
  jest.spyOn(draft, 'lineTo').mockImplementation(function (this: PDFKit.PDFDocument, x, y) {
    drawn.rules.push({ page, from: from.x, to: x, y: from.y === y ? y : Number.NaN });
    return this;
  });
  return drawn;
};

export const overlaps = ({ texts }: DrawnPdf): readonly string[] =>
  texts.flatMap((text, index) =>
    texts
      .slice(index + 1)
      .filter((other) => other.page === text.page)
      .filter((other) => other.left < text.right && text.left < other.right)
      .filter((other) => other.top < text.top + text.size && text.top < other.top + other.size)
      .map((other) => `${text.text} / ${other.text}`),
  );

/** Returns the lines of each page. Consecutive texts at the same height form one line. */
export const linesOf = ({ texts }: DrawnPdf): readonly (readonly string[])[] => {
  const pages: string[][] = [];
  for (const [index, { page, text, top, left }] of texts.entries()) {
    const lines = (pages[page] ??= []);
    const before = texts[index - 1];
    if (before?.page === page && before.top === top && before.left < left) lines.push(`${lines.pop() ?? ''} | ${text}`);
    else lines.push(text);
  }
  return pages;
};
