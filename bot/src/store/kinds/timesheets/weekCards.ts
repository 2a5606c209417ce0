import { z } from 'zod';
import { instant, localDate, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';

/**
 * The chat cards that asked admins to approve a week, and the notices to the owner of the week. Only the sender and the
 * erasure of a person write this row.
 */
export const weekCards = kind({
  name: 'weekCards',
  table: 'Team',
  version: 1,
  schema: z.object({
    monday: localDate,
    memberId,
    /** Number of the last state change that the owner was notified of, or that needed no notice. */
    told: z.int(),
    /** Number of the last submission about which all admins were asked. */
    asked: z.int(),
    cards: z.array(
      z.object({
        who: memberId,
        submission: z.int(),
        /** Reason why no card was sent; null if the card was sent. */
        reason: z.string().nullable(),
        conversationId: z.string().nullable(),
        activityId: z.string().nullable(),
        digest: z.string(),
      }),
    ),
    /**
     * Messages that are not finished yet, at most one for each recipient. `number` is the submission for an admin's card, and the
     * state change for the owner's notice. `sends` counts the sends that the chat service may have accepted, and is increased
     * before each send.
     */
    pending: z.array(z.object({ who: memberId, number: z.int(), sends: z.int(), notBefore: instant })).nullish(),
  }),
  at: (scope: OrgId, key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `V|${reverseDate(key.monday)}|${key.memberId}`,
  }),
});
