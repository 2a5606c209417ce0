import { z } from 'zod';
import { orgId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { endpoint } from '../core/endpoint.ts';

export const teamSync = z.object({
  teamId,
  name: z.string(),
  /**
   * False if Microsoft Teams did not reply, or if the bot is not in the team. In that case the members read so far are
   * stored, but no member is removed.
   */
  isSynced: z.boolean(),
  members: z.int(),
  joined: z.int(),
  left: z.int(),
});

export type TeamSync = z.output<typeof teamSync>;

/** Synchronises the members and channels of the team from Microsoft Teams. */
export const syncTeam = endpoint({
  method: 'POST',
  path: '/api/team/sync/{teamId}',
  access: 'team.manage',
  input: z.object({ teamId }),
  output: teamSync,
});

export const syncOrg = endpoint({
  method: 'POST',
  path: '/api/org/sync/{orgId}',
  access: 'team.manage',
  input: z.object({ orgId }),
  output: z.object({ teams: z.array(teamSync) }),
});
