import { z } from 'zod';
import { instant, localDate, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';
import type { MemberInMeeting } from '../core/teamPartitionAndKeyParts.ts';

/**
 * The chat cards to the members who were needed for a blocker, the notices to its owner, the reminders and the
 * escalations. Only the sender and the erasure of a person write this row.
 */
export const blockerCards = kind({
  name: 'blockerCards',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    /** Number of the last hand-back that the owner was notified of, or that needed no notice. */
    told: z.int(),
    cards: z.array(
      z.object({
        who: memberId,
        number: z.int(),
        /** First date of the blocker that the card is about. */
        since: localDate,
        /** Reason why no card was sent; null if the card was sent. */
        reason: z.string().nullable(),
        conversationId: z.string().nullable(),
        activityId: z.string().nullable(),
        digest: z.string(),
      }),
    ),
    /** Messages that are not finished yet, as in `weekCards`. */
    pending: z.array(z.object({ who: memberId, number: z.int(), sends: z.int(), notBefore: instant })).nullish(),
    /** Reminders and escalations, the newest last. `isOver` false: the message may still be sent or retried. */
    reminders: z
      .array(
        z.object({
          who: memberId,
          number: z.int(),
          sends: z.int(),
          notBefore: instant,
          isOver: z.boolean(),
          /** Reason why no reminder was sent; null if the reminder was sent, or may still be sent. */
          reason: z.string().nullable(),
          /** The card that is kept up to date; null or missing if the card is not redrawn. */
          card: z
            .object({
              since: localDate,
              /**
               * The blocker's count of namings (`needs`) when the reader was named as the needed member; 0 if the
               * reader was not needed.
               */
              naming: z.int(),
              /** Age of the open blocker that the card shows, in working days. */
              days: z.int(),
              /** Ids of the card in the chat; null if the card was not sent yet. */
              conversationId: z.string().nullable(),
              activityId: z.string().nullable(),
              digest: z.string(),
            })
            .nullish(),
        }),
      )
      .nullish(),
  }),
  at: (scope: OrgId, key: MemberInMeeting) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `K|${key.meetingId}|${key.memberId}`,
  }),
});
