import type { PageHistory, PageLocation } from './pageHistoryAndLocation.ts';
import { createPageLoader } from './pageLoader.ts';
import type { Page, RouteTable } from './pageLoader.ts';

export interface RouterState {
  /**
   * The location of the shown page. While the code of another page loads, the location stays that of the previous page.
   */
  readonly location: PageLocation;
  readonly page: Page | 'loading' | 'failed';
}

export interface ShownPage {
  readonly state: () => RouterState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the number of the history entry that belongs to the shown page. */
  readonly index: () => number;
  /** Loads the page at the location, then calls `writeHistory` and shows the page. A later call cancels this one. */
  readonly show: (location: PageLocation, writeHistory?: () => void) => Promise<void>;
  readonly cancelLoading: () => void;
}

/** Manages the shown page. It begins to load the page of the current history entry at once. */
export const createShownPage = (history: PageHistory, table: RouteTable): ShownPage => {
  const pages = createPageLoader(table);
  const listeners = new Set<() => void>();
  let state: RouterState = { location: history.location(), page: 'loading' };
  let index = history.index();
  let latest = 0;

  const show = async (location: PageLocation, writeHistory?: () => void): Promise<void> => {
    latest += 1;
    const own = latest;
    const { pathname } = location;
    const page = pages.loaded(pathname) ?? (await pages.load(pathname).catch((): 'failed' => 'failed'));
    if (own !== latest) return;
    writeHistory?.();
    index = history.index();
    state = { location, page };
    for (const listener of listeners) listener();
  };
  void show(state.location);

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    index: () => index,
    show,
    cancelLoading: () => {
      latest += 1;
    },
  };
};
