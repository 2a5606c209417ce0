import { useEffect, useEffectEvent } from 'react';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, readDate } from '../ui/text/calculateAndFormatDates.ts';
import { usePutParams, useSearchParams } from '../ui/router/searchParamsAndValueChecks.ts';
import { useNotices } from '../ui/dialogs/noticeQueue.ts';
import { useToday } from '../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../ui/text/translate.ts';

/** A range of days. Both `from` and `to` belong to it. */
export interface Range {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const dayMs = 86_400_000;
/** Returns the number of days in a range; 0 if it ends before it begins. */
export const daysIn = ({ from, to }: Range): number =>
  Math.max(0, (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1);

export const isRange = (range: Range, maxDays: number): boolean => {
  const days = daysIn(range);
  return days > 0 && days <= maxDays;
};

/** Returns the range of the last `days` days, today included. */
export const lastDays = (today: LocalDate, days: number = ui.windowDays): Range => ({
  from: addDays(today, 1 - days),
  to: today,
});

interface DatesInAddress {
  readonly hasWrongDates: boolean;
  readonly dropWrongDates: () => void;
}

/**
 * Shows a notice about invalid dates in the page's address and removes them, so that the address matches the dates that
 * the page shows.
 */
export const useCorrectedDates = ({ hasWrongDates, dropWrongDates }: DatesInAddress): void => {
  const t = useTranslate();
  const notices = useNotices();
  const drop = useEffectEvent(() => {
    notices.push('failure', t('range.corrected'));
    dropWrongDates();
  });
  useEffect(() => {
    if (hasWrongDates) drop();
  }, [hasWrongDates]);
};

/**
 * Returns the range in the page's address, and a setter that changes the address. Without a valid range in the address,
 * returns the default range (`lastDays`).
 */
export const useRange = (maxDays: number): { readonly range: Range; readonly setRange: (range: Range) => void } => {
  const today = useToday();
  const params = useSearchParams();
  const put = usePutParams();
  const usual = lastDays(today);
  const names = ['from', 'to'] as const;
  const isUnread = names.some((name) => params.has(name) && readDate(params.get(name)) === undefined);
  const request = { from: readDate(params.get('from')) ?? usual.from, to: readDate(params.get('to')) ?? usual.to };
  const isShown = !isUnread && isRange(request, maxDays);
  useCorrectedDates({
    hasWrongDates: !isShown && names.some((name) => params.has(name)),
    dropWrongDates: () => {
      put({ from: undefined, to: undefined }, { replace: true });
    },
  });
  return {
    range: isShown ? request : usual,
    setRange: ({ from, to }) => {
      put({ from, to });
    },
  };
};
