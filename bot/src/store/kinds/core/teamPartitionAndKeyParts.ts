import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';

export interface RunKey {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  readonly meetingId: MeetingId;
}

export interface MemberInMeeting {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
}

export const teamPartition = (orgId: OrgId, team: TeamId): string => `${orgId}|${team}`;

export const ofTeam = (scope: OrgId, key: { readonly teamId: TeamId }): string => teamPartition(scope, key.teamId);
