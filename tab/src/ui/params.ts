import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The query of the page's address by now. On a slow machine what is drawn, and what its buttons know, may be a step behind it. */
export const SearchNow = createContext<() => string>(() => window.location.search);

interface How {
  readonly replace?: boolean;
}

/** Changes the page's query as it is by now, so that of two quick changes neither is lost. */
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

/** Sets one part of the page's query and keeps the others; undefined takes it away. */
export const usePutParam = (): PutParam => {
  const change = useChangeParams();
  return (name, value, how) => {
    change((params) => {
      if (value === undefined) params.delete(name);
      else params.set(name, value);
    }, how);
  };
};
