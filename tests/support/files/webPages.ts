import { routeTable } from './routeTable.ts';
import type { TableRoute } from './routeTable.ts';
import { filesOf } from './webBuild.ts';
import type { Manifest } from './webBuild.ts';

// What each page costs in JavaScript, gzipped (docs/decisions/010): the entry, its part of the route table, its layouts, its screen,
// its texts in English, and all they import. Every route of the table has its limit, so a new one has too.

/** In kB and in all, of the pages most people open first. */
const inAll: Readonly<Record<string, number>> = {
  '/': 240,
  '/home': 240,
  '/teams/home/:test?': 240,
  '/login': 150,
};
/** Of any other page: this page alone, beyond what the dashboard has brought. */
export const otherLimit = 80;
/** Of pages whose limit differs from the others; of a tab that opens with its page, what both bring together. */
const ofItsOwn: Readonly<Record<string, number>> = { '/billing': 90, '/reports/:id?tab=details': 90 };
export const teamsJs = 'src/app/runtime/teamsJsApi.ts';

export interface Page extends Pick<TableRoute, 'sources' | 'texts'> {
  readonly path: string;
  /** In all; null = this page alone, beyond what the dashboard has brought. */
  readonly limit: number | null;
  /** Beyond the dashboard, where there is no limit in all. */
  readonly ownLimit: number;
}

const limited = (page: Pick<Page, 'path' | 'sources' | 'texts'>): Page => ({
  ...page,
  limit: inAll[page.path] ?? null,
  ownLimit: ofItsOwn[page.path] ?? otherLimit,
});

const detail = routeTable.find(({ path }) => path === '/reports/:id');
if (detail === undefined) throw new Error('The route table has lost the report.');
/** Parts of a page that most readers open at once. */
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

/** What the dashboard has brought. */
export const firstFiles = (manifest: Manifest): ReadonlySet<string> => {
  const dashboard = pages.find(({ path }) => path === '/');
  return new Set(dashboard === undefined ? [] : filesOfPage(manifest, dashboard));
};
