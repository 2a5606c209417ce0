import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';
import type { RunKey } from '../core/teamPartitionAndKeyParts.ts';
import { reminderListSpelling } from '../messages/messageKindSpellings.ts';
import { storedKind, storedRecipient } from '../messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, Recipient } from '../messages/messageKindsAndRecipients.ts';
import { reminderRef } from '../messages/reminderReference.ts';

/**
 * State of a message in a round. A message with a record of its round is not sent again, except a summary whose post was deleted,
 * and a prompt that was snoozed again.
 */
export const deliveryStates = ['SENT', 'SKIPPED', 'FAILED'] as const;

/** Value of `postedTo` for a message in the General channel or in a group chat, for which a run stores no channel id. */
export const generalChannel = 'GENERAL';

export const delivery = kind({
  name: 'delivery',
  table: 'Team',
  version: 1,
  schema: z.object({
    round: z.int(),
    state: z.enum(deliveryStates),
    /** Reason of the states SKIPPED and FAILED; null for the state SENT. */
    reason: z.string().nullable(),
    at: instant,
    isLate: z.boolean(),
    conversationId: z.string().nullable(),
    activityId: z.string().nullable(),
    /**
     * For a summary: digest of the content that the channel shows. For any other message: mark of the state to which it
     * was updated (jobs/runs/refreshRunCards.ts); null if it was not updated. An update with an equal value is skipped.
     */
    digest: z.string().nullable(),
    /** Other runs whose reminders are part of the same message. */
    sharedWith: z.array(reminderRef).nullish(),
    /** Channel that shows the message: its id, or `generalChannel`. Rows of earlier versions and messages to a person lack it. */
    postedTo: z.string().nullish(),
    /** For a snoozed prompt: the instant for which it was sent. Each snooze of a run has its own message. */
    dueAt: instant.nullish(),
    /** For a snoozed prompt: the cards of earlier snoozes of the run, each with the digest of the content that it shows. */
    earlier: z
      .array(z.object({ conversationId: z.string(), activityId: z.string(), digest: z.string().nullable() }))
      .nullish(),
    /** For a prompt: the instant to which quiet hours moved it. */
    movedTo: instant.nullish(),
  }),
  spelling: { sharedWith: reminderListSpelling },
  at: (scope: OrgId, key: RunKey & { who: Recipient; kind: DeliveryKind }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|s|${storedRecipient(key.who)}|${storedKind(key.kind)}`,
  }),
});
