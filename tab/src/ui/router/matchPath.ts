import { parse } from 'regexparam';

export type PathParams = Readonly<Record<string, string | undefined>>;

interface PathMatch<R> {
  readonly route: R;
  readonly params: PathParams;
}

/** Path of the route that matches every address for which there is no other route. */
export const anyPath = '*';

const decoded = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Counts the parts of a path that match any text (`:id`). Of several matching routes, the one with the fewest such
 * parts is used, independently of the order of the routes.
 */
const openParts = (path: string): number => (path === anyPath ? Infinity : path.split(':').length - 1);

/** Returns the route that fits the address best, with the values of its parameters; undefined = no route fits. */
export const matchPath = <R extends { readonly path: string }>(
  routes: readonly R[],
  pathname: string,
): PathMatch<R> | undefined => {
  const matches = routes.flatMap((route) => {
    const { keys, pattern } = parse(route.path);
    const values = pattern.exec(pathname)?.slice(1);
    if (values === undefined) return [];
    return [{ route, params: Object.fromEntries(keys.map((key, index) => [key, decoded(values[index])])) }];
  });
  return matches.toSorted((a, b) => openParts(a.route.path) - openParts(b.route.path))[0];
};
