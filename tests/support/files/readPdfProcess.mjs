import { text } from 'node:stream/consumers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

// Runs in its own process, because Jest cannot load the reader's ES module. Input is base64, output is JSON.

const main = async () => {
  const data = new Uint8Array(Buffer.from(await text(process.stdin), 'base64'));
  const pdf = await getDocument({ data, verbosity: 0, useSystemFonts: false }).promise;
  const pages = [];
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const content = await (await pdf.getPage(at)).getTextContent({ disableNormalization: true });
    pages.push(content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
  }
  const { info } = await pdf.getMetadata();
  process.stdout.write(JSON.stringify({ pages, info }));
};

void main();
