import { z } from 'zod';
import { blockerStates } from '#contracts/blockers/blockerStatesAndActions.ts';
import { instant, localDate, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';
import type { MemberInMeeting } from '../core/teamPartitionAndKeyParts.ts';

/** The handling of a blocker: the needed member, the work on it, and its end. The fields are those of `BlockerLife`. */
const blockerLife = z.object({
  since: localDate,
  state: z.enum(blockerStates),
  text: z.string(),
  changedAt: instant,
  changedBy: memberId.nullable(),
  neededId: memberId.nullable(),
  needs: z.int(),
  backs: z.int(),
  note: z.string().nullable(),
  noteBy: memberId.nullable(),
});

export const blocker = listedKind({
  name: 'blocker',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    /**
     * False if the blocker is resolved. The row is then kept, because in a transaction a delete cannot have a
     * condition.
     */
    isOpen: z.boolean(),
    since: localDate,
    date: localDate,
    text: z.string(),
    /** Instant at which the blocker was first reported; null in rows of earlier versions. */
    openedAt: instant.nullable(),
    closedAt: instant.nullable(),
    life: blockerLife.nullish(),
    numbers: z.object({ needs: z.int(), backs: z.int() }).nullish(),
    /**
     * Dates of the member's earlier blockers in this meeting, for trends; null or missing in rows of earlier versions.
     */
    past: z
      .object({
        from: localDate.nullable(),
        ended: z.array(z.object({ since: localDate, closedAt: instant.nullable() })).readonly(),
      })
      .nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `B|${key.meetingId}|${key.memberId}`,
});
