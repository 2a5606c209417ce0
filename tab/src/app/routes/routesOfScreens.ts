import type { ComponentType } from 'react';
import type { LazyTexts } from '../../../build/serverOnlyAndLazyTextAreas.ts';
import type { LoadComponent, Route } from '../../ui/router/pageLoader.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import type { WebKey } from '../../ui/text/translate.ts';

export interface Screen {
  readonly path: string;
  readonly titleKey: WebKey;
  /** Sets of texts (lazyTexts in build/serverOnlyAndLazyTextAreas.ts) that load together with the screen. */
  readonly texts?: LazyTexts | readonly LazyTexts[];
  /** Loads the component. Each screen is a separate chunk. */
  readonly load: () => Promise<ComponentType>;
}

/** Returns the routes of screens that share the same layouts. `layouts` begins with the outermost layout. */
export const routesOf = (layouts: readonly LoadComponent[], screens: readonly Screen[]): readonly Route[] =>
  screens.map(({ path, titleKey, texts, load }) => {
    const loadScreen = async (): Promise<ComponentType> => {
      const [component] = await Promise.all([load(), ...[texts ?? []].flat().map(loadTexts)]);
      return component;
    };
    return { path, titleKey, components: [...layouts, loadScreen] };
  });
