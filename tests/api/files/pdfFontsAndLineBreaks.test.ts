import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import { createPdfFonts, openPdf } from '../../../bot/src/gateways/pdfDocumentAndFonts.ts';
import type { Pdf } from '../../../bot/src/gateways/pdfDocumentAndFonts.ts';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import { readPdf } from '../../support/files/readPdf.ts';

const folder = path.resolve('node_modules/dejavu-fonts-ttf/ttf');
const fonts = createPdfFonts({
  regular: path.join(folder, 'DejaVuSans.ttf'),
  bold: path.join(folder, 'DejaVuSans-Bold.ttf'),
  more: [],
});
const settings = { title: 'Names', language: 'en', at: Date.UTC(2026, 10, 20) };
const style = { size: 10 };

const written = async (names: readonly string[]): Promise<{ file: Buffer; hasGaps: boolean }> => {
  const pdf = await openPdf(fonts(), settings);
  names.forEach((name, index) => {
    pdf.draw(name, { x: 50, y: 50 + index * 14 }, style);
  });
  const hasGaps = pdf.hasGaps();
  return { file: await buffer(pdf.end()), hasGaps };
};

describe('a text in a document', () => {
  it('is drawn in every script that the fonts have, and as numbers without a font', async () => {
    const names = ['Zoë Åkesson', 'Ελένη', 'Привет', 'Nguyễn Phượng', 'Հայկ', 'ქეთი', 'Łódź', 'שלום עולם', 'مرحبا'];
    expect((await written(names)).hasGaps).toBe(false);
    const { file, hasGaps } = await written([...names, '张伟 Zhang', ...awkwardNames]);
    expect(hasGaps).toBe(true);
    const { pages } = await readPdf(file);
    const text = pages.flat().join(' ').replaceAll(/\s+/g, ' ');
    expect([...names.slice(0, 7), '[U+5F20][U+4F1F] Zhang'].filter((name) => !text.includes(name))).toEqual([]);
    expect(text).toMatch(/שלום/);
  });

  it('is the same bytes every time', async () => {
    const [first, other] = [await written(['Ann', 'Зоя']), await written(['Ann', 'Зоя'])];
    expect(first.file.equals(other.file)).toBe(true);
    expect((await readPdf(first.file)).info).toMatchObject({ Title: 'Names' });
  });
});

describe('a text that is too wide', () => {
  let pdf: Pdf;
  beforeAll(async () => {
    pdf = await openPdf(fonts(), settings);
  });
  afterAll(() => pdf.end().resume());

  it('is broken between words, and within those that are longer than a line', () => {
    const lines = pdf.wrap(`One two three four ${'x'.repeat(60)}\nfive`, 100, style);
    for (const line of lines) expect(pdf.widthOf(line, style)).toBeLessThanOrEqual(100);
    expect(lines.join('').replaceAll(' ', '')).toBe(`Onetwothreefour${'x'.repeat(60)}five`);
    expect(lines.at(-1)).toBe('five');
  });

  // The longest answer, in forms whose characters have no width. Measuring them again after each character would take
  // minutes.
  it.each([
    ['accents at the end of a long word', 'b'.repeat(120) + '\u0301'.repeat(1880)],
    ['Arabic marks', 'b'.repeat(120) + '\u064b'.repeat(1880)],
    ['short words with accents', `i${'\u0301'.repeat(14)} `.repeat(125).trim()],
    ['only accents', '\u0301'.repeat(2000)],
  ])('is measured only a few times as a whole if it has %s', (_form, text) => {
    const measured = jest.spyOn(pdf.page, 'widthOfString');
    const lines = pdf.wrap(text, 300, style);
    const characters = measured.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
    measured.mockRestore();
    expect(characters).toBeLessThan(40 * text.length);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });

  it('continues on the last line of a broken word, and drops the spaces at the end of a line', () => {
    const [first = '', second] = pdf.wrap(`${'x'.repeat(20)}   yes`, 100, style);
    expect(second).toBe(`${'x'.repeat(20 - first.length)}   yes`);
    const fullLine = 'x'.repeat(first.length);
    expect(pdf.wrap(`${fullLine}${fullLine}   yes`, 100, style)).toEqual([fullLine, fullLine, 'yes']);
  });

  it('has a line for a character that is wider than the line', () => {
    expect(pdf.wrap('Wi W', 2, style)).toEqual(['W', 'i', 'W']);
  });

  it('loses nothing of a script without blanks', () => {
    expect(pdf.wrap('张伟'.repeat(20), 100, style).join('')).toBe('张伟'.repeat(20));
    expect(pdf.wrap('', 100, style)).toEqual(['']);
  });
});
