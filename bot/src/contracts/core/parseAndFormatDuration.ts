import { boundedMemo } from '../boundedMapAndMemos.ts';
import { limits } from './limitsAndProductConstants.ts';

/**
 * Matches a duration at the end of a plan's line. A unit or separator is required, because a plain number may mean
 * something else. Examples: `1:30`, `1.5h`, `1,5h`, `1h 30m`, `1h30`, `45m`.
 */
export const markedDuration = [
  String.raw`\d:[0-5]\d`,
  String.raw`(?:\d{1,2}(?:[.,]\d{1,2})?|[.,]\d{1,2})h`,
  String.raw`\d{1,2}h ?[0-5]?\dm(?:in)?`,
  String.raw`\d{1,2}h[0-5]\d`,
  String.raw`\d{1,4}m(?:in)?`,
].join('|');

/** Longest duration of one task, in minutes. */
export const longestMinutes = limits.taskHours * 60 + limits.taskMinutes;

// Removes spaces only next to a unit: "1 h 30" is a duration, but "1 5" is not.
const spelled = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[,٫]/g, '.')
    .replaceAll(/\s*([hm:])\s*/g, '$1');

const clock = /^(\d{1,2}):([0-5]\d)$/;
const inHours = /^(\d{1,2}(?:\.\d{0,2})?|\.\d{1,2})h?$/;
const mixed = /^(\d{1,2})h(?:([0-5]\d)|([0-5]?\d)m(?:in)?)$/;
const inMinutes = /^(\d{1,4})m(?:in)?$/;

const readMinutes = (text: string): number | undefined => {
  const hours = inHours.exec(text)?.[1];
  if (hours !== undefined) return Math.round(Number(hours) * 60);
  const minutes = inMinutes.exec(text)?.[1];
  if (minutes !== undefined) return Number(minutes);
  const parts = clock.exec(text) ?? mixed.exec(text);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2] ?? parts[3]);
};

/**
 * Returns the minutes of a typed duration; a number without a unit means hours. Undefined if the text is no duration,
 * or if the duration is longer than a task may have. Results are cached, because people type the same few durations.
 */
export const minutesOfDuration = boundedMemo(
  (typed: string): number | undefined => {
    const minutes = readMinutes(spelled(typed));
    return minutes === undefined || minutes > longestMinutes ? undefined : minutes;
  },
  { capacity: 1000, longestKey: 20 },
);

/** Returns a duration as people type it: "1:30". */
export const durationText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
