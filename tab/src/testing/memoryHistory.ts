import { toLocation } from '../ui/router/pageHistoryAndLocation.ts';
import type { PageHistory, PageLocation } from '../ui/router/pageHistoryAndLocation.ts';

/**
 * A history in memory, for tests. Unlike the browser's, `go` takes effect at once. It stops at the first and at the
 * last entry.
 */
export const memoryHistory = (path: string): PageHistory => {
  const entries: PageLocation[] = [toLocation(path)];
  let index = 0;
  let notify: () => void = () => undefined;
  return {
    location: () => entries[index] ?? toLocation(path),
    index: () => index,
    push: (next) => {
      index += 1;
      entries.splice(index, entries.length, next);
    },
    replace: (next) => {
      entries[index] = next;
    },
    go: (delta) => {
      index = Math.min(Math.max(index + delta, 0), entries.length - 1);
      notify();
    },
    listen: (listener) => {
      notify = listener;
    },
  };
};
