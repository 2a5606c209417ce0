import { createContext, useContext } from 'react';

/** Where the page is shown. `embedded` = inside the chat tool's frame or its layouts: no sidebar, no links into the app. */
export interface Surface {
  readonly embedded: boolean;
  /** `connecting` until the host has answered or the wait is over. */
  readonly host: 'browser' | 'connecting' | 'teams';
  /** Thread of the channel whose tab the page is; null anywhere else. */
  readonly channelId: string | null;
}

export const SurfaceContext = createContext<Surface>({ embedded: false, host: 'browser', channelId: null });
export const useSurface = (): Surface => useContext(SurfaceContext);
