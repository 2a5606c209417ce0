import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';

export type Attention =
  | {
      readonly kind: 'blocked';
      readonly memberId: string;
      readonly name: string;
      readonly text: string;
      readonly since: LocalDate | null;
      /** In working days of the meeting; null = not known. */
      readonly age: number | null;
    }
  | { readonly kind: 'slipped'; readonly memberId: string; readonly name: string; readonly goals: readonly string[] };

const byAge = (one: ReportMember, other: ReportMember): number =>
  (one.blockedSince ?? '9').localeCompare(other.blockedSince ?? '9');

/** Who is stuck, oldest first, then goals that slipped. A blocker not heard of since yesterday still counts. */
export const attentionOf = ({ members }: Pick<MeetingReport, 'members'>): readonly Attention[] => {
  const blocked = members.filter((one) => one.hasBlocker || (!one.isCompleted && one.blockedSince !== null));
  const slipped = members.filter((one) => one.goalsOpen.length > 0);
  return [
    ...blocked.toSorted(byAge).map((one): Attention => ({
      kind: 'blocked',
      memberId: one.memberId,
      name: one.name,
      text: one.blockerText ?? '',
      since: one.blockedSince,
      age: one.blockedDays,
    })),
    ...slipped.map((one): Attention => ({
      kind: 'slipped',
      memberId: one.memberId,
      name: one.name,
      goals: one.goalsOpen,
    })),
  ];
};
