import { useSearchParams } from 'react-router-dom';

type PutParam = (name: string, value: string | undefined, how?: { readonly replace?: boolean }) => void;

/** Sets one part of the page's query and keeps the others; undefined takes it away. */
export const usePutParam = (): PutParam => {
  const [, setParams] = useSearchParams();
  return (name, value, { replace = false } = {}) => {
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value === undefined) changed.delete(name);
        else changed.set(name, value);
        return changed;
      },
      { replace },
    );
  };
};
