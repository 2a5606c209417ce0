import { limits, productName } from '#contracts/core/limitsAndProductConstants.ts';
import { addDays, minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Deps } from '../core/deps.ts';
import type { FeedEntries, FeedEntry } from './publishedFeedEntries.ts';
import { reportLink } from '../core/webLinks.ts';
import type { Pause } from '../core/slicedWork.ts';

// Writes the calendar as iCalendar text (RFC 5545). No general library is used, because it needs half a millisecond for
// each entry, so one large calendar would block the server for seconds.

/** Length of a prompt's entry in minutes. Answering takes a few minutes, so the calendar must not reserve more. */
const promptMinutes = 15;
const refresh = 'PT4H';

/** Returns text escaped as RFC 5545 3.3.11 requires, without control characters, which the format forbids. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');

const lineBytes = 75;
const encoder = new TextEncoder();

/**
 * Folds a line as RFC 5545 3.1 requires: at most 75 bytes, and each continuation line begins with a space. No character
 * is split.
 */
const folded = (line: string): string => {
  if (line.length * 3 <= lineBytes || encoder.encode(line).length <= lineBytes) return line;
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > lineBytes) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
};

const asLines = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('');

/** Returns an instant (epoch ms) in UTC in the form of iCalendar, such as `20261120T090000Z`. */
const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const dayOf = (date: string): string => date.replaceAll('-', '');

const timesOf = (entry: FeedEntry, publicUrl: string): string[] => {
  switch (entry.kind) {
    // The times are in UTC, because every calendar program converts them to its own zone.
    case 'PROMPT':
      return [
        `DTSTART:${stampOf(entry.at)}`,
        `DTEND:${stampOf(entry.at + promptMinutes * minuteMs)}`,
        `URL;VALUE=URI:${reportLink(publicUrl, entry.meetingId, entry.date)}`,
        ...['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
      ];
    case 'DAYS':
      return [
        `DTSTART;VALUE=DATE:${dayOf(entry.from)}`,
        `DTEND;VALUE=DATE:${dayOf(addDays(entry.to, 1))}`,
        ...['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE'],
        ...(entry.isVacation
          ? ['TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF']
          : ['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE']),
      ];
  }
};

interface Place {
  readonly publicUrl: string;
  readonly hostname: string;
  readonly stamp: string;
}

const eventText = (entry: FeedEntry, { publicUrl, hostname, stamp }: Place): string =>
  asLines([
    'BEGIN:VEVENT',
    `UID:${entry.id}@${hostname}`,
    ...['SEQUENCE:0', `DTSTAMP:${stamp}`],
    ...timesOf(entry, publicUrl),
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.detail === '' ? [] : [`DESCRIPTION:${escaped(entry.detail)}`]),
    'END:VEVENT',
  ]);

const headOf = (name: string): string =>
  asLines([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${productName}//${productName}//EN`, 'METHOD:PUBLISH'],
    ...[`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`],
    ...[`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`],
  ]);

const end = 'END:VCALENDAR\r\n';
/** Bytes that are reserved for the note and the end of the file. */
const reserveBytes = 4096;

/**
 * Returns the calendar file, of at most `limits.feedBytes` bytes. If entries are left out, the calendar begins with a
 * note about this.
 */
export const feedText = async (
  name: string,
  { entries, note, isCut }: FeedEntries,
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  pause: Pause,
): Promise<Buffer> => {
  const place = { publicUrl, hostname: new URL(publicUrl).hostname, stamp: stampOf(clock.now()) };
  const head = headOf(name);
  const events: string[] = [];
  let bytes = Buffer.byteLength(head) + reserveBytes;
  for (const entry of entries) {
    const event = eventText(entry, place);
    bytes += Buffer.byteLength(event);
    if (bytes > limits.feedBytes) break;
    events.push(event);
    await pause();
  }
  const isWhole = !isCut && events.length === entries.length;
  return Buffer.from([head, ...(isWhole ? [] : [eventText(note, place)]), ...events, end].join(''));
};
