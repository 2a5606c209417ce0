import { createContext, useContext, useEffect, useState } from 'react';
import type { LocalDate } from '#contracts/core/ids.ts';
import { dateIn, dayText } from './formatDates.ts';
import type { DateReader } from './formatDates.ts';

/** Source of the time; only `main.tsx` reads the machine's clock. */
interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The reader's clock, and the browser's zone and language for dates and times. */
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

/** Returns the current instant, updated every 15 s, often enough for "closes in 35 min". */
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

/** Returns the reader's current day; it changes at their midnight while the page is open. */
export const useToday = (): LocalDate => {
  const { zone } = useReader();
  return dateIn(useNow(), zone);
};

/** Returns the locale and the day for reading and writing dates. */
export const useDateReader = (): DateReader => {
  const { locale } = useReader();
  return { locale, today: useToday() };
};

/** Returns a function that writes a day as `dayText` does for the reader. */
export const useDayText = (): ((date: LocalDate) => string) => {
  const reader = useDateReader();
  return (date) => dayText(date, reader);
};
