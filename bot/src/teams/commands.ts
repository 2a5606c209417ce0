import { meetingId } from '#contracts/ids.ts';
import type { MeetingId } from '#contracts/ids.ts';
import { limits } from '#contracts/limits.ts';

export type Command =
  | { readonly kind: 'START' | 'TOMORROW' | 'WHY'; readonly query: string; readonly meetingId?: MeetingId }
  | { readonly kind: 'MUTE'; readonly isMuted: boolean }
  | { readonly kind: 'CONNECT' }
  | { readonly kind: 'HELP' };

const kinds = { start: 'START', tomorrow: 'TOMORROW', why: 'WHY' } as const;

/**
 * What a person means. Only `start`, `tomorrow`, `why`, `mute`, `unmute` and `connect` do anything; help, hi, hello, cancel, stop and whatever
 * else is said are answered with help, so nothing can be said wrong. With a meeting's id it is a button of ours that says it.
 */
export const commandOf = (said: string): Command => {
  if (/^\/?connect$/i.test(said.trim())) return { kind: 'CONNECT' };
  const muting = /^\/?(un)?mute$/i.exec(said.trim());
  if (muting !== null) return { kind: 'MUTE', isMuted: (muting[1] ?? '') === '' };
  const [, verb, rest] = /^\/?(start|tomorrow|why)(?:$|[\s:?]+)(.*)$/isu.exec(said.trim()) ?? [];
  if (verb === undefined || rest === undefined) return { kind: 'HELP' };
  const kind = kinds[verb.toLowerCase() as keyof typeof kinds];
  const query = Array.from(rest.trim()).slice(0, limits.nameLength).join('').trim();
  const id = meetingId.safeParse(query);
  return id.success ? { kind, query: '', meetingId: id.data } : { kind, query };
};
