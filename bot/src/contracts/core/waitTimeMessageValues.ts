import type { MessageValues } from '../text/translateAndMessageKeyTypes.ts';

const secondsPerMinute = 60;
const secondsPerHour = 3600;
/**
 * Largest number shown in one unit; a longer time uses the next larger unit. 75 s is shown as "75 seconds", but 91 s as
 * "2 minutes".
 */
const maxOfUnit = 90;

/**
 * Returns the values of the message `error.TOO_MANY_REQUESTS`. The wait time is rounded up, so that the next try is not
 * too early.
 */
export const waitTimeMessageValues = (seconds: number): MessageValues => {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= maxOfUnit) return { unit: 'second', count: whole };
  const minutes = Math.ceil(whole / secondsPerMinute);
  if (minutes <= maxOfUnit) return { unit: 'minute', count: minutes };
  return { unit: 'hour', count: Math.ceil(whole / secondsPerHour) };
};
