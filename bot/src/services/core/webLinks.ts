import type { LocalDate, MeetingId, MemberId, TeamId } from '#contracts/core/ids.ts';

/** The web app's page for one meeting's report of one day. Built from PUBLIC_URL only, never from a request. */
export const reportLink = (publicUrl: string, meetingId: MeetingId, date: LocalDate): string =>
  `${publicUrl}/reports/${meetingId}/report?date=${date}`;

/** The page on which a recipient chooses to get summaries or not. It also accepts the one-click POST of mail programs. */
export const addressLink = (publicUrl: string, token: string): string => `${publicUrl}/email/summaries/${token}`;

/** The page of one week of a member. */
export const weekLink = (
  publicUrl: string,
  { teamId, memberId, monday }: { readonly teamId: TeamId; readonly memberId: MemberId; readonly monday: LocalDate },
): string => `${publicUrl}/timesheet?week=${monday}&member=${memberId}&team=${teamId}`;
