import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, memberId, teamId, zoneId } from './ids.ts';

export const team = z.object({ id: teamId, name: z.string() });
export type Team = z.output<typeof team>;

/** Why the bot cannot write to a member; null = it can, as far as we know. */
export const unreachableReasons = ['BLOCKED', 'NOT_INSTALLED', 'GONE'] as const;

export const member = z.object({
  id: memberId,
  name: z.string(),
  email: z.string(),
  /** Null unless a directory gateway is configured; initials are drawn otherwise. */
  thumbnailUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  timezone: zoneId.nullable(),
  isMuted: z.boolean(),
  unreachable: z.enum(unreachableReasons).nullable(),
  unreachableSince: instant.nullable(),
});
export type Member = z.output<typeof member>;

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/team/list',
  access: 'signedIn',
  input: z.object({}),
  output: z.array(team),
});
export const listMembers = endpoint({
  method: 'GET',
  path: '/api/member/list/{teamId}',
  access: 'team.read',
  input: z.object({ teamId }),
  output: z.array(member),
});
