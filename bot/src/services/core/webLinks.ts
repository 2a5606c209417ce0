import type { DigestId, LocalDate, MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';

/**
 * Returns the URL of the page with one meeting's report of one day. The URL begins with the setting PUBLIC_URL, never
 * with the host of a request, so that no request can change the host.
 */
export const reportLink = (publicUrl: string, meetingId: MeetingId, date: LocalDate): string =>
  `${publicUrl}/reports/${meetingId}/report?date=${date}`;

/**
 * Returns the URL of the page on which a recipient accepts or refuses summaries. The page also accepts the POST request
 * by which mail programs unsubscribe with one click.
 */
export const addressLink = (publicUrl: string, token: string): string => `${publicUrl}/email/summaries/${token}`;

export const weekLink = (
  publicUrl: string,
  { teamId, memberId, monday }: { readonly teamId: TeamId; readonly memberId: MemberId; readonly monday: LocalDate },
): string => `${publicUrl}/timesheet?week=${monday}&member=${memberId}&team=${teamId}`;

export const blockersLink = (
  publicUrl: string,
  { teamId, meetingId }: { readonly teamId: TeamId; readonly meetingId: MeetingId },
): string => `${publicUrl}/blockers?team=${teamId}&report=${meetingId}`;

/** Returns the URL of the list of digests, which shows this digest first. */
export const digestLink = (publicUrl: string, id: DigestId): string => `${publicUrl}/digests?digest=${id}`;
