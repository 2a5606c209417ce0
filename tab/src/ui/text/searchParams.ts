import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Returns the current query of the page's address, because on a slow machine the rendered page may still show the
 * previous query.
 */
export const SearchNow = createContext<() => string>(() => window.location.search);

interface How {
  readonly replace?: boolean;
}

/**
 * Returns a function that changes the current query of the page's address. Because it starts from the current query, two quick
 * changes are both kept.
 */
export const useChangeParams = (): ((change: (params: URLSearchParams) => void, how?: How) => void) => {
  const [, setParams] = useSearchParams();
  const searchNow = useContext(SearchNow);
  return (change, { replace = false } = {}) => {
    const params = new URLSearchParams(searchNow());
    change(params);
    setParams(params, { replace });
  };
};

type PutParam = (name: string, value: string | undefined, how?: How) => void;

/**
 * Returns a function that sets one parameter of the page's query and keeps the others. Undefined removes the parameter.
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
