import { useRef } from 'react';
import { may } from '#contracts/permissions.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';
import { errorText } from '../../../api/errorText.ts';
import { useUserDetails } from '../../../api/queries.ts';
import { useResolveBlocker } from '../../../api/reports.ts';
import { usePassFocus } from '../../../ui/modal.tsx';
import { useNotices } from '../../../ui/notices.ts';
import { useWords } from '../../../ui/words.ts';
import { WhyButton } from './Why.tsx';
import css from './Why.module.css';

interface MemberActionsProps {
  readonly member: ReportMember;
  readonly report: MeetingReport;
}

/** The other button of the same person. */
const otherAction = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('button[aria-haspopup]') ?? null;

/** For whoever is blocked and for admins: D4's "resolved", said without another answer. */
const ResolveButton = ({ member, report }: MemberActionsProps) => {
  const words = useWords();
  const notices = useNotices();
  const { data: me } = useUserDetails();
  const resolve = useResolveBlocker();
  const button = useRef<HTMLButtonElement>(null);
  const { memberId, name } = member;
  const isOffered =
    me !== undefined &&
    may('blocker.resolve', { role: me.role, belongsToTeam: true, isOwner: me.memberId === memberId });
  usePassFocus(button, isOffered, otherAction);
  const send = async (): Promise<void> => {
    try {
      // Not its callbacks: they are dropped with the button.
      await resolve.mutateAsync({ meetingId: report.meetingId, memberId });
      notices.push('success', words('reportPage.resolved', { name }));
    } catch (error) {
      notices.push('failure', errorText(error, words));
    }
  };
  if (!isOffered) return null;
  return (
    <button
      ref={button}
      type="button"
      className={css.ask}
      aria-disabled={resolve.isPending}
      aria-label={words('reportPage.resolveOf', { name })}
      onClick={() => {
        if (!resolve.isPending) void send();
      }}
    >
      {words('reportPage.resolve')}
    </button>
  );
};

/** What can be asked and done about a person's day, under their answers. */
export const MemberActions = ({ member, report }: MemberActionsProps) => (
  <div className={css.actions}>
    <WhyButton member={member} report={report} />
    {member.blockedSince !== null && <ResolveButton member={member} report={report} />}
  </div>
);
