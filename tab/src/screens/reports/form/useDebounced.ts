import { useEffect, useState } from 'react';

/** Returns the first value at once, and each later value only after it has stayed the same for `ms` milliseconds. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setStill(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return still;
};
