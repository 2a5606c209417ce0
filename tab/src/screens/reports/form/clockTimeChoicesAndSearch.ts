import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { clockTime } from '../../../parts/scheduleSentenceAndClockTime.ts';
import type { Choice } from '../../../parts/SearchableChoice.tsx';

const steps: readonly number[] = Array.from(
  { length: (times.lastMinute + 1) / times.step },
  (_, index) => index * times.step,
);

/**
 * Returns all quarters of an hour in order. If the stored time is not a quarter of an hour, the list also contains the stored
 * time.
 */
export const clockChoices = (stored: number | null): readonly Choice[] => {
  const all = stored === null || steps.includes(stored) ? steps : [...steps, stored].sort((a, b) => a - b);
  return all.map((minutes) => ({ id: String(minutes), text: clockTime(minutes) }));
};

const written = /^(\d{1,2})(?:[:.h]?(\d{2})|h)?\s*(?:([ap])\.?m?\.?|uhr)?$/i;

/** Converts Arabic and full-width digits, as Arabic and Japanese keyboards type them, to the digits 0 to 9. */
const westernDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));

/**
 * Returns a typed time as minutes after midnight: "9", "9:30", "0930", "9.30 pm", "9h30". Undefined = not a time, or not a
 * quarter of an hour.
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
 * Returns the choices that match a typed text: first the time that the text names, then each other choice whose text
 * contains the typed text.
 */
export const findClock = (choices: readonly Choice[], typed: string): readonly Choice[] => {
  const named = readClock(typed);
  const wanted = westernDigits(typed).replace(/[.h]/g, ':');
  const isNamed = ({ id }: Choice): boolean => named !== undefined && id === String(named);
  return [...choices.filter(isNamed), ...choices.filter((choice) => !isNamed(choice) && choice.text.includes(wanted))];
};
