import { localDate, meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';

export interface AboutReports {
  readonly kind: 'START' | 'ANSWER' | 'TOMORROW' | 'WHY';
  readonly query: string;
  /**
   * The whole text after the command, cut to the length of a name. Set only if the text ends with a date, because the
   * name of a report may end with a date too.
   */
  readonly nameWithDate?: string;
  readonly meetingId?: MeetingId;
  readonly date?: LocalDate;
}

export type Command =
  | AboutReports
  | { readonly kind: 'MUTE'; readonly isMuted: boolean }
  | { readonly kind: 'CONNECT' }
  | { readonly kind: 'HELP' };

const kinds = { start: 'START', answer: 'ANSWER', tomorrow: 'TOMORROW', why: 'WHY' } as const;

const cut = (text: string): string => Array.from(text.trim()).slice(0, limits.nameLength).join('').trim();

const endingInDate = /^(?:(.*)\s)?(\d{4}-\d{2}-\d{2})[?!.]*$/su;

/**
 * Splits the text after a command. A date at its end selects the run. A button sends the id of the meeting and not its
 * name.
 */
const aboutReports = (kind: AboutReports['kind'], remaining: string): AboutReports => {
  const [, before = '', last] = endingInDate.exec(remaining) ?? [];
  const date = localDate.safeParse(last).data;
  if (date === undefined) {
    const query = cut(remaining);
    const id = meetingId.safeParse(query).data;
    return id === undefined ? { kind, query } : { kind, query: '', meetingId: id };
  }
  const query = cut(before);
  const id = meetingId.safeParse(query).data;
  return id === undefined
    ? { kind, query, nameWithDate: cut(remaining), date }
    : { kind, query: '', meetingId: id, date };
};

/**
 * Returns the command in a text. `start`, `answer`, `tomorrow`, `why`, `mute`, `unmute` and `connect` have their own
 * replies. Every other text gets the help, so no text is an error.
 */
export const parseCommand = (text: string): Command => {
  if (/^\/?connect$/i.test(text.trim())) return { kind: 'CONNECT' };
  const muting = /^\/?(un)?mute$/i.exec(text.trim());
  if (muting !== null) return { kind: 'MUTE', isMuted: (muting[1] ?? '') === '' };
  const [, verb, rest] = /^\/?(start|answer|tomorrow|why)(?:$|[\s:?]+)(.*)$/isu.exec(text.trim()) ?? [];
  if (verb === undefined || rest === undefined) return { kind: 'HELP' };
  return aboutReports(kinds[verb.toLowerCase() as keyof typeof kinds], rest.trim());
};
