import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipBytes, filesOf, readManifest, webDir } from '../support/files/readWebBuild.ts';
import { filesOfPage, firstFiles, otherLimit, pages, teamsJs } from '../support/files/pageSizeBudgets.ts';

const kB = 1000;
/**
 * Limits in kB, gzipped, of parts that load after the page. The chart library loads after its tab is drawn, so it does
 * not count as part of the page (docs/decisions/022).
 */
const laterLimits: Readonly<Record<string, number>> = {
  'src/screens/reports/trends/TrendChart.tsx': 135,
  // Nearly all of this size is Fluent's menu, which loads with the first menu that the reader opens.
  'src/screens/teamSettings/MemberMenu.tsx': 90,
};
/** The page that opens each of these parts. Files that this page has already loaded do not count for the part. */
const openedBy: Readonly<Record<string, string>> = {
  // tests/support/files/pageSizeBudgets.ts limits the report page and this tab together.
  'src/screens/reports/detail/EditReportTab.tsx': '/reports/:id',
  'src/screens/reports/trends/TrendChart.tsx': '/reports/trends',
  'src/screens/reports/detail/EditConflictDialog.tsx': '/reports/:id?tab=details',
  'src/screens/reports/detail/OpenRunsNote.tsx': '/reports/:id?tab=details',
  'src/screens/reports/form/questions/OptionsEditor.tsx': '/reports/:id?tab=details',
};
const manifest = readManifest();
const first = firstFiles(manifest);

const broughtBefore = (source: string): ReadonlySet<string> => {
  const page = pages.find(({ path }) => path === openedBy[source]);
  return page === undefined ? first : new Set([...first, ...filesOfPage(manifest, page)]);
};

const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;
const figures: string[] = [];

afterAll(() => {
  process.stdout.write(`JavaScript, gzip:\n${figures.join('\n')}\n`);
});

it.each(pages)('$path stays within its budget', (page) => {
  const files = filesOfPage(manifest, page);
  const all = gzipBytes(files);
  const own = gzipBytes(files.filter((file) => !first.has(file)));
  figures.push(`  ${page.path.padEnd(34)}${inKB(all).padStart(9)}, of that ${inKB(own)} beyond the dashboard`);
  const { limit } = page;
  expect((limit === null ? own : all) / kB).toBeLessThanOrEqual(limit ?? page.ownLimit);
});

it('leaves sign-in room to grow', () => {
  const login = pages.find(({ path }) => path === '/login');
  expect(login === undefined ? Infinity : gzipBytes(filesOfPage(manifest, login)) / kB).toBeLessThanOrEqual(117);
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
    const before = broughtBefore(source);
    const bytes = gzipBytes(filesOf(manifest, [source]).filter((file) => !before.has(file)));
    if (bytes > 0) figures.push(`  ${source}: ${inKB(bytes)} when first needed`);
    expect([source, bytes / kB <= (laterLimits[source] ?? otherLimit)]).toEqual([source, true]);
  }
});

it('keeps the chat tool’s library small, and out of every page until a frame asks for it', () => {
  const library = filesOf(manifest, [teamsJs]);
  const withAll = new Set(pages.flatMap((page) => filesOfPage(manifest, page)));
  const own = library.filter((file) => !withAll.has(file));
  figures.push(`  teams-js: ${inKB(gzipBytes(own))}, only in a frame`);
  expect(own).toContain(manifest[teamsJs]?.file);
  expect(gzipBytes(own) / kB).toBeLessThanOrEqual(18);
});

it('the page starts to load the data of Intl before the files of the app', () => {
  const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const [early, app] = [...html.matchAll(/<script [^>]*src="\/([^"]+)"[^>]*>/g)];
  expect(early?.[0]).toMatch(/ async[ =>]/);
  expect(readFileSync(path.join(webDir, early?.[1] ?? ''), 'utf8')).toContain('Intl.DateTimeFormat()');
  expect(app?.[1]).toMatch(/^assets\/index-/);
});
