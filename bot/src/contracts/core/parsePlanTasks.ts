import { markedDuration, minutesOfDuration } from './parseAndFormatDuration.ts';

// Reads the tasks and durations of a plan. The server and the web form share it, so that both get the same result.

const bullet = /^(?:[•◦▪‣·]\s*|[-*–—](?:\s+|$)|-(?=\p{L}))/u;
const numbering = /^\d{1,2}[.)](?:\s+|$)/;

// Number of characters at the end of a line that are searched for a duration. The limit keeps the search in a long line
// fast. The longest duration has nine characters.
const tailLength = 24;
// Matches a duration at the end of a line. A dash after a digit belongs to a range ("9:00-9:30") and does not separate
// text from a duration. `markedDuration` matches 1:30 but not 10:30, because two digits before the colon are more
// likely a time of day.
const duration = new RegExp(String.raw`(^|[\s([]|(?<!\d)[-\u2013\u2014])(${markedDuration})$`, 'i');
/** Matches the end of a text after which a time of day follows: "at 9:30", "8:00 - 9:30". */
const timeOfDay = /(?:(?:^|\s)at|@|:\d\d ?[-–—])$/i;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const stripEnd = (text: string, unwanted: string): string => {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/**
 * Splits a line into its task and its duration in minutes; 0 if no duration ends the line. A duration of 24 hours or
 * more stays in the text, because a task cannot store it.
 */
export const splitDuration = (line: string): { readonly text: string; readonly minutes: number } => {
  const none = { text: line, minutes: 0 };
  const ended = stripEnd(line, '.,;');
  const opener = closing[ended.slice(-1)];
  const body = opener === undefined ? ended : ended.slice(0, -1);
  const match = duration.exec(body.slice(-tailLength));
  if (match === null) return none;
  const [all, before, typed = ''] = match;
  if (opener !== undefined && before !== opener) return none;
  const task = body.slice(0, body.length - all.length);
  if (typed.includes(':') && timeOfDay.test(task.slice(-tailLength))) return none;
  const minutes = minutesOfDuration(typed);
  if (minutes === undefined) return none;
  const text = stripEnd(task, ' -–—:,;([');
  return { text: text === '' ? line : text, minutes };
};

const tidy = (line: string): string =>
  line.replace(/\s+/g, ' ').trim().replace(bullet, '').replace(numbering, '').trim();

/** Yields the lines of a plan that contain a task, without bullets and numbers. */
export const taskLines = function* (text: string): Generator<string> {
  for (const [raw] of text.matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const line = tidy(raw);
    if (line !== '') yield line;
  }
};
