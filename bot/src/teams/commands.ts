import { meetingId } from '#contracts/ids.ts';
import type { MeetingId } from '#contracts/ids.ts';
import { limits } from '#contracts/limits.ts';

export type Command =
  | { readonly kind: 'START'; readonly query: string; readonly meetingId?: MeetingId }
  | { readonly kind: 'CONNECT' }
  | { readonly kind: 'HELP' };

/**
 * What a person means. Only `start` and `connect` do anything; help, hi, hello, cancel, stop and whatever else is said are answered with help,
 * so nothing can be said wrong. `start` with a meeting's id is what a button of the choice card says.
 */
export const commandOf = (said: string): Command => {
  if (/^\/?connect$/i.test(said.trim())) return { kind: 'CONNECT' };
  const [, rest] = /^\/?start(?:$|[\s:]+)(.*)$/isu.exec(said.trim()) ?? [];
  if (rest === undefined) return { kind: 'HELP' };
  const query = Array.from(rest.trim()).slice(0, limits.nameLength).join('').trim();
  const id = meetingId.safeParse(query);
  return id.success ? { kind: 'START', query: '', meetingId: id.data } : { kind: 'START', query };
};
