import { matchPath } from '../../ui/router/matchPath.ts';
import { entryChunkScreens } from '../routes/entryChunkScreens.ts';
import { lazyScreens } from '../routes/lazyScreens.ts';
import { entriesFor, entryOf, navTable } from './navigationEntries.tsx';

const screens = [...entryChunkScreens.shell, ...lazyScreens.shell, ...lazyScreens.card].map(({ path }) => ({ path }));

describe('the sidebar’s table', () => {
  it('leads only to existing screens, except for entries that open beside the app', () => {
    const lost = navTable.filter(({ path, external }) => external !== true && matchPath(screens, path) === undefined);
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  it('has billing entries only if billing is enabled', () => {
    const withBilling = entriesFor(navTable, true).map(({ path }) => path);
    expect(withBilling).toContain('/billing');
    expect(entriesFor(navTable, false).map(({ path }) => path)).toEqual(
      withBilling.filter((path) => path !== '/billing'),
    );
  });

  it.each([
    ['/', '/'],
    ['/home', '/'],
    ['/reports', '/reports'],
    ['/reports/1/report', '/reports'],
    ['/reportsx', '/reportsx'],
    ['/settings', '/settings'],
    ['/settings/team', '/settings/team'],
  ])('highlights for %s the entry %s', (pathname, path) => {
    expect(entryOf(navTable, pathname)).toBe(path);
  });
});
