import { routeTable } from '../support/routeTable.ts';
import type { TableRoute } from '../support/routeTable.ts';
import { filesOf, gzipBytes, readManifest } from '../support/webBuild.ts';

// What each page costs in JavaScript, gzipped (design/web.md): the entry, its part of the route table, its layouts, its screen,
// its texts in English, and all they import. Every route of the table has its limit, so a new one has too.

const kB = 1000;
/** In all, of the pages most people open first. */
const inAll: Readonly<Record<string, number>> = {
  '/': 240,
  '/home': 240,
  '/teams/home/:test?': 240,
  '/login': 150,
};
/** Of any other page: this page alone, beyond what the dashboard has brought. */
const otherLimit = 80;
/** Line charts bring their library, which comes after the tab they stand in is drawn (docs/decisions/022). */
const laterLimits: Readonly<Record<string, number>> = { 'src/screens/reports/detail/TrendChart.tsx': 130 };
const teamsJs = 'src/app/teamsApi.ts';

interface Page extends Pick<TableRoute, 'sources' | 'texts'> {
  readonly path: string;
}

const detail = routeTable.find(({ path }) => path === '/reports/:id');
if (detail === undefined) throw new Error('The route table has lost the report.');
/** Parts of a page that most readers open at once. */
const more: readonly Page[] = [
  {
    path: '/reports/:id?tab=details',
    sources: [...detail.sources, 'src/screens/reports/detail/DetailsTab.tsx'],
    texts: [...detail.texts, 'reportForm'],
  },
];
const pages: readonly Page[] = [...routeTable, ...more];

const manifest = readManifest();
const filesOfPage = ({ sources, texts }: Pick<Page, 'sources' | 'texts'>): readonly string[] =>
  filesOf(manifest, [...sources, ...texts.map((set) => `../rollcall-texts/en/${set}`)]);
const dashboard = routeTable.find(({ path }) => path === '/');
const first = new Set(dashboard === undefined ? [] : filesOfPage(dashboard));

const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;
const figures: string[] = [];

afterAll(() => {
  process.stdout.write(`JavaScript, gzip:\n${figures.join('\n')}\n`);
});

it.each(pages)('$path stays within its budget', (page) => {
  const files = filesOfPage(page);
  const all = gzipBytes(files);
  const own = gzipBytes(files.filter((file) => !first.has(file)));
  figures.push(`  ${page.path.padEnd(34)}${inKB(all).padStart(9)}, of that ${inKB(own)} beyond the dashboard`);
  const limit = inAll[page.path];
  expect((limit === undefined ? own : all) / kB).toBeLessThanOrEqual(limit ?? otherLimit);
});

it('leaves sign-in room to grow', () => {
  const login = pages.find(({ path }) => path === '/login');
  expect(login === undefined ? Infinity : gzipBytes(filesOfPage(login)) / kB).toBeLessThanOrEqual(140);
});

it('knows every screen of the build', () => {
  const screens = Object.keys(manifest).filter((source) =>
    /^src\/(?:screens\/.*Screen|app\/.*Layout)\.tsx$/.test(source),
  );
  const listed = new Set(pages.flatMap(({ sources }) => sources));
  expect(screens.filter((source) => !listed.has(source))).toEqual([]);
});

it('fetches the parts that open later within a budget of their own', () => {
  const later = Object.entries(manifest).filter(
    ([source, chunk]) => chunk.isDynamicEntry === true && /^src\/(?:app|ui|parts|screens)\//.test(source),
  );
  for (const [source] of later) {
    const bytes = gzipBytes(filesOf(manifest, [source]).filter((file) => !first.has(file)));
    if (bytes > 0) figures.push(`  ${source}: ${inKB(bytes)} when first needed`);
    expect([source, bytes / kB <= (laterLimits[source] ?? otherLimit)]).toEqual([source, true]);
  }
});

it('keeps the chat tool’s library small, and out of every page until a frame asks for it', () => {
  const library = filesOf(manifest, [teamsJs]);
  const withAll = new Set(pages.flatMap(filesOfPage));
  const own = library.filter((file) => !withAll.has(file));
  figures.push(`  teams-js: ${inKB(gzipBytes(own))}, only in a frame`);
  expect(own).toContain(manifest[teamsJs]?.file);
  expect(gzipBytes(own) / kB).toBeLessThanOrEqual(18);
});
