import { fileURLToPath } from 'node:url';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const fileOf = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

// In this order: what an earlier one has, a later one finds there.
const starts = {
  first: ['main.tsx'],
  card: ['app/shell/CardLayout.tsx', 'screens/login/LoginScreen.tsx'],
  shell: ['app/shell/AppShell.tsx'],
  day: ['screens/dashboard/DashboardScreen.tsx'],
} as const;
type Name = keyof typeof starts;

const names = Object.keys(starts) as readonly Name[];
const startFiles: ReadonlySet<string> = new Set(Object.values(starts).flat().map(fileOf));

/** Our own modules that come along through static imports. What they take from packages follows them by itself. */
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
 * Chunks of the first pages. The bundler by itself makes one of whatever some pages share and others do not: forty for the
 * dashboard, of a kilobyte each, and fetching them took longer than all else it waits for.
 */
export const together = () => {
  const known = new Map<Name, ReadonlySet<string>>();
  const modulesOf = (name: Name, graph: Graph): ReadonlySet<string> => {
    const existing = known.get(name) ?? withAll(graph, starts[name]);
    known.set(name, existing);
    return existing;
  };
  return names.map((name, index) => ({
    debugName: name,
    priority: -1 - index,
    // The pages themselves stay entries of the manifest.
    name: (id: string, graph: Graph): string | null =>
      !id.includes('node_modules') && !startFiles.has(id) && modulesOf(name, graph).has(id) ? name : null,
  }));
};
