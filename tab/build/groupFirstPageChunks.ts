import { fileURLToPath } from 'node:url';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const fileOf = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

// The order matters: a module that several of these files import goes into the chunk of the first of them, and the
// pages of the later chunks load it from there.
const starts = {
  first: ['main.tsx'],
  card: ['app/shell/SingleTaskPageLayout.tsx', 'screens/login/LoginScreen.tsx'],
  shell: ['app/shell/AppShell.tsx'],
  day: ['screens/dashboard/DashboardScreen.tsx'],
} as const;
type Name = keyof typeof starts;

const names = Object.keys(starts) as readonly Name[];
const startFiles: ReadonlySet<string> = new Set(Object.values(starts).flat().map(fileOf));

/**
 * Returns these files and all our own modules that they import statically, directly or indirectly. Leaves out npm
 * packages, which the bundler places by itself.
 */
const withAll = (graph: Graph, from: readonly string[]): ReadonlySet<string> => {
  const match = new Set<string>();
  const add = (id: string): void => {
    if (match.has(id) || id.includes('node_modules')) return;
    match.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  from.map(fileOf).forEach(add);
  return match;
};

/**
 * Groups the modules of the first pages into four chunks. Without groups, the bundler makes one chunk for each set of
 * modules that the same pages share. For the dashboard these were 40 chunks of about 1 kB, whose requests took longer
 * than the rest of the page load.
 */
export const groupFirstPageChunks = () => {
  const known = new Map<Name, ReadonlySet<string>>();
  const modulesOf = (name: Name, graph: Graph): ReadonlySet<string> => {
    const existing = known.get(name) ?? withAll(graph, starts[name]);
    known.set(name, existing);
    return existing;
  };
  // Without this rule, every page after sign-in would load the chunk of sign-in too, for the modules that both need.
  const isInFirst = (id: string, graph: Graph): boolean =>
    modulesOf('first', graph).has(id) ||
    (modulesOf('card', graph).has(id) && (modulesOf('shell', graph).has(id) || modulesOf('day', graph).has(id)));
  return names.map((name, index) => ({
    debugName: name,
    priority: -1 - index,
    // Leaves out the start files, so that each of them stays an entry of the build's manifest.
    name: (id: string, graph: Graph): string | null => {
      if (id.includes('node_modules') || startFiles.has(id)) return null;
      return (name === 'first' ? isInFirst(id, graph) : modulesOf(name, graph).has(id)) ? name : null;
    },
  }));
};
