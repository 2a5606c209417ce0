import { useMemo } from 'react';
import { useLocation, useRouter } from './routerHooks.ts';

/** Returns the query of the shown page. */
export const useSearchParams = (): URLSearchParams => {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
};

interface How {
  readonly replace?: boolean;
}

/**
 * Returns a function that changes the query of the page's address. It starts from the router's current query, because
 * the rendered page may still show an earlier one on a slow machine. So the second of two quick changes does not
 * discard the first.
 */
export const useChangeParams = (): ((change: (params: URLSearchParams) => void, how?: How) => void) => {
  const router = useRouter();
  return (change, { replace = false } = {}) => {
    const { pathname, search } = router.state().location;
    const params = new URLSearchParams(search);
    change(params);
    void router.navigate(`${pathname}?${params.toString()}`, { replace });
  };
};

type PutParam = (name: string, value: string | undefined, how?: How) => void;

/**
 * Returns a function that sets one parameter of the page's query and keeps the others. The value undefined removes the
 * parameter.
 */
export const usePutParam = (): PutParam => {
  const change = useChangeParams();
  return (name, value, how) => {
    change((params) => {
      if (value === undefined) params.delete(name);
      else params.set(name, value);
    }, how);
  };
};

export type ChangedParams = Readonly<Record<string, string | undefined>>;

/**
 * Returns a function that sets several parameters of the page's query and keeps the others. The values undefined and ""
 * remove a parameter.
 */
export const usePutParams = (): ((changed: ChangedParams, how?: How) => void) => {
  const change = useChangeParams();
  return (changed, how) => {
    change((params) => {
      for (const [name, value] of Object.entries(changed))
        if (value === undefined || value === '') params.delete(name);
        else params.set(name, value);
    }, how);
  };
};

/**
 * True if the text has the form of an id. The server's schema is not imported, because it would make the bundle larger.
 */
export const isId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

export const oneOf = <T extends string>(list: readonly T[], value: string | null, other: T): T =>
  list.find((item) => item === value) ?? other;
