import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateIn, dayText } from './calculateAndFormatDates.ts';
import type { DateReader } from './calculateAndFormatDates.ts';

/**
 * Source of the current time, in epoch milliseconds. Only `main.tsx` reads the machine's clock, so that tests can set
 * the time.
 */
interface Clock {
  now(): number;
}

export interface Reader {
  readonly clock: Clock;
  readonly zone: string;
  /** The BCP 47 tag by which dates, numbers, place names and the order of lists are formatted. */
  readonly locale: string;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

export const useReader = (): Reader => {
  const reader = useContext(ReaderContext);
  if (reader === undefined) throw new Error('ReaderContext is missing');
  return reader;
};

const tickMs = 15_000;

const everyTick = (onTick: () => void): (() => void) => {
  const timer = setInterval(onTick, tickMs);
  return () => {
    clearInterval(timer);
  };
};

/**
 * Returns the current instant in epoch milliseconds. It is updated every 15 s, which is enough for texts such as
 * "closes in 35 min".
 */
export const useNow = (): number => {
  const { clock } = useReader();
  const [now, setNow] = useState(() => clock.now());
  useEffect(
    () =>
      everyTick(() => {
        setNow(clock.now());
      }),
    [clock],
  );
  return now;
};

/**
 * Returns today's date in the reader's zone. When it changes, also while the page is open, the component is drawn
 * again. It is not drawn at other ticks, because a page can have thousands of components that show dates.
 */
export const useToday = (): LocalDate => {
  const { clock, zone } = useReader();
  return useSyncExternalStore(everyTick, () => dateIn(clock.now(), zone));
};

export const useDateReader = (): DateReader => {
  const { locale } = useReader();
  return { locale, today: useToday() };
};

export const useDayText = (): ((date: LocalDate) => string) => {
  const reader = useDateReader();
  return (date) => dayText(date, reader);
};
