import { createContext, useContext, useEffect, useRef } from 'react';
import type { Navigate, NavigationGuard, Router } from './createRouter.ts';
import type { PageLocation } from './pageHistoryAndLocation.ts';
import type { PathParams } from './matchPath.ts';
import type { Page, Route } from './pageLoader.ts';
import type { RouterState } from './shownPage.ts';

export const RouterContext = createContext<Router | undefined>(undefined);
export const RouterStateContext = createContext<RouterState | undefined>(undefined);

export const useRouter = (): Router => {
  const router = useContext(RouterContext);
  if (router === undefined) throw new Error('The component is outside of a router');
  return router;
};

const useRouterState = (): RouterState => {
  const state = useContext(RouterStateContext);
  if (state === undefined) throw new Error('The component is outside of a router');
  return state;
};

export const useNavigate = (): Navigate => useRouter().navigate;

/** Returns the location of the shown page. While another page loads, the previous one is still shown. */
export const useLocation = (): PageLocation => useRouterState().location;

export const usePage = (): Page => {
  const { page } = useRouterState();
  if (typeof page === 'string') throw new Error('No page is shown yet');
  return page;
};

export const useRoute = (): Route => usePage().route;

/** Returns the values of the path's parameters, for example `id` of `/reports/:id`. */
export const useParams = (): PathParams => usePage().params;

/** Lets the component stop navigations while it is mounted. Only one component of a page may use this hook. */
export const useNavigationGuard = (guard: NavigationGuard): void => {
  const router = useRouter();
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  useEffect(() => router.guard((attempt) => latest.current(attempt)), [router]);
};
