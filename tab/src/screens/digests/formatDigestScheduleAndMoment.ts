import type { DigestSchedule } from '#contracts/digests/digestCalls.ts';
import { clockTime } from '../../parts/scheduleSentenceAndClockTime.ts';
import { dateIn, mediumDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { weekdayName } from '../../ui/text/weekdays.ts';

/** Returns a sentence such as "Every week on Friday at 17:00 · Europe/Berlin". */
export const scheduleText = (
  { cadence, weekday, sprintWeeks, time, timezone }: DigestSchedule,
  t: WebTranslate,
  locale: string,
): string =>
  t('digests.when', {
    ...{ cadence, weeks: sprintWeeks, time: clockTime(time) },
    ...{ weekday: weekdayName(weekday, 'long', locale), zone: timezone.replaceAll('_', ' ') },
  });

/** Returns an instant as date and time in the given zone, such as "20 Nov 2026, 17:00". */
export const momentText = (at: string, zone: string, locale: string): string => {
  const ms = Date.parse(at);
  return `${mediumDate(dateIn(ms, zone), locale)}, ${timeOf(ms, zone, locale)}`;
};
