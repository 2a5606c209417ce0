import type { WebTranslate } from '../../ui/text/translate.ts';

/** Returns a duration such as "35 min" or "1 h 5 min", rounded to minutes; at least one minute. */
export const durationText = (ms: number, t: WebTranslate): string => {
  const total = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return t('duration.minutes', { minutes });
  return minutes === 0 ? t('duration.hours', { hours }) : t('duration.hoursMinutes', { hours, minutes });
};
