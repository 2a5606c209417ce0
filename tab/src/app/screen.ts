import type { LazyTexts } from '../../build/serverAreas.ts';
import type { WebKey } from '../ui/words.ts';

export interface Screen {
  readonly path: string;
  readonly titleKey: WebKey;
  /** Texts that come with the screen, not with the first page. */
  readonly texts?: LazyTexts;
  /** Resolves to the component; each screen is a chunk of its own. */
  readonly load: () => Promise<React.ComponentType>;
}
