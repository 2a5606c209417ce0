import { createContext, useContext, useEffect, useState } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import { dateIn } from './dates.ts';

/** Where the time comes from; only `main.tsx` knows the machine's clock. */
interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** Who reads: the browser's zone and language for dates and times. */
export interface Reader {
  readonly clock: Clock;
  /** IANA zone id. */
  readonly zone: string;
  /** BCP 47, for dates and numbers only. */
  readonly locale: string;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

export const useReader = (): Reader => {
  const reader = useContext(ReaderContext);
  if (reader === undefined) throw new Error('ReaderContext is missing');
  return reader;
};

const tickMs = 15_000;

/** The current instant, renewed often enough for "closes in 35 min". */
export const useNow = (): number => {
  const { clock } = useReader();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(clock.now());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, [clock]);
  return now;
};

/** Today for the reader; turns over at their midnight while the page stays open. */
export const useToday = (): LocalDate => {
  const { zone } = useReader();
  return dateIn(useNow(), zone);
};
