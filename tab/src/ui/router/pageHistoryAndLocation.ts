/** The parts of the page's address that the router uses, and the value that the history entry stores for the page. */
export interface PageLocation {
  readonly pathname: string;
  /** The query with its `?`, or an empty text. */
  readonly search: string;
  /** The fragment with its `#`, or an empty text. */
  readonly hash: string;
  readonly state: unknown;
}

/**
 * The entries that Back and Forward visit: those of the browser or, in tests, a list in memory
 * (testing/memoryHistory.ts).
 */
export interface PageHistory {
  /** Returns the location of the current entry. */
  readonly location: () => PageLocation;
  /** Returns the number of the current entry. Each entry has a greater number than the entries before it. */
  readonly index: () => number;
  readonly push: (location: PageLocation) => void;
  readonly replace: (location: PageLocation) => void;
  readonly go: (delta: number) => void;
  /**
   * Sets the function that is called after Back, Forward, `go` or a link to a part of the page has changed the current
   * entry.
   */
  readonly listen: (listener: () => void) => void;
}

/** Splits an address of the app into its parts. The result has no host, so it never leads to another site. */
export const toLocation = (to: string, state?: unknown): PageLocation => {
  const { pathname, search, hash } = new URL(to, 'http://localhost');
  return { pathname, search, hash, state };
};

export const toAddress = ({ pathname, search, hash }: PageLocation): string => pathname + search + hash;
