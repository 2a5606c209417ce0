import path from 'node:path';
import { entryChunkScreens } from '../../../tab/src/app/routes/entryChunkScreens.ts';
import { lazyScreens } from '../../../tab/src/app/routes/lazyScreens.ts';
import type { Screen } from '../../../tab/src/app/routes/routesOfScreens.ts';

// The route table of the web app: each path with the source files of its page.

type LayoutName = keyof typeof lazyScreens;

const layouts: Readonly<Record<LayoutName, readonly string[]>> = {
  shell: ['src/app/shell/AppShell.tsx'],
  card: ['src/app/shell/SingleTaskPageLayout.tsx'],
  hostedCard: ['src/app/hosted/TeamsHostAndThemeLayout.tsx', 'src/app/shell/SingleTaskPageLayout.tsx'],
  embedded: ['src/app/hosted/TeamsHostAndThemeLayout.tsx', 'src/app/hosted/EmbeddedLayout.tsx'],
};
const textsOfLayout: Readonly<Record<LayoutName, readonly string[]>> = {
  shell: ['shell'],
  card: [],
  hostedCard: [],
  embedded: ['shell'],
};

export interface TableRoute {
  readonly path: string;
  readonly layout: LayoutName;
  /** Manifest keys of the page's layouts and screen. */
  readonly sources: readonly string[];
  /** Text sets that load with the page. */
  readonly texts: readonly string[];
}

/**
 * Returns the file that a screen's `load` function imports. The file name is read from the text of the compiled
 * function.
 */
const sourceOf = ({ path: route, load }: Screen): string => {
  const [, file] = /["'](\.[^"']+\.tsx)["']/.exec(load.toString()) ?? [];
  if (file === undefined) throw new Error(`The screen of ${route} imports no file.`);
  return path.posix.join('src/app/routes', file);
};

const routesOf = (layout: LayoutName, screens: readonly Screen[], more: readonly string[]): readonly TableRoute[] =>
  screens.map((screen) => ({
    path: screen.path,
    layout,
    sources: ['index.html', ...more, ...layouts[layout], sourceOf(screen)],
    texts: [...textsOfLayout[layout], ...[screen.texts ?? []].flat()],
  }));

export const routeTable: readonly TableRoute[] = [
  ...Object.entries(entryChunkScreens).flatMap(([layout, screens]) => routesOf(layout as LayoutName, screens, [])),
  ...Object.entries(lazyScreens).flatMap(([layout, screens]) =>
    routesOf(layout as LayoutName, screens, ['src/app/routes/lazyRoutes.ts']),
  ),
];
