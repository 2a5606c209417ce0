import type { MessageValues } from '../text/catalogueKeys.ts';

const secondsPerMinute = 60;
const secondsPerHour = 3600;
/** A longer time is shown in the next larger unit: "75 seconds" and "80 minutes", but "2 minutes" for 91 seconds. */
const maxOfUnit = 90;

/** Returns the values of `error.TOO_MANY_REQUESTS`: the wait time, rounded up so that the next try is not too early. */
export const waitValues = (seconds: number): MessageValues => {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= maxOfUnit) return { unit: 'second', count: whole };
  const minutes = Math.ceil(whole / secondsPerMinute);
  if (minutes <= maxOfUnit) return { unit: 'minute', count: minutes };
  return { unit: 'hour', count: Math.ceil(whole / secondsPerHour) };
};
