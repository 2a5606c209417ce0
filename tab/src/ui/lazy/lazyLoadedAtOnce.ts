import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/**
 * Like `lazy`, but starts to load at once and not at the first render. For parts that most visits of a page show: they
 * load together with the page's data, so that the page is not drawn a second time for them.
 */
export const lazyLoadedAtOnce = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => {
  const loading = load();
  // A failed load is reported where the part is shown. The empty handler only prevents an unhandled rejection.
  loading.catch(() => undefined);
  return lazy(() => loading);
};
