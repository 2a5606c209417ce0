import path from 'node:path';
import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

// Finds links of pages to headings that do not exist.

const fence = /^```[^]*?^```/gm;
const link = /\]\(([^)\s#]*)#([^)\s]+)\)/g;

/** Returns the anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = ({ text }: TextFile): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  return new Set(
    Array.from(text.replace(fence, '').matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => {
      const anchor = anchorOf(heading);
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
};

/** Returns one line for each link whose page exists but has no heading with the anchor. */
export const linksToMissingHeadings = (pages: readonly TextFile[]): readonly string[] => {
  const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
  return pages.flatMap((page) =>
    page.text.split('\n').flatMap((line, index) =>
      Array.from(line.matchAll(link))
        .filter(([, target = '', anchor = '']) => {
          const cited = target === '' ? page.path : path.posix.join(path.posix.dirname(page.path), target);
          return anchors.get(cited)?.has(anchor) === false;
        })
        .map(
          ([, target = '', anchor = '']) =>
            `${page.path}:${index + 1} cites ${target}#${anchor}, a heading that does not exist`,
        ),
    ),
  );
};
