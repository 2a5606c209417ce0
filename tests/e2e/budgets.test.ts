import { filesOf, gzipBytes, readManifest } from '../support/webBuild.ts';
import { dashboard, entry, otherLimit, pages, shell, teamsJs } from '../support/webPages.ts';

// What each page costs in JavaScript, gzipped (design/web.md): the entry, its layouts, its screen, and all they import.

const kB = 1000;
const manifest = readManifest();
const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;
const figures: string[] = [];

afterAll(() => {
  process.stdout.write(`JavaScript, gzip:\n${figures.join('\n')}\n`);
});

it.each(pages)('$route stays within its budget', ({ route, sources, limit }) => {
  const files = filesOf(manifest, sources);
  const first = new Set(filesOf(manifest, [entry, shell, dashboard]));
  const all = gzipBytes(files);
  const own = gzipBytes(files.filter((file) => !first.has(file)));
  figures.push(`  ${route.padEnd(14)}${inKB(all).padStart(9)}, of that ${inKB(own)} beyond the dashboard`);
  expect(limit === 'others' ? own / kB : all / kB).toBeLessThanOrEqual(limit === 'others' ? otherLimit : limit);
});

it('knows every screen of the build', () => {
  const screens = Object.keys(manifest).filter((source) =>
    /^src\/(?:screens\/.*Screen|app\/.*Layout)\.tsx$/.test(source),
  );
  const listed = new Set(pages.flatMap(({ sources }) => sources));
  expect(screens.filter((source) => !listed.has(source))).toEqual([]);
});

it('fetches the parts that open later within a budget of their own', () => {
  const first = new Set(filesOf(manifest, [entry, shell, dashboard]));
  const later = Object.entries(manifest).filter(
    ([source, chunk]) => chunk.isDynamicEntry === true && /^src\/(?:app|ui|screens)\//.test(source),
  );
  for (const [source] of later) {
    const bytes = gzipBytes(filesOf(manifest, [source]).filter((file) => !first.has(file)));
    if (bytes > 0) figures.push(`  ${source}: ${inKB(bytes)} when first needed`);
    expect(bytes / kB).toBeLessThanOrEqual(otherLimit);
  }
});

it('keeps the chat tool’s library small, and out of every page until a frame asks for it', () => {
  const library = filesOf(manifest, [teamsJs]);
  const withAll = new Set(pages.flatMap(({ sources }) => filesOf(manifest, sources)));
  const own = library.filter((file) => !withAll.has(file));
  figures.push(`  teams-js: ${inKB(gzipBytes(own))}, only in a frame`);
  expect(own).toContain(manifest[teamsJs]?.file);
  expect(gzipBytes(own) / kB).toBeLessThanOrEqual(18);
});
