import type { MeetingListItem, Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { weekdayName, weekIn } from '../ui/text/weekdays.ts';
import type { WebKey, WebTranslate } from '../ui/text/translate.ts';

type Schedule = Pick<MeetingListItem, Weekday | 'time' | 'type' | 'interval' | 'timeBasis'>;

/** Formats minutes after midnight as a time such as "09:05". */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const keyOf = ({ type, interval }: Schedule, isEveryDay: boolean): WebKey => {
  const rhythm = type === 'STANDUP' ? 'WEEK' : interval;
  switch (rhythm) {
    case 'WEEK':
      return isEveryDay ? 'schedule.everyDay' : 'schedule.days';
    case 'ALTWEEK':
      return isEveryDay ? 'schedule.everyDayOfOtherWeeks' : 'schedule.otherWeeks';
    case 'MONTH':
      return 'schedule.month';
  }
};

export const scheduleSentence = (schedule: Schedule, t: WebTranslate, locale: string): string => {
  const days = weekIn(locale).flatMap((day) => (schedule[day] ? [weekdayName(day, 'long', locale)] : []));
  if (days.length === 0) return t('schedule.never');
  const isMonth = schedule.type === 'RETRO' && schedule.interval === 'MONTH';
  const named = isMonth ? days.map((day) => t('schedule.firstOf', { day })) : days;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(named);
  const values = { days: list, time: clockTime(schedule.time) };
  const sentence = t(keyOf(schedule, days.length === 7), values);
  return schedule.timeBasis === 'MEMBER' ? `${sentence} ${t('schedule.memberTime')}` : sentence;
};
