import { z } from 'zod';
import { meetingId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meeting as meetingSchema } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { nameKey } from '../../../domain/core/matchNamesAndNameKeys.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';
import { questionsForOlderVersions } from './questionsForOlderVersions.ts';

export const meeting = listedKind({
  name: 'meeting',
  table: 'Team',
  version: 1,
  schema: meetingSchema,
  rowForm: questionsForOlderVersions('questions'),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; meetingId: MeetingId }) => `G|${key.meetingId}`,
});

/** Reserves a meeting's name within its team. Written in the transaction of the meeting. */
export const meetingName = kind({
  name: 'meetingName',
  table: 'Team',
  version: 1,
  schema: z.object({ meetingId }),
  at: (scope: OrgId, key: { teamId: TeamId; name: string }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `N|${hashKey(nameKey(key.name))}`,
  }),
});

export const meetingPointer = kind({
  name: 'meetingPointer',
  table: 'Org',
  version: 1,
  schema: z.object({ meetingId, teamId }),
  at: (scope: OrgId, key: { meetingId: MeetingId }) => ({ pk: scope, rk: `g|${key.meetingId}` }),
});
