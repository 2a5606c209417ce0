import type { OpenRun } from '#contracts/meetings/effectOnOpenRun.ts';
import { dateIn, shortDate, timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import type { Reader } from '../../../ui/text/readerContextClockAndDates.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';

/** Returns the time at which the run closes, such as "12:00". Adds the day unless it is today. */
const closeText = (closesAt: string, now: number, { zone, locale }: Reader): string => {
  const close = Date.parse(closesAt);
  const time = timeOf(close, zone, locale);
  const day = dateIn(close, zone);
  return day === dateIn(now, zone) ? time : `${shortDate(day, locale)} ${time}`;
};

/** Returns a sentence for each open run. It explains the effect on that run of editing or ending the report. */
export const openRunSentences = (
  runs: readonly OpenRun[],
  change: 'edited' | 'ended',
  now: number,
  { reader, t }: { readonly reader: Reader; readonly t: WebTranslate },
): readonly string[] =>
  runs.map(({ date, closesAt, answered, asked }) =>
    t(change === 'edited' ? 'run.edited' : 'run.ended', {
      date: shortDate(date, reader.locale),
      time: closeText(closesAt, now, reader),
      answered,
      asked,
    }),
  );
