import type { LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { moneyText } from '#contracts/text/formatMoney.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthStart } from '../../domain/billing/billingMonths.ts';
import { openPdf } from '../../gateways/pdfDocumentAndFonts.ts';
import type { Pdf, PdfFonts, TextStyle } from '../../gateways/pdfDocumentAndFonts.ts';
import type { Deps } from '../core/deps.ts';
import type { InvoiceRow } from './readInvoicesAndUsage.ts';

// Draws an invoice as a PDF. The first page shows values that were stored when the month was closed. The next pages
// list people from the current ledger, so that an erased person appears as a former member.

const left = 50;
const right = 545;
const columns = { people: 380, price: 455, amount: right };
const plain: TextStyle = { size: 10 };
const bold: TextStyle = { size: 10, isBold: true };
const faint: TextStyle = { size: 8, color: '#555555' };
const lineHeight = 14;

const pageTop = 50;
const bottom = 790;

/**
 * Returns a vertical position, in points, at which a line of this height fits: `y`, or the top of a new page if the
 * current page has no room.
 */
const fitting = (pdf: Pdf, y: number, height: number): number => {
  if (y + height <= bottom) return y;
  pdf.page.addPage();
  return pageTop;
};

/**
 * Draws lines of text below one another at the left margin, over the whole width unless the style has a width. Returns
 * the vertical position below the last line.
 */
const column = (
  pdf: Pdf,
  lines: readonly string[],
  y: number,
  { width = right - left, ...style }: TextStyle & { readonly width?: number },
): number =>
  lines
    .flatMap((line) => pdf.wrap(line, width, style))
    .reduce((at, line) => {
      const top = fitting(pdf, at, style.size);
      pdf.draw(line, { x: left, y: top }, style);
      return top + style.size * 1.4;
    }, y);

const rule = (pdf: Pdf, y: number): void => {
  pdf.page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999999').stroke();
};

export const monthName = (locale: string, month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(msOf(monthStart(month)));

export type IssuedInvoice = InvoiceRow & { readonly number: string };

type Money = (cents: number) => string;

interface Drawing {
  readonly pdf: Pdf;
  readonly row: IssuedInvoice;
  readonly people: readonly LedgerEntry[] | null;
  readonly t: Translate;
  readonly locale: string;
  readonly address: string;
}

const drawHead = ({ pdf, row, t, locale }: Drawing): number => {
  pdf.draw(t('invoice.title'), { x: left, y: 50 }, { size: 22, isBold: true });
  const [name = productName, ...rest] = row.issuer;
  const below = column(pdf, rest, column(pdf, [name], 92, { ...bold, width: 240 }), { ...plain, width: 240 });
  const facts = [
    [t('invoice.number'), row.number],
    [t('invoice.issuedOn'), row.issuedOn.slice(0, 10)],
    ...(row.dueOn === null ? [] : [[t('invoice.dueOn'), row.dueOn]]),
    [t('invoice.month'), monthName(locale, row.month)],
    ...(row.customer.purchaseOrder === '' ? [] : [[t('invoice.purchaseOrder'), row.customer.purchaseOrder]]),
  ];
  const end = facts.reduce((y, [label = '', value = '']) => {
    pdf.draw(label, { x: 320, y }, plain);
    const lines = pdf.wrap(value, 115, bold);
    lines.forEach((line, index) => {
      pdf.draw(line, { x: right, y: y + index * lineHeight, align: 'right' }, bold);
    });
    return y + lines.length * lineHeight;
  }, 92);
  return Math.max(below, end) + 24;
};

const drawCustomer = ({ pdf, row, t }: Drawing, top: number): number => {
  const { company, address, taxId, contactName, contactEmail } = row.customer;
  const contact = [contactName, contactEmail].filter((text) => text !== '').join(', ');
  const y = column(pdf, [t('invoice.billTo')], top, { ...faint, width: 300 });
  const named = column(pdf, [company === '' ? row.orgName : company], y, bold);
  const lines = [
    ...(address === '' ? [] : address.split('\n')),
    ...(taxId === '' ? [] : [t('invoice.taxId', { taxId })]),
    ...(contact === '' ? [] : [t('invoice.contact', { contact })]),
  ];
  return column(pdf, lines, named, plain) + 24;
};

const drawRow = (
  pdf: Pdf,
  from: number,
  texts: readonly [string, string, string, string],
  style: TextStyle,
): number => {
  const [what, people, price, amount] = texts;
  const lines = pdf.wrap(what, 270, style);
  const y = fitting(pdf, from, lines.length * lineHeight);
  lines.forEach((line, index) => {
    pdf.draw(line, { x: left, y: y + index * lineHeight }, style);
  });
  pdf.draw(people, { x: columns.people, y, align: 'right' }, style);
  pdf.draw(price, { x: columns.price, y, align: 'right' }, style);
  pdf.draw(amount, { x: columns.amount, y, align: 'right' }, style);
  return y + lines.length * lineHeight + 4;
};

const drawTotals = ({ pdf, row: { cents, tax }, t, locale }: Drawing, y: number, money: Money): number => {
  const below = drawRow(pdf, y, [t('invoice.total'), '', '', money(cents)], { size: 12, isBold: true });
  if (tax === null) return below;
  const values = { name: tax.name, percent: percentText(tax.basisPoints / 100, locale, 2) };
  return drawRow(pdf, below, [t('invoice.tax', values), '', '', money(tax.cents)], plain);
};

const drawPayment = ({ pdf, row: { cents, dueOn, paymentDetails }, t }: Drawing, top: number): number => {
  if (cents <= 0) return column(pdf, [t('invoice.nothingDue')], top, plain);
  const lines = dueOn === null ? [] : [t('invoice.payBy', { date: dueOn })];
  if (lines.length + paymentDetails.length === 0) return top;
  const below = column(pdf, [t('invoice.howToPay')], top, bold);
  return column(pdf, [...lines, ...paymentDetails], below, plain);
};

const drawLines = (drawing: Drawing, top: number): number => {
  const { pdf, row, t, locale } = drawing;
  const money: Money = (cents) => moneyText(cents, row.currency, locale);
  const count = (people: number): string => new Intl.NumberFormat(locale).format(people);
  const head = [t('invoice.description'), t('invoice.people'), t('invoice.price')] as const;
  let y = drawRow(pdf, top, [...head, t('invoice.amount')], bold);
  rule(pdf, y);
  y += 6;
  for (const line of row.lines) {
    const values = { month: monthName(locale, line.month) };
    const charged = line.people - line.free;
    const what = t(line.month === row.month ? 'invoice.activePeople' : 'invoice.late', values);
    if (charged > 0) y = drawRow(pdf, y, [what, count(charged), money(line.priceCents), money(line.cents)], plain);
    if (line.free > 0)
      y = drawRow(pdf, y, [t('invoice.freePeople', values), count(line.free), money(0), money(0)], plain);
  }
  rule(pdf, y);
  return drawTotals(drawing, y + 8, money);
};

/**
 * Left edges, in points, of the columns in the list of people. The last column, the amount, is aligned to the right
 * margin instead.
 */
const peopleColumns = [left, 190, 290, 375, 475] as const;

const drawPerson = (pdf: Pdf, y: number, texts: readonly string[], style: TextStyle): number => {
  const cells = texts.map((text, index) => {
    const [from = left, to = right] = peopleColumns.slice(index);
    return index === texts.length - 1 ? [text] : pdf.wrap(text, to - from - 8, style);
  });
  cells.forEach((lines, index) => {
    const isLast = index === cells.length - 1;
    lines.forEach((line, position) => {
      const x = isLast ? right : (peopleColumns[index] ?? left);
      pdf.draw(line, { x, y: y + position * 12, align: isLast ? 'right' : 'left' }, style);
    });
  });
  return y + Math.max(...cells.map((lines) => lines.length)) * 12 + 3;
};

const small: TextStyle = { size: 8 };

const drawPeople = ({ pdf, row, t, locale, people }: Drawing): void => {
  if (people === null || people.length === 0) return;
  const heads = (['person', 'event', 'when', 'report', 'amount'] as const).map((key) => t(`invoice.${key}`));
  const newPage = (): number => {
    pdf.page.addPage();
    const title = `${t('invoice.peopleTitle')} · ${row.number}`;
    return drawPerson(pdf, column(pdf, [title], 50, bold) + 10, heads, { ...small, isBold: true });
  };
  let y = newPage();
  for (const { name, event, at, meetingName, amount } of people) {
    if (y > bottom - 40) y = newPage();
    const what = t(event === 'ANSWER' ? 'invoice.eventAnswer' : 'invoice.eventTask');
    const when = at.slice(0, 16).replace('T', ' ');
    const texts = [name ?? t('invoice.formerMember'), what, when, meetingName ?? '–'];
    y = drawPerson(pdf, y, [...texts, moneyText(amount, row.currency, locale)], small);
  }
  if (pdf.hasGaps()) column(pdf, [t('invoice.gaps')], y + 6, faint);
};

const drawInvoice = (drawing: Drawing): void => {
  const { pdf, t, address, people } = drawing;
  const paid = drawPayment(drawing, drawLines(drawing, drawCustomer(drawing, drawHead(drawing))) + 16);
  const rules = [t('invoice.rule'), t(people === null ? 'invoice.listElsewhere' : 'invoice.listBelow', { address })];
  const end = column(pdf, rules, paid + 20, faint);
  if (pdf.hasGaps()) column(pdf, [t('invoice.gaps')], end + 6, faint);
  drawPeople(drawing);
};

export interface InvoiceDocument {
  readonly row: IssuedInvoice;
  /** The people on the invoice; null = there are too many to list (`invoicePeople.ts`). */
  readonly people: readonly LedgerEntry[] | null;
}

export interface InvoicePdfDeps extends Pick<Deps, 'translateFor' | 'publicUrl'> {
  readonly pdfFonts: () => PdfFonts;
}

export const drawInvoicePdf = async (
  deps: InvoicePdfDeps,
  { row, people }: InvoiceDocument,
  locale: string,
): Promise<Pdf> => {
  const t = deps.translateFor(locale);
  const title = `${t('invoice.title')} ${row.number}`;
  const pdf = await openPdf(deps.pdfFonts(), { title, language: locale, at: msOf(row.issuedOn) });
  drawInvoice({ pdf, row, t, locale, people, address: `${deps.publicUrl}/billing` });
  return pdf;
};

export const invoiceFileName = (number: string): string => `${productName.toLowerCase()}-invoice-${number}.pdf`;
