import type { getInvoicePdf as getInvoicePdfCall, invoiceToken as invoiceTokenCall } from '#contracts/billing.ts';
import type { ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { Words } from '#contracts/text/keys.ts';
import type { Readable } from 'node:stream';
import { productName } from '#contracts/limits.ts';
import { amountIn } from '../domain/money.ts';
import { msOf } from '../domain/time.ts';
import { monthStart } from '../domain/usage.ts';
import { openPdf } from '../gateways/pdfText.ts';
import type { Pdf, PdfFonts, TextStyle } from '../gateways/pdfText.ts';
import { invoice as invoiceKind } from '../store/kinds/billing.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { issueDownloadToken } from './downloadTokens.ts';
import type { InvoiceRow } from './invoiceRows.ts';
import type { Limiter } from './limiter.ts';
import { concernedOrg } from './orgsConcerned.ts';

// The invoice as a document. Everything it says was frozen when the month was closed, so the same invoice makes the same bytes.

export interface InvoiceFileDeps extends Pick<Deps, 'store' | 'clock' | 'words' | 'publicUrl'> {
  readonly pdfFonts: () => PdfFonts;
  readonly limiter: Pick<Limiter, 'take'>;
}

export interface InvoiceFile {
  readonly fileName: string;
  readonly body: () => Readable;
}

/** What a download token of an invoice is for. */
export const invoiceFilter = ({ month, orgId }: { readonly month?: string; readonly orgId?: string }): string =>
  `invoice|${month ?? ''}|${orgId ?? ''}`;

const issued = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { month, orgId }: Pick<ParsedOf<typeof getInvoicePdfCall>, 'month' | 'orgId'>,
): Promise<InvoiceRow & { readonly number: string }> => {
  const { records } = await concernedOrg(deps, actor, orgId);
  const row = (await records.get(invoiceKind, { month }))?.value;
  if (row?.number == null) throw new AppError('NOT_FOUND');
  return { ...row, number: row.number };
};

/** A token for the link of one invoice, which must be there. */
export const getInvoiceToken = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: ParsedOf<typeof invoiceTokenCall>,
): Promise<{ token: string }> => {
  await issued(deps, actor, input);
  const { month, orgId } = input;
  return { token: await issueDownloadToken(deps, actor, invoiceFilter({ month, ...(orgId && { orgId }) })) };
};

const left = 50;
const right = 545;
const columns = { people: 380, price: 455, amount: right };
const plain: TextStyle = { size: 10 };
const bold: TextStyle = { size: 10, isBold: true };
const faint: TextStyle = { size: 8, color: '#555555' };
const lineHeight = 14;

/** Lines below one another; returns where the next one goes. */
const column = (pdf: Pdf, lines: readonly string[], x: number, y: number, style: TextStyle, width: number): number =>
  lines
    .flatMap((line) => pdf.wrap(line, width, style))
    .reduce((at, line) => {
      pdf.draw(line, x, at, style);
      return at + style.size * 1.4;
    }, y);

const rule = (pdf: Pdf, y: number): void => {
  pdf.page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999999').stroke();
};

const monthName = (locale: string, month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(msOf(monthStart(month)));

interface Drawing {
  readonly pdf: Pdf;
  readonly row: InvoiceRow & { readonly number: string };
  readonly words: Words;
  readonly locale: string;
  readonly address: string;
}

const drawHead = ({ pdf, row, words, locale }: Drawing): number => {
  pdf.draw(words('invoice.title'), left, 50, { size: 22, isBold: true });
  const [name = productName, ...rest] = row.issuer;
  const below = column(pdf, rest, left, column(pdf, [name], left, 92, bold, 240), plain, 240);
  const facts = [
    [words('invoice.number'), row.number],
    [words('invoice.issuedOn'), row.issuedOn.slice(0, 10)],
    [words('invoice.month'), monthName(locale, row.month)],
    ...(row.customer.purchaseOrder === '' ? [] : [[words('invoice.purchaseOrder'), row.customer.purchaseOrder]]),
  ];
  const end = facts.reduce((y, [label = '', value = '']) => {
    pdf.draw(label, 320, y, plain);
    const lines = pdf.wrap(value, 115, bold);
    lines.forEach((line, at) => {
      pdf.draw(line, right, y + at * lineHeight, bold, 'right');
    });
    return y + lines.length * lineHeight;
  }, 92);
  return Math.max(below, end) + 24;
};

const drawCustomer = ({ pdf, row, words }: Drawing, top: number): number => {
  const { company, address, taxId, contactName, contactEmail } = row.customer;
  const contact = [contactName, contactEmail].filter((one) => one !== '').join(', ');
  const y = column(pdf, [words('invoice.billTo')], left, top, faint, 300);
  const named = column(pdf, [company === '' ? row.orgName : company], left, y, bold, right - left);
  const lines = [
    ...(address === '' ? [] : address.split('\n')),
    ...(taxId === '' ? [] : [words('invoice.taxId', { taxId })]),
    ...(contact === '' ? [] : [words('invoice.contact', { contact })]),
  ];
  return column(pdf, lines, left, named, plain, right - left) + 24;
};

const drawRow = (pdf: Pdf, y: number, texts: readonly [string, string, string, string], style: TextStyle): number => {
  const [what, people, price, amount] = texts;
  const lines = pdf.wrap(what, 270, style);
  lines.forEach((line, at) => {
    pdf.draw(line, left, y + at * lineHeight, style);
  });
  pdf.draw(people, columns.people, y, style, 'right');
  pdf.draw(price, columns.price, y, style, 'right');
  pdf.draw(amount, columns.amount, y, style, 'right');
  return y + lines.length * lineHeight + 4;
};

const drawLines = ({ pdf, row, words, locale }: Drawing, top: number): number => {
  const money = (cents: number): string => amountIn(locale, cents, row.currency);
  const count = (people: number): string => new Intl.NumberFormat(locale).format(people);
  const head = [words('invoice.description'), words('invoice.people'), words('invoice.price')] as const;
  let y = drawRow(pdf, top, [...head, words('invoice.amount')], bold);
  rule(pdf, y);
  y += 6;
  for (const line of row.lines) {
    const key = line.month === row.month ? 'invoice.activePeople' : 'invoice.late';
    const what = words(key, { month: monthName(locale, line.month) });
    const paying = line.people - line.free;
    y = drawRow(pdf, y, [what, count(paying), money(line.priceCents), money(line.cents)], plain);
    if (line.free > 0) y = drawRow(pdf, y, [words('invoice.freePeople'), count(line.free), money(0), money(0)], plain);
  }
  rule(pdf, y);
  return drawRow(pdf, y + 8, [words('invoice.total'), '', row.currency, money(row.cents)], { size: 12, isBold: true });
};

const drawInvoice = (drawing: Drawing): void => {
  const { pdf, words, address } = drawing;
  const y = drawLines(drawing, drawCustomer(drawing, drawHead(drawing)));
  const end = column(pdf, [words('invoice.rule', { address })], left, y + 24, faint, right - left);
  if (pdf.hasGaps()) column(pdf, [words('invoice.gaps')], left, end + 6, faint, right - left);
};

/** The PDF of an invoice. Ten a minute. */
export const getInvoiceFile = async (
  deps: InvoiceFileDeps,
  actor: Actor,
  input: ParsedOf<typeof getInvoicePdfCall>,
): Promise<InvoiceFile> => {
  const row = await issued(deps, actor, input);
  if (actor.userId !== null) await deps.limiter.take('download', actor.userId);
  const { locale } = actor;
  const words = deps.words(locale);
  const title = `${words('invoice.title')} ${row.number}`;
  const pdf = await openPdf(deps.pdfFonts(), { title, language: locale, at: msOf(row.issuedOn) });
  drawInvoice({ pdf, row, words, locale, address: `${deps.publicUrl}/billing` });
  return {
    fileName: `${productName.toLowerCase()}-invoice-${row.number}.pdf`,
    body: () => pdf.end(),
  };
};
