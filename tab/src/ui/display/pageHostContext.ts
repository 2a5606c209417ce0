import { createContext, useContext } from 'react';

/**
 * The environment in which the page is shown. `embedded` = the page is inside the chat tool or uses its layout, which has no
 * sidebar and no links into the app.
 */
export interface Surface {
  readonly embedded: boolean;
  /** The host of the page. `connecting` until the host has answered or the time limit for its answer has passed. */
  readonly host: 'browser' | 'connecting' | 'teams';
  /** Thread id of the channel whose tab shows the page; null if the page is not in the tab of a channel. */
  readonly channelId: string | null;
}

export const SurfaceContext = createContext<Surface>({ embedded: false, host: 'browser', channelId: null });
export const useSurface = (): Surface => useContext(SurfaceContext);
