import { createContext, useContext } from 'react';

/**
 * The layout in which the page is shown. `embedded` = the page uses the layout for Microsoft Teams, which has no
 * sidebar and no links into the rest of the app.
 */
export interface Surface {
  readonly embedded: boolean;
  /** The program that shows the page. `connecting` until the parent frame has answered or its time limit has passed. */
  readonly host: 'browser' | 'connecting' | 'teams';
  /** Thread id of the channel in whose tab the page is shown; null outside such a tab. */
  readonly channelId: string | null;
}

export const SurfaceContext = createContext<Surface>({ embedded: false, host: 'browser', channelId: null });
export const useSurface = (): Surface => useContext(SurfaceContext);
