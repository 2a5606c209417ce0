import type { Instant, LocalDate, MeetingId, MemberId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestStopReason } from '#contracts/digests/digestCalls.ts';
import type { DigestSection } from '#contracts/digests/digestCadencesAndSections.ts';
import type { AnswerFormat } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { wholePercent } from '#contracts/reports/wholePercent.ts';

// The content of a digest as data. The card, the email, the preview and the request to a webhook contain the same
// model.

export interface DigestAnswer {
  readonly report: string;
  readonly date: LocalDate;
  readonly question: string;
  readonly answer: string;
  readonly format: AnswerFormat;
}

export interface DigestPerson {
  readonly memberId: MemberId;
  readonly name: string;
  readonly asked: number;
  readonly answered: number;
  readonly skipped: number;
  readonly answers: readonly DigestAnswer[];
}

export interface DigestMissing {
  readonly memberId: MemberId;
  readonly name: string;
  /** Runs without an answer, by report. */
  readonly reports: readonly { readonly name: string; readonly runs: number }[];
}

interface Participation {
  readonly asked: number;
  readonly answered: number;
}

export interface DigestTrend {
  readonly meetingId: MeetingId;
  readonly name: string;
  readonly runs: number;
  readonly now: Participation & { readonly blockers: number };
  /** Participation and number of runs in the last 30 days before the period. */
  readonly before: Participation & { readonly runs: number };
}

/** The figures of one team in a digest of the organisation, without names of people and without answers. */
export interface DigestTeam {
  readonly teamId: TeamId;
  readonly name: string;
  readonly runs: number;
  readonly asked: number;
  readonly answered: number;
  readonly missing: number;
  readonly blockers: number;
  /** Number of lines of the attention list. */
  readonly attention: number;
  /** Participation of the last 30 days before the period. */
  readonly before: Participation;
}

export interface DigestModel {
  readonly digestName: string;
  /** Name of the team, or of the organisation for a digest of all teams. */
  readonly place: string;
  readonly isOrganisation: boolean;
  readonly from: Instant;
  readonly to: Instant;
  readonly timezone: ZoneId;
  /** True if the planned digest is sent more than `digestLimits.digestLate` minutes after its instant. */
  readonly isLate: boolean;
  /** The chosen sections, in any order. The message shows them in the order of `digestSections`. */
  readonly sections: readonly DigestSection[];
  readonly leavesOutEmpty: boolean;
  readonly runs: number;
  readonly attention: readonly AttentionLine[];
  readonly people: readonly DigestPerson[];
  readonly missing: readonly DigestMissing[];
  readonly trends: readonly DigestTrend[];
  readonly teams: readonly DigestTeam[];
  /**
   * Reason and owner of a stopped digest, if the message only reports the stop; the other content is then empty. Null
   * for a message with content.
   */
  readonly stopped: { readonly reason: DigestStopReason; readonly owner: string | null } | null;
}

/** Returns the percentage of the asked members who answered, as a whole number. Null if no member was asked. */
export const percentOf = ({ asked, answered }: Participation): number | null =>
  asked === 0 ? null : wholePercent(answered, asked);
