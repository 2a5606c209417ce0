import { z } from 'zod';
import { snoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { instant, localDate, meetingId, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';

interface MemberRunKey {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
}

/** A run that a member skips. The row counts only while the member has no answer in the run. */
export const skip = kind({
  name: 'skip',
  table: 'Team',
  version: 1,
  schema: z.object({
    meetingId,
    memberId,
    date: localDate,
    skippedAt: instant,
    /** Empty if the member gave no reason, or was erased. */
    reason: z.string(),
    /**
     * Activity id of the card whose button was pressed. That card already shows the skip, so it is not updated. Null if the skip came from
     * the web app, if the chat sent no id, or after the member was erased.
     */
    sentFrom: z.string().nullable(),
  }),
  at: (scope: OrgId, key: MemberRunKey) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|k|${key.memberId}`,
  }),
});

/**
 * The latest snooze of a member's prompt. The outbox has the message for `until`; a message for another instant is not
 * sent.
 */
export const snooze = kind({
  name: 'snooze',
  table: 'Team',
  version: 1,
  schema: z.object({
    meetingId,
    memberId,
    date: localDate,
    /** Round of the run. A snooze of an earlier round has no effect. */
    round: z.int().min(1),
    length: snoozeLength,
    snoozedAt: instant,
    until: instant,
  }),
  at: (scope: OrgId, key: MemberRunKey) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|z|${key.memberId}`,
  }),
});
