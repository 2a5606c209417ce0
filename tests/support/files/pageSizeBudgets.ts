import { routeTable } from './webRouteSources.ts';
import type { TableRoute } from './webRouteSources.ts';
import { filesOf } from './readWebBuild.ts';
import type { Manifest } from './readWebBuild.ts';

// Limits the gzipped JavaScript of each page (docs/decisions/010): the entry, its route group, layouts, screen, English
// texts and all their imports. Every route has a limit, also a new one.

/** Limits in kB for the whole page, for the pages that most people open first. */
const inAll: Readonly<Record<string, number>> = {
  '/': 170,
  '/home': 170,
  '/teams/home/:test?': 182,
  '/login': 120,
};
/** Limit in kB of any other page, not counting files that the dashboard loads. */
export const otherLimit = 80;
/**
 * Limits in kB of single pages that differ from `otherLimit`. For a tab, the limit covers the page and the tab
 * together.
 */
const ofItsOwn: Readonly<Record<string, number>> = { '/billing': 90, '/reports/:id?tab=details': 90 };
export const teamsJs = 'src/app/runtime/teamsJsApi.ts';

export interface Page extends Pick<TableRoute, 'sources' | 'texts'> {
  readonly path: string;
  /** Limit for the whole page; null = only `ownLimit` applies. */
  readonly limit: number | null;
  /** Limit without the files of the dashboard; applies if `limit` is null. */
  readonly ownLimit: number;
}

const limited = (page: Pick<Page, 'path' | 'sources' | 'texts'>): Page => ({
  ...page,
  limit: inAll[page.path] ?? null,
  ownLimit: ofItsOwn[page.path] ?? otherLimit,
});

const detail = routeTable.find(({ path }) => path === '/reports/:id');
if (detail === undefined) throw new Error('The route table has lost the report.');
/** Tabs that most readers open directly. */
const more = [
  {
    path: '/reports/:id?tab=details',
    sources: [...detail.sources, 'src/screens/reports/detail/EditReportTab.tsx'],
    texts: [...detail.texts, 'reportForm'],
  },
];
export const pages: readonly Page[] = [...routeTable, ...more].map(limited);

export const filesOfPage = (
  manifest: Manifest,
  { sources, texts }: Pick<Page, 'sources' | 'texts'>,
): readonly string[] => filesOf(manifest, [...sources, ...texts.map((set) => `../rollcall-texts/en/${set}`)]);

export const firstFiles = (manifest: Manifest): ReadonlySet<string> => {
  const dashboard = pages.find(({ path }) => path === '/');
  return new Set(dashboard === undefined ? [] : filesOfPage(manifest, dashboard));
};
