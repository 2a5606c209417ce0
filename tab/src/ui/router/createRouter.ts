import { toLocation } from './pageHistoryAndLocation.ts';
import type { PageHistory, PageLocation } from './pageHistoryAndLocation.ts';
import type { RouteTable } from './pageLoader.ts';
import { createShownPage } from './shownPage.ts';
import type { ShownPage } from './shownPage.ts';

export interface NavigateOptions {
  readonly replace?: boolean;
  /** A value that the history entry stores for the target page. */
  readonly state?: unknown;
}

export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

/** A navigation that the guard may stop. */
export interface NavigationAttempt {
  readonly current: PageLocation;
  readonly next: PageLocation;
  /** True for Back and Forward. */
  readonly isPop: boolean;
  /** Performs the navigation without calling the guard again. */
  readonly proceed: () => void;
}

/** Returns true to stop the navigation. Called before each navigation inside the app. */
export type NavigationGuard = (attempt: NavigationAttempt) => boolean;

export interface Router extends Pick<ShownPage, 'state' | 'subscribe'> {
  /**
   * Opens another page. Resolves when the page is shown, when the guard has stopped this navigation, or when a later
   * one has replaced it.
   */
  readonly navigate: Navigate;
  readonly go: (delta: number) => void;
  /**
   * Sets the guard of all navigations inside the app; it replaces an earlier guard. Returns a function that removes the
   * guard.
   */
  readonly guard: (guard: NavigationGuard) => () => void;
}

export const createRouter = (history: PageHistory, table: RouteTable): Router => {
  const { state, subscribe, ...shown } = createShownPage(history, table);
  let guard: NavigationGuard | undefined;
  /** Index of the history entry that `proceed` opens, so that the guard is not called for it again. */
  let approved: number | undefined;

  const isStopped = (attempt: Omit<NavigationAttempt, 'current'>): boolean =>
    guard?.({ current: state().location, ...attempt }) === true;

  const navigate: Navigate = async (to, options = {}) => {
    const next = toLocation(to, options.state);
    const open = (): Promise<void> =>
      shown.show(next, () => {
        if (options.replace === true) history.replace(next);
        else history.push(next);
      });
    if (!isStopped({ next, isPop: false, proceed: () => void open() })) await open();
  };

  history.listen(() => {
    const target = history.index();
    const delta = target - shown.index();
    const next = history.location();
    if (delta === 0) {
      // A stopped navigation has been undone, or the reader has come back to the shown page. A page that is still
      // loading is therefore no longer wanted.
      shown.cancelLoading();
      return;
    }
    const proceed = (): void => {
      approved = target;
      history.go(delta);
    };
    const { pathname, search } = state().location;
    // A link to a part of the page (`#content`) does not leave the page, so the guard is not called for it.
    const isFree = approved === target || (next.pathname === pathname && next.search === search);
    approved = undefined;
    // The browser has changed the address already, so a stopped navigation must change it back.
    if (!isFree && isStopped({ next, isPop: true, proceed })) history.go(-delta);
    else void shown.show(next);
  });

  return {
    state,
    subscribe,
    navigate,
    go: history.go,
    guard: (next) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
};
