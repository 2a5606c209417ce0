import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';

export const lineKinds = [
  'missed',
  'prompt',
  'prompt-again',
  'broadcast',
  'reminder1',
  'reminder2',
  'completed',
  'summary',
  'summary-update',
  'email',
  'blocker-card',
  'blocker-reminder',
  'blocker-escalation',
  'blocker-handed-back',
  'digest',
] as const;
export type LineKind = (typeof lineKinds)[number];

export interface Line {
  readonly at: string;
  readonly kind: LineKind;
  readonly meetingId: MeetingId;
  /**
   * Date of the run. For a message about a blocker, the date on which the blocker began; for a hand-back, the date of
   * the notice in UTC; for a digest, the last date of its period in UTC.
   */
  readonly date: LocalDate;
  readonly memberId?: MemberId;
  readonly late?: true;
  readonly reason?: string;
  /** Counts in a summary; undefined for other messages. */
  readonly shows?: SummaryCounts;
  /** The period of a digest and the counts of its content; undefined for other messages. */
  readonly digest?: DigestCounts;
}

interface DigestCounts {
  readonly from: string;
  readonly to: string;
  readonly runs: number;
  readonly people: number;
  readonly missing: number;
  readonly isLate: boolean;
}

interface SummaryCounts {
  readonly answered: number;
  readonly asked: number;
  readonly open: number;
  readonly away: number;
  readonly missing: number;
  /** Number of members who skip the run; left out if no member skips it. */
  readonly skipped?: number;
}
