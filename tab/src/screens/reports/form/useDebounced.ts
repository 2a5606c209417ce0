import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for so many milliseconds. */
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
