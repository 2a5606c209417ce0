import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { clockTime } from '../../../parts/scheduleSentenceAndClockTime.ts';
import type { Choice } from '../../../parts/SearchableChoice.tsx';

const steps: readonly number[] = Array.from(
  { length: (times.lastMinute + 1) / times.step },
  (_, index) => index * times.step,
);

/**
 * Returns all quarter hours of a day. `stored` is the saved time in minutes after midnight; if it is no quarter hour,
 * the list contains it too.
 */
export const clockChoices = (stored: number | null): readonly Choice[] => {
  const all = stored === null || steps.includes(stored) ? steps : [...steps, stored].sort((a, b) => a - b);
  return all.map((minutes) => ({ id: String(minutes), text: clockTime(minutes) }));
};

const written = /^(\d{1,2})(?:[:.h]?(\d{2})|h)?\s*(?:([ap])\.?m?\.?|uhr)?$/i;

/** Converts the digits that Arabic and Japanese keyboards type to 0 to 9. */
const westernDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));

/**
 * Returns a typed time as minutes after midnight, for example "9", "9:30", "0930", "9.30 pm" or "9h30". Undefined = the
 * text is not a time, or the time is no quarter hour.
 */
export const readClock = (typed: string): number | undefined => {
  const [, hour, minute = '00', half] = written.exec(westernDigits(typed)) ?? [];
  if (hour === undefined) return undefined;
  const isHalf = half !== undefined;
  const named = Number(hour);
  if (isHalf && (named < 1 || named > 12)) return undefined;
  const hours = isHalf ? (named % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : named;
  const minutes = hours * 60 + Number(minute);
  return Number(minute) < 60 && steps.includes(minutes) ? minutes : undefined;
};

/**
 * Returns the choices that match a typed text: first the time that it names, then the other choices whose text contains
 * it.
 */
export const findClock = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const named = readClock(typed);
  const wanted = westernDigits(typed).replace(/[.h]/g, ':');
  const isNamed = ({ id }: Choice): boolean => named !== undefined && id === String(named);
  return [...choices.filter(isNamed), ...choices.filter((choice) => !isNamed(choice) && choice.text.includes(wanted))];
};
