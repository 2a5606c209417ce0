import { gzipBytes, readManifest } from '../../../tests/support/files/readWebBuild.ts';
import { filesOfPage, firstFiles, otherLimit, pages } from '../../../tests/support/files/pageSizeBudgets.ts';
import type { Page } from '../../../tests/support/files/pageSizeBudgets.ts';
import { inKB } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

/**
 * Measures the gzipped JavaScript that a page fetches before it can draw. Each page with a limit of its own gets a row.
 * The other pages share one limit for what they fetch in addition to the files of the dashboard; only the heaviest of
 * them gets a row.
 */
export const bench: Bench = () => {
  const manifest = readManifest();
  const first = firstFiles(manifest);
  const bytesOf = (page: Page): number =>
    gzipBytes(filesOfPage(manifest, page).filter((file) => page.limit !== null || !first.has(file)));
  const weighed = pages.map((page) => ({ ...page, bytes: bytesOf(page) })).sort((a, b) => b.bytes - a.bytes);
  const [heaviest, ...lighter] = weighed.filter((item) => item.limit === null);
  const rows = weighed.flatMap(({ path: route, limit, bytes }): Row[] =>
    limit === null
      ? []
      : [
          {
            what: `JavaScript of ${route}`,
            figure: inKB(bytes),
            target: `≤ ${limit} kB`,
            isMet: bytes <= limit * 1_000,
          },
        ],
  );
  if (heaviest === undefined) return Promise.resolve(rows);
  const others: Row = {
    what: `– of ${heaviest.path}, the heaviest of ${lighter.length + 1} others`,
    figure: `${inKB(heaviest.bytes)} more`,
    target: `≤ ${otherLimit} kB`,
    isMet: heaviest.bytes <= otherLimit * 1_000,
  };
  return Promise.resolve([...rows, others]);
};
