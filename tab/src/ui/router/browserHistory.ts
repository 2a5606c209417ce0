import { toAddress } from './pageHistoryAndLocation.ts';
import type { PageHistory, PageLocation } from './pageHistoryAndLocation.ts';

/**
 * The data that the app stores in an entry of the browser's history: the number of the entry (`idx`) and the state of
 * the page (`usr`).
 */
interface Entry {
  readonly idx?: number;
  readonly usr?: unknown;
}

const entryOf = (stored: unknown): Entry => (typeof stored === 'object' && stored !== null ? stored : {});

/**
 * Returns the history of the browser tab. Each entry stores its number, so that the numbers are still known after a
 * reload.
 */
export const browserHistory = (page: Pick<Window, 'history' | 'location' | 'addEventListener'>): PageHistory => {
  const { history, location } = page;
  const write = (how: 'pushState' | 'replaceState', next: PageLocation, idx: number): void => {
    history[how]({ usr: next.state, idx } satisfies Entry, '', toAddress(next));
  };
  /**
   * Returns the index of the current entry. If the entry has none, because the browser created it, stores and returns
   * `fallback`.
   */
  const indexOr = (fallback: number): number => {
    const entry = entryOf(history.state);
    if (entry.idx !== undefined) return entry.idx;
    history.replaceState({ ...entry, idx: fallback } satisfies Entry, '');
    return fallback;
  };
  let index = indexOr(0);
  return {
    location: () => ({
      pathname: location.pathname,
      search: location.search,
      hash: location.hash,
      state: entryOf(history.state).usr,
    }),
    index: () => index,
    push: (next) => {
      index += 1;
      write('pushState', next, index);
    },
    replace: (next) => {
      write('replaceState', next, index);
    },
    go: (delta) => {
      history.go(delta);
    },
    listen: (listener) => {
      page.addEventListener('popstate', () => {
        // A link to a part of the page (`#content`) adds an entry without a number. It gets the next number.
        index = indexOr(index + 1);
        listener();
      });
    },
  };
};
