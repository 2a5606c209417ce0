// Computes when a scheduled run accepts answers, without importing code of the product.

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const isWeekday = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());

/**
 * True if the run accepts answers: from its opening until the opening of the next run, but at most until 72 hours after
 * its close. `time` is in minutes after midnight UTC.
 */
export const takesAnswers = (
  date: string,
  { time, windowMinutes }: { readonly time: number; readonly windowMinutes: number },
  now: number,
): boolean => {
  const opens = Date.parse(`${date}T00:00:00Z`) + time * 60_000;
  let next = opens + dayMs;
  while (!isWeekday(next)) next += dayMs;
  const end = Math.min(next, opens + windowMinutes * 60_000 + 72 * hourMs);
  return now >= opens && now < end;
};
