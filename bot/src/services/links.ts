import type { LocalDate, MeetingId, MemberId, TeamId } from '#contracts/ids.ts';

/** The web app's page that shows one meeting's report of one day. Built from PUBLIC_URL alone, never from a request. */
export const reportLink = (publicUrl: string, meetingId: MeetingId, date: LocalDate): string =>
  `${publicUrl}/reports/${meetingId}/report?date=${date}`;

/** The page of one week of a member. */
export const weekLink = (
  publicUrl: string,
  { teamId, memberId, monday }: { readonly teamId: TeamId; readonly memberId: MemberId; readonly monday: LocalDate },
): string => `${publicUrl}/timesheet?week=${monday}&member=${memberId}&team=${teamId}`;
