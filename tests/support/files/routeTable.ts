import path from 'node:path';
import { firstScreens } from '../../../tab/src/app/routes/eagerScreens.ts';
import { lateScreens } from '../../../tab/src/app/routes/lazyScreens.ts';
import type { Screen } from '../../../tab/src/app/routes/screenToRouteObject.ts';

// The web's route table as tests need it: every path, and the files of the web that its page is made of.

type LayoutName = keyof typeof lateScreens;

const layouts: Readonly<Record<LayoutName, readonly string[]>> = {
  shell: ['src/app/shell/AppShell.tsx'],
  card: ['src/app/shell/CardLayout.tsx'],
  hostedCard: ['src/app/hosted/TeamsTabLayout.tsx', 'src/app/shell/CardLayout.tsx'],
  embedded: ['src/app/hosted/TeamsTabLayout.tsx', 'src/app/hosted/EmbeddedLayout.tsx'],
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
  /** Keys of the build's manifest: layouts, screen and what brings them. */
  readonly sources: readonly string[];
  /** Sets of texts that come with it. */
  readonly texts: readonly string[];
}

/** The file a screen's `load` imports: the compiled function names it. */
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
  ...Object.entries(firstScreens).flatMap(([layout, screens]) => routesOf(layout as LayoutName, screens, [])),
  ...Object.entries(lateScreens).flatMap(([layout, screens]) =>
    routesOf(layout as LayoutName, screens, ['src/app/routes/lazyRoutes.ts']),
  ),
];
