import { startTransition, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Router } from './createRouter.ts';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { RouterContext, RouterStateContext } from './routerHooks.ts';

interface RouterProviderProps {
  readonly router: Router;
  /** Shown until the code of the first page has loaded. */
  readonly loading: ReactNode;
  /** Shown if the code of a page could not be loaded, or if the page threw an error. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

export const RouterProvider = ({ router, loading, failed, children }: RouterProviderProps) => {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const update = (): void => {
      // With a transition, parts of the page that load later keep their previous content and show no placeholder.
      startTransition(() => {
        setState(router.state());
      });
    };
    update();
    return router.subscribe(update);
  }, [router]);
  const content = { loading, failed };
  return (
    <RouterContext value={router}>
      <RouterStateContext value={state}>
        <PageErrorBoundary location={state.location} failed={failed}>
          {typeof state.page === 'string' ? content[state.page] : children}
        </PageErrorBoundary>
      </RouterStateContext>
    </RouterContext>
  );
};
