import type { OpenRun } from '#contracts/runEffect.ts';
import { dateIn, shortDate, timeOf } from '../../../ui/dates.ts';
import type { Reader } from '../../../ui/reader.ts';
import type { WebWords } from '../../../ui/words.ts';

/** "12:00", with its day where that is not today. */
const closeText = (closesAt: string, now: number, { zone, locale }: Reader): string => {
  const close = Date.parse(closesAt);
  const time = timeOf(close, zone, locale);
  const day = dateIn(close, zone);
  return day === dateIn(now, zone) ? time : `${shortDate(day, locale)} ${time}`;
};

/** What becomes of the runs that are open while the report is changed, or while it is ended; one sentence a run. */
export const runSentences = (
  runs: readonly OpenRun[],
  change: 'edited' | 'ended',
  now: number,
  reader: Reader,
  words: WebWords,
): readonly string[] =>
  runs.map(({ date, closesAt, answered, asked }) =>
    words(change === 'edited' ? 'run.edited' : 'run.ended', {
      date: shortDate(date, reader.locale),
      time: closeText(closesAt, now, reader),
      answered,
      asked,
    }),
  );
