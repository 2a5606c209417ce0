import type { ComponentType } from 'react';
import type { LazyTexts } from '../../../build/serverOnlyAndLazyTextAreas.ts';
import type { LoadComponent, Route } from '../../ui/router/pageLoader.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import type { WebKey } from '../../ui/text/translate.ts';

export interface Screen {
  readonly path: string;
  readonly titleKey: WebKey;
  /** Texts that load with the screen, not with the first page. */
  readonly texts?: LazyTexts | readonly LazyTexts[];
  /** Resolves to the component; each screen is a chunk of its own. */
  readonly load: () => Promise<ComponentType>;
}

/** Returns the routes of screens that have the same layouts, the outermost layout first. */
export const routesOf = (layouts: readonly LoadComponent[], screens: readonly Screen[]): readonly Route[] =>
  screens.map(({ path, titleKey, texts, load }) => {
    const loadScreen = async (): Promise<ComponentType> => {
      const [component] = await Promise.all([load(), ...[texts ?? []].flat().map(loadTexts)]);
      return component;
    };
    return { path, titleKey, components: [...layouts, loadScreen] };
  });
