import type { LocalDate, MeetingId } from '#contracts/ids.ts';

/** The web app's page that shows one meeting's report of one day. Built from PUBLIC_URL alone, never from a request. */
export const reportLink = (publicUrl: string, meetingId: MeetingId, date: LocalDate): string =>
  `${publicUrl}/reports/${meetingId}/report?date=${date}`;
