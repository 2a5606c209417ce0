import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';

export type Attention =
  | { readonly kind: 'blocked'; readonly memberId: string; readonly name: string; readonly text: string; readonly since: LocalDate | null }
  | { readonly kind: 'slipped'; readonly memberId: string; readonly name: string; readonly goals: readonly string[] };

/** What blocks, in their own words: what they wrote after saying so, else the option they chose. */
const ownWords = ({ answers }: ReportMember): string => {
  const at = answers.findIndex((one) => one.isBlocking);
  const told = answers.slice(at + 1).find((one) => !one.isBlocking && one.answer.trim() !== '');
  return at < 0 ? '' : (told?.answer ?? answers[at]?.answer ?? '');
};

const byAge = (one: ReportMember, other: ReportMember): number =>
  (one.blockedSince ?? '9').localeCompare(other.blockedSince ?? '9');

/** Who is stuck, oldest first, then goals that slipped. A blocker not heard of since yesterday still counts. */
export const attentionOf = ({ members }: Pick<MeetingReport, 'members'>): readonly Attention[] => {
  const blocked = members.filter((one) => one.hasBlocker || (!one.isCompleted && one.blockedSince !== null));
  const slipped = members.filter((one) => one.goalsOpen.length > 0);
  return [
    ...blocked.toSorted(byAge).map(
      (one): Attention => ({ kind: 'blocked', memberId: one.memberId, name: one.name, text: ownWords(one), since: one.blockedSince }),
    ),
    ...slipped.map((one): Attention => ({ kind: 'slipped', memberId: one.memberId, name: one.name, goals: one.goalsOpen })),
  ];
};
