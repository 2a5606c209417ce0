import type { DailyReport } from '#contracts/reports/dailyReport.ts';

export type DayState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'noReports' }
  /** The team has meetings, but none of them ran on this day, or the filter hides all that ran. */
  | { readonly kind: 'noResponses'; readonly isHoliday: boolean }
  | { readonly kind: 'ready'; readonly day: DailyReport; readonly stale: { readonly retry: () => void } | undefined };
