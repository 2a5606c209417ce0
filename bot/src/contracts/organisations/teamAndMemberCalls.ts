import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, memberId, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { memberRoles } from '../core/rolesAndPermissions.ts';
import { languages } from '../text/languagesAndLocaleChoice.ts';

export const team = z.object({ id: teamId, name: z.string() });
export type Team = z.output<typeof team>;

/**
 * Reasons why the bot cannot send messages to a member. `unreachable` of a member is null if no such reason is known.
 */
export const unreachableReasons = ['BLOCKED', 'NOT_INSTALLED', 'GONE'] as const;

/** Ways to deliver the summary to an observer: as a card in the personal chat, as an email, or both. */
export const summaryDeliveries = ['CHAT', 'EMAIL', 'BOTH'] as const;

export const member = z.object({
  id: memberId,
  name: z.string(),
  email: z.string(),
  /** URL of the photo; null without a configured directory gateway. Without a photo, screens show initials. */
  thumbnailUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  role: z.enum(memberRoles),
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

export const teamInfo = z.object({
  id: teamId,
  name: z.string(),
  /**
   * False if the bot was removed from the team, or if the team was deleted in Microsoft Teams. No prompts are sent
   * then.
   */
  isConnected: z.boolean(),
  /** True for a group chat with the bot, which is stored as a team without channels. */
  isGroupChat: z.boolean(),
  members: z.int(),
  enabledMembers: z.int(),
  reports: z.int(),
  /** Language of messages to the channel, and of cards and emails to people who have chosen no language. */
  language: z.enum(languages),
  createdOn: instant,
});
export type TeamInfo = z.output<typeof teamInfo>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/team/get/{teamId}',
  access: 'team.read',
  input: z.object({ teamId }),
  output: team,
});
export const getTeamInfo = endpoint({
  method: 'GET',
  path: '/api/team/getTeamInfo/{teamId}',
  access: 'team.read',
  input: z.object({ teamId }),
  output: teamInfo,
});
export const setTeamLanguage = endpoint({
  method: 'POST',
  path: '/api/team/language/{teamId}',
  access: 'team.manage',
  input: z.object({ teamId, language: z.enum(languages) }),
  output: teamInfo.pick({ id: true, language: true }),
});
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/team/delete/{teamId}',
  access: 'team.manage',
  input: z.object({ teamId }),
  output: z.object({ id: teamId }),
});
