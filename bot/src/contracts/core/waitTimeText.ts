import type { MessageValues } from '../text/catalogueKeys.ts';

const secondsPerMinute = 60;
const secondsPerHour = 3600;
/** Up to here the smaller unit is the clearer one: "75 seconds", "80 minutes". */
const maxOfUnit = 90;

/** Values of `error.TOO_MANY_REQUESTS`: how long to wait, rounded up, so that the next try is not too early. */
export const waitValues = (seconds: number): MessageValues => {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= maxOfUnit) return { unit: 'second', count: whole };
  const minutes = Math.ceil(whole / secondsPerMinute);
  if (minutes <= maxOfUnit) return { unit: 'minute', count: minutes };
  return { unit: 'hour', count: Math.ceil(whole / secondsPerHour) };
};
