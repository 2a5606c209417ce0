/** The part of the page's address that the router uses, with the value that the page stored in the history entry. */
export interface PageLocation {
  readonly pathname: string;
  /** Empty or begins with `?`. */
  readonly search: string;
  /** Empty or begins with `#`. */
  readonly hash: string;
  readonly state: unknown;
}

/** The entries that Back and Forward visit: those of the browser, or a list in memory for tests. */
export interface PageHistory {
  /** Returns the location of the current entry. */
  readonly location: () => PageLocation;
  /** Returns the number of the current entry. Each entry has a higher number than the entry before it. */
  readonly index: () => number;
  readonly push: (location: PageLocation) => void;
  readonly replace: (location: PageLocation) => void;
  readonly go: (delta: number) => void;
  /** Calls the listener after Back, Forward, `go` or a link to a part of the page has changed the current entry. */
  readonly listen: (listener: () => void) => void;
}

/** Splits an address of the app. The result never leads to another site, because it has no host. */
export const toLocation = (to: string, state?: unknown): PageLocation => {
  const { pathname, search, hash } = new URL(to, 'http://localhost');
  return { pathname, search, hash, state };
};

export const toAddress = ({ pathname, search, hash }: PageLocation): string => pathname + search + hash;
