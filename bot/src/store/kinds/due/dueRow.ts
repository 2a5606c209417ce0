import { z } from 'zod';
import { instant, localDate, meetingId, orgId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { runSources } from '#contracts/runs/runSchema.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { shardOf } from '../../../domain/core/shardOf.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { instantKey } from '../core/instantKey.ts';
import { kindSpelling } from '../messages/messageKindSpellings.ts';
import { dueKinds, storedKind } from '../messages/messageKindsAndRecipients.ts';
import type { DueKind } from '../messages/messageKindsAndRecipients.ts';

export interface DueKey {
  readonly at: Instant;
  readonly kind: DueKind;
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /**
   * With time basis MEMBER, the time zone of the members for whom the work is due; null if the work is due for all
   * members.
   */
  readonly zone: string | null;
}

export const duePartition = (shard: string): string => `due-${shard}`;

/**
 * The due index. Keys are in order of time, so all due work of a shard is in one key range that ends at the current instant. A
 * change of a meeting or digest writes its due rows first, so that a crash cannot lose the work.
 */
export const due = listedKind({
  name: 'due',
  table: 'Due',
  version: 1,
  schema: z.object({
    at: instant,
    kind: z.enum(dueKinds),
    orgId,
    teamId,
    meetingId,
    date: localDate,
    zone: z.string().nullable(),
    /**
     * Revision of the meeting or digest when this row was written. A prompt row of another revision is planned again, and a digest
     * row of another revision is dropped. Rows of reminders and closes do not depend on it.
     */
    rev: z.int(),
    /** Number of times the handler failed. After 3 failures the row is parked. */
    failures: z.int(),
    parkedReason: z.string().nullable(),
    /** For a prompt row: SCHEDULE if the schedule caused the run, MANUAL if a person did. Null means SCHEDULE. */
    source: z.enum(runSources).nullable(),
    /**
     * For a prompt row with time basis MEMBER: a member whose opening is at or before this instant takes no part in the
     * run. If `after` is null, no member is left out.
     */
    after: instant.nullish(),
  }),
  spelling: { kind: kindSpelling },
  partition: (_scope: null, key: { readonly orgId: OrgId }) => duePartition(shardOf(key.orgId)),
  rowKey: (key: DueKey) =>
    [
      instantKey(key.at),
      storedKind(key.kind),
      key.orgId,
      key.teamId,
      key.meetingId,
      key.date,
      key.zone === null ? '-' : hashKey(key.zone),
    ].join('|'),
});
