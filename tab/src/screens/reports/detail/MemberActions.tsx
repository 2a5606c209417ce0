import { useRef } from 'react';
import { may } from '#contracts/core/permissions.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/report.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { useResolveBlocker } from '../../../api/reports/reports.ts';
import { usePassFocus } from '../../../ui/dialogs/modal.tsx';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useWords } from '../../../ui/text/words.ts';
import { WhyButton } from './Why.tsx';
import css from './Why.module.css';

interface MemberActionsProps {
  readonly member: ReportMember;
  readonly report: MeetingReport;
}

/** Returns the other button of the same member. */
const otherAction = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('button[aria-haspopup]') ?? null;

/** Marks a blocker as resolved without a new answer. Offered to the blocked member and to admins. */
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
      // No callbacks of `mutate` here: they are dropped when the button unmounts.
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

/** The actions on a member's day, below their answers. */
export const MemberActions = ({ member, report }: MemberActionsProps) => (
  <div className={css.actions}>
    <WhyButton member={member} report={report} />
    {member.blockedSince !== null && <ResolveButton member={member} report={report} />}
  </div>
);
