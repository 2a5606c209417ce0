import type { ClientDeps } from '../../api/client/apiClient.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';

const firstMinuteMs = 60_000;

export interface NewVersionDeps {
  readonly fetch: ClientDeps['fetch'];
  readonly clock: Reader['clock'];
  /** Path of the script that started this page. The build writes the hash of its content into its name. */
  readonly entryScript: string;
}

/**
 * Returns a function that asks the server whether it serves another version of the app than this page. A server that
 * was updated no longer has the files that this page loads on demand. Resolves to false during the page's first minute,
 * so that two servers of different versions cannot make a page reload again and again.
 */
export const createNewVersionCheck = ({ fetch, clock, entryScript }: NewVersionDeps): (() => Promise<boolean>) => {
  const openedAt = clock.now();
  return async () => {
    if (clock.now() - openedAt < firstMinuteMs) return false;
    try {
      const page = await (await fetch('/', { cache: 'no-cache' })).text();
      return page.includes('/assets/index-') && !page.includes(entryScript);
    } catch {
      return false;
    }
  };
};
