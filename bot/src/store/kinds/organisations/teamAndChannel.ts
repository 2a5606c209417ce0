import { z } from 'zod';
import { instant, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';

/**
 * CONNECTED: the bot is installed. DISCONNECTED: the bot was uninstalled or the team was deleted in Teams. Due work is then
 * skipped, nothing is deleted, and a reinstall resumes the work.
 */
export const teamStates = ['CONNECTED', 'DISCONNECTED', 'DELETED'] as const;

export const orgTeam = listedKind({
  name: 'orgTeam',
  table: 'Org',
  version: 1,
  schema: z.object({ teamId, name: z.string(), state: z.enum(teamStates) }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { teamId: TeamId }) => `team|${key.teamId}`,
});

export const team = kind({
  name: 'team',
  table: 'Team',
  version: 1,
  schema: z.object({
    teamId,
    name: z.string(),
    state: z.enum(teamStates),
    /** GROUP: a group chat with the bot, which is a team without channels. */
    kind: z.enum(['TEAM', 'GROUP']),
    tid: z.string().nullable(),
    /** Thread id of the team or group chat. For a team it is also the id of its General channel. */
    threadId: z.string().nullable(),
    /** Address of the chat service. The address may change, so each event of the team updates it. */
    serviceUrl: z.string().nullable(),
    /** Language of messages to several readers; null if no language was chosen, and in older rows. */
    language: z.enum(languages).nullable(),
    createdOn: instant,
  }),
  at: (scope: OrgId, key: { teamId: TeamId }) => ({ pk: teamPartition(scope, key.teamId), rk: 'T' }),
});

export const channel = listedKind({
  name: 'channel',
  table: 'Team',
  version: 1,
  schema: z.object({ threadId: z.string(), name: z.string(), isGeneral: z.boolean(), isDeleted: z.boolean() }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; threadId: string }) => `C|${hashKey(key.threadId)}`,
});
