import { useEffect, useEffectEvent, useRef } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';

/**
 * Returns the browser's date of today. When it changes, calls `refetch`, because a reply of the server contains the date of today
 * that a new row gets.
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
