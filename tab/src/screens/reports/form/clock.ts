import { times } from '#contracts/limits.ts';
import { clockTime } from '../../../parts/schedule.ts';
import type { Choice } from '../../../parts/ChoiceBox.tsx';

const steps: readonly number[] = Array.from(
  { length: (times.lastMinute + 1) / times.step },
  (_, at) => at * times.step,
);

/** The quarters of an hour, and a stored time between them where it belongs. */
export const clockChoices = (stored: number | null): readonly Choice[] => {
  const all = stored === null || steps.includes(stored) ? steps : [...steps, stored].sort((a, b) => a - b);
  return all.map((minutes) => ({ id: String(minutes), text: clockTime(minutes) }));
};

const written = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(am|pm)?$/i;

/** Minutes of a typed time: "9", "9:30", "0930", "9.30 pm"; undefined when it is none or no quarter of an hour. */
export const readClock = (typed: string): number | undefined => {
  const [, hour, minute = '00', half] = written.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  const isHalf = half !== undefined;
  const named = Number(hour);
  if (isHalf && (named < 1 || named > 12)) return undefined;
  const hours = isHalf ? (named % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : named;
  const minutes = hours * 60 + Number(minute);
  return Number(minute) < 60 && steps.includes(minutes) ? minutes : undefined;
};
