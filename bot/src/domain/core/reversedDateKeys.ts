import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';

const lastDay = 99_999_999;
/**
 * Instants are subtracted from this number, so that keys sort newest first. It is larger than every instant of a
 * four-digit year.
 */
const lastMs = 999_999_999_999_999;

/** Returns eight digits for a date. Keys with these digits sort newest first. */
export const reverseDate = (date: LocalDate): string =>
  String(lastDay - Number(date.replaceAll('-', ''))).padStart(8, '0');

export const dateOfReverse = (rev: string): LocalDate => {
  const digits = String(lastDay - Number(rev)).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` as LocalDate;
};

/**
 * Returns fifteen digits for an instant in epoch ms. Keys with these digits sort newest first. Throws RangeError for
 * fractions, for instants before 1970, and for numbers of more than 15 digits.
 */
export const reverseMs = (ms: number): string => {
  if (!Number.isInteger(ms) || ms < 0 || ms > lastMs) throw new RangeError(`Not whole milliseconds since 1970: ${ms}`);
  return String(lastMs - ms).padStart(15, '0');
};

export const msOfReverse = (rev: string): number => lastMs - Number(rev);
