import type { RouteObject } from 'react-router-dom';
import type { LazyTexts } from '../../../build/serverAreas.ts';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import type { WebKey } from '../../ui/text/translate.ts';

export interface Screen {
  readonly path: string;
  readonly titleKey: WebKey;
  /** Texts that load with the screen, not with the first page. */
  readonly texts?: LazyTexts | readonly LazyTexts[];
  /** Resolves to the component; each screen is a chunk of its own. */
  readonly load: () => Promise<React.ComponentType>;
}

export interface RouteHandle {
  readonly titleKey: WebKey;
}

export const routeOf = ({ path, titleKey, texts, load }: Screen): RouteObject => ({
  path,
  handle: { titleKey } satisfies RouteHandle,
  lazy: async () => {
    const [Component] = await Promise.all([load(), ...[texts ?? []].flat().map(loadTexts)]);
    return { Component };
  },
});
