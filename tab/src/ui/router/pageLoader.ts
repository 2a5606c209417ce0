import type { ComponentType } from 'react';
import type { WebKey } from '../text/translate.ts';
import { anyPath, matchPath } from './matchPath.ts';
import type { PathParams } from './matchPath.ts';

export type LoadComponent = () => Promise<ComponentType>;

export interface Route {
  readonly path: string;
  readonly titleKey: WebKey;
  /** Functions that load the components of the page: outermost layout first, screen last. */
  readonly components: readonly LoadComponent[];
}

/** A page whose code has loaded. */
export interface Page {
  readonly route: Route;
  readonly params: PathParams;
  readonly components: readonly ComponentType[];
}

export interface RouteTable {
  readonly first: readonly Route[];
  /** Loads the routes that are not needed for the first page. */
  readonly loadOthers: () => Promise<readonly Route[]>;
}

export interface PageLoader {
  /** Returns the page at the address if its code has loaded; otherwise undefined. */
  readonly loaded: (pathname: string) => Page | undefined;
  /**
   * Loads the code of the page at the address. After a failure, a further call loads only the code that is still
   * missing.
   */
  readonly load: (pathname: string) => Promise<Page>;
}

export const createPageLoader = ({ first, loadOthers }: RouteTable): PageLoader => {
  let others: readonly Route[] | undefined;
  const components = new Map<LoadComponent, ComponentType>();
  const matchKnown = (pathname: string) => {
    const match = matchPath([...first, ...(others ?? [])], pathname);
    return others === undefined && match?.route.path === anyPath ? undefined : match;
  };
  const matchAll = async (pathname: string) => {
    others = await loadOthers();
    return matchKnown(pathname);
  };
  const bring = async (load: LoadComponent): Promise<ComponentType> => {
    const component = components.get(load) ?? (await load());
    components.set(load, component);
    return component;
  };
  return {
    loaded: (pathname) => {
      const match = matchKnown(pathname);
      if (match === undefined) return undefined;
      const present = match.route.components.flatMap((load) => components.get(load) ?? []);
      return present.length === match.route.components.length ? { ...match, components: present } : undefined;
    },
    load: async (pathname) => {
      const match = matchKnown(pathname) ?? (await matchAll(pathname));
      if (match === undefined) throw new Error(`No route matches ${pathname}`);
      return { ...match, components: await Promise.all(match.route.components.map(bring)) };
    },
  };
};
