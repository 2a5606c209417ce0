import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

// Runs in its own thread, because Jest cannot load the reader's ES module. The reply is JSON.

/** Returns the roles of a structure tree in reading order. */
const rolesOf = (node) => [
  ...(node?.role === undefined ? [] : [node.role]),
  ...(node?.children ?? []).flatMap((child) => rolesOf(child)),
];

const read = async (data) => {
  const loading = getDocument({ data, verbosity: 0, useSystemFonts: false });
  const pdf = await loading.promise;
  const pages = [];
  const links = [];
  const roles = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent({ disableNormalization: true });
    const texts = content.items.filter((item) => 'str' in item && item.str.trim() !== '');
    pages.push(texts.map((item) => item.str));
    roles.push(rolesOf(await page.getStructTree()));
    for (const { subtype, url, rect } of await page.getAnnotations()) {
      if (subtype !== 'Link') continue;
      const [left, bottom, right, top] = rect;
      const under = texts.find(
        ({ transform: [, , , , x, y], width }) => y > bottom && y < top && x < right && left < x + width,
      );
      const x = under?.transform[4] ?? 0;
      links.push({ url, text: under?.str, left: left - x, right: x + (under?.width ?? 0) - right });
    }
  }
  const { info } = await pdf.getMetadata();
  const bookmarks = [];
  for (const { title, dest } of (await pdf.getOutline()) ?? [])
    bookmarks.push({ title, page: (await pdf.getPageIndex(dest[0])) + 1 });
  const isTagged = (await pdf.getMarkInfo())?.Marked === true;
  await loading.destroy();
  return JSON.stringify({ pages, links, info, roles, bookmarks, isTagged });
};

parentPort.on('message', async ({ file, port }) => {
  try {
    port.postMessage({ json: await read(file) });
  } catch (error) {
    port.postMessage({ error: error.stack });
  }
});
