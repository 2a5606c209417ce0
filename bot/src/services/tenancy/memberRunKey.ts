import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/ids.ts';

/** The key of one member's part in a run. */
export interface MemberRun {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly memberId: MemberId;
}
