import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { runSchema } from '#contracts/runs/runSchema.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';
import type { RunKey } from '../core/teamPartitionAndKeyParts.ts';
import { questionsForOlderVersions } from '../meetings/questionsForOlderVersions.ts';

/** A run of a meeting, with the settings as they were at its opening. Inserting the row ensures that the run opens only once. */
export const runKind = kind({
  name: 'run',
  table: 'Team',
  version: 1,
  schema: runSchema,
  rowForm: questionsForOlderVersions('questions'),
  at: (scope: OrgId, key: RunKey) => ({ pk: teamPartition(scope, key.teamId), rk: `D|${key.date}|${key.meetingId}|0` }),
});
