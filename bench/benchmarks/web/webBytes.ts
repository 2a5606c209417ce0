import { gzipBytes, readManifest } from '../../../tests/support/files/readWebBuild.ts';
import { filesOfPage, firstFiles, pages } from '../../../tests/support/files/pageSizeBudgets.ts';
import type { Page } from '../../../tests/support/files/pageSizeBudgets.ts';
import { inKB } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

/**
 * Measures the gzipped JavaScript that a page fetches before it can draw. Each page with a limit of its own gets a row.
 * Each other page has a limit for what it fetches in addition to the files of the dashboard; only the page that is
 * closest to its limit gets a row.
 */
export const bench: Bench = () => {
  const manifest = readManifest();
  const first = firstFiles(manifest);
  const bytesOf = (page: Page): number =>
    gzipBytes(filesOfPage(manifest, page).filter((file) => page.limit !== null || !first.has(file)));
  const weighed = pages.map((page) => ({ ...page, bytes: bytesOf(page) })).sort((a, b) => b.bytes - a.bytes);
  const [closest, ...others] = weighed
    .filter((page) => page.limit === null)
    .sort((a, b) => b.bytes / b.ownLimit - a.bytes / a.ownLimit);
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
  if (closest === undefined) return Promise.resolve(rows);
  const row: Row = {
    what: `– of ${closest.path}, of ${others.length + 1} others the closest to its limit`,
    figure: `${inKB(closest.bytes)} more`,
    target: `≤ ${closest.ownLimit} kB`,
    isMet: closest.bytes <= closest.ownLimit * 1_000,
  };
  return Promise.resolve([...rows, row]);
};
