import { buffer } from 'node:stream/consumers';
import { openPdf } from '../../gateways/pdfText.ts';
import type { Pdf, PdfFonts, TextStyle } from '../../gateways/pdfText.ts';
import type { Sums } from '../../domain/timesheets/sheetTotals.ts';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, PersonSection } from './timesheetExport.ts';
import type { SheetTexts } from './exportLabels.ts';

// A timesheet as a document: a section for each person with rows and sum, and the total at the end.

const left = 50;
const right = 545;
const bottom = 780;
const columns = { date: left, meeting: 120, task: 235, hours: right };
const widths = { meeting: 105, task: 255 };
const plain: TextStyle = { size: 9 };
const bold: TextStyle = { size: 9, isBold: true };
const lineHeight = 12;

interface Drawing {
  readonly pdf: Pdf;
  readonly texts: SheetTexts;
  y: number;
}

const hours = (minutes: number): string => exportHours(minutes).toFixed(2);

const rule = ({ pdf, y }: Drawing): void => {
  pdf.page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999999').stroke();
};

const drawHead = (drawing: Drawing): void => {
  const { pdf, texts } = drawing;
  pdf.draw(texts.date, columns.date, drawing.y, bold);
  pdf.draw(texts.meeting, columns.meeting, drawing.y, bold);
  pdf.draw(texts.task, columns.task, drawing.y, bold);
  pdf.draw(texts.hours, columns.hours, drawing.y, bold, 'right');
  drawing.y += lineHeight + 2;
  rule(drawing);
  drawing.y += 4;
};

/** Makes room for this many lines, on the next page if necessary; `again` then draws the repeated heading. */
const makeRoom = (drawing: Drawing, lines: number, again: (() => void) | null): void => {
  if (drawing.y + lines * lineHeight <= bottom) return;
  drawing.pdf.page.addPage();
  drawing.y = 50;
  again?.();
};

const drawRow = (drawing: Drawing, { date, meeting, task, minutes }: ExportRow): void => {
  const { pdf } = drawing;
  const names = pdf.wrap(meeting ?? '', widths.meeting, plain);
  const tasks = pdf.wrap(task, widths.task, plain);
  const height = Math.max(names.length, tasks.length);
  for (let at = 0; at < height; at += 1) {
    makeRoom(drawing, 1, () => {
      drawHead(drawing);
    });
    if (at === 0) {
      pdf.draw(date, columns.date, drawing.y, plain);
      pdf.draw(hours(minutes), columns.hours, drawing.y, plain, 'right');
    }
    pdf.draw(names[at] ?? '', columns.meeting, drawing.y, plain);
    pdf.draw(tasks[at] ?? '', columns.task, drawing.y, plain);
    drawing.y += lineHeight;
  }
  drawing.y += 2;
};

const drawSum = (drawing: Drawing, label: string, minutes: number): void => {
  makeRoom(drawing, 2, null);
  rule(drawing);
  drawing.y += 4;
  drawing.pdf.draw(label, left, drawing.y, bold);
  drawing.pdf.draw(hours(minutes), columns.hours, drawing.y, bold, 'right');
  drawing.y += lineHeight + 14;
};

const drawSection = (drawing: Drawing, { user, rows, minutes }: PersonSection): void => {
  const { pdf, texts } = drawing;
  makeRoom(drawing, 5, null);
  for (const line of pdf.wrap(user, right - left, { size: 12, isBold: true })) {
    pdf.draw(line, left, drawing.y, { size: 12, isBold: true });
    drawing.y += 17;
  }
  drawHead(drawing);
  for (const row of rows) drawRow(drawing, row);
  drawSum(drawing, texts.total, minutes);
};

export const sheetPdf = async (
  sections: readonly PersonSection[],
  { minutes }: Sums,
  texts: SheetTexts,
  { fonts, at }: { readonly fonts: PdfFonts; readonly at: number },
): Promise<Buffer> => {
  const pdf = await openPdf(fonts, { title: `${texts.title} ${texts.subtitle}`, language: texts.locale, at });
  const drawing: Drawing = { pdf, texts, y: 50 };
  pdf.draw(texts.title, left, drawing.y, { size: 18, isBold: true });
  drawing.y += 28;
  for (const line of pdf.wrap(texts.subtitle, right - left, plain)) {
    pdf.draw(line, left, drawing.y, plain);
    drawing.y += lineHeight;
  }
  drawing.y += 14;
  for (const section of sections) drawSection(drawing, section);
  drawSum(drawing, texts.total, minutes);
  if (pdf.hasGaps()) pdf.draw(texts.gaps, left, drawing.y, { size: 8, color: '#555555' });
  // Reading must begin before the document ends: without a reader its end would wait forever.
  const bytes = buffer(pdf.page);
  pdf.end();
  return bytes;
};
