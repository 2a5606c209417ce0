import { useEffect, useEffectEvent, useRef } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';

/**
 * Returns today's date in the browser's zone. When the date changes, calls `refetch`: the server's reply contains
 * today's date, which a new row gets, so the reply is outdated then.
 */
export const useRefetchAtMidnight = (refetch: () => unknown): LocalDate => {
  const today = useToday();
  const shown = useRef(today);
  const onNewDay = useEffectEvent(refetch);
  useEffect(() => {
    if (shown.current === today) return;
    shown.current = today;
    onNewDay();
  }, [today]);
  return today;
};
