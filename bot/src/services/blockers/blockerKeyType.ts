import type { MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';

/** Identifies the blocker of a member in a report. */
export interface BlockerPlace {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  /** The member who is blocked. */
  readonly memberId: MemberId;
}
