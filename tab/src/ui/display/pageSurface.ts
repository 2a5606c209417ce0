import { createContext, useContext } from 'react';

/**
 * The frame in which the page is shown. `embedded` = inside the chat tool, or in its layouts: no sidebar, no links into the app.
 */
export interface Surface {
  readonly embedded: boolean;
  /** `connecting` until the host has answered or the time for its answer is over. */
  readonly host: 'browser' | 'connecting' | 'teams';
  /** Thread id of the channel whose tab shows the page; null anywhere else. */
  readonly channelId: string | null;
}

export const SurfaceContext = createContext<Surface>({ embedded: false, host: 'browser', channelId: null });
export const useSurface = (): Surface => useContext(SurfaceContext);
