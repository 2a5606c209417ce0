import { useRef } from 'react';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useResolveBlocker } from '../../../api/reports/reportQueriesAndMutations.ts';
import { usePassFocus } from '../../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { WhyAskedButton } from './WhyAskedButtonAndProvider.tsx';
import css from './WhyAskedButtonAndProvider.module.css';

interface MemberActionsProps {
  readonly member: ReportMember;
  readonly report: MeetingReport;
}

const otherAction = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('button[aria-haspopup]') ?? null;

/**
 * Shows a button that marks the member's blocker as resolved, without a new answer. Only the blocked member and admins
 * see it.
 */
const ResolveButton = ({ member, report }: MemberActionsProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const { data: me } = useUserDetails();
  const resolve = useResolveBlocker();
  const button = useRef<HTMLButtonElement>(null);
  const { memberId, name } = member;
  const isOffered =
    me !== undefined &&
    hasPermission('blocker.resolve', { role: me.role, belongsToTeam: true, isOwner: me.memberId === memberId });
  usePassFocus(button, isOffered, otherAction);
  const send = async (): Promise<void> => {
    try {
      // Awaits the call, because the callbacks of `mutate` do not run after the button has been unmounted.
      await resolve.mutateAsync({ meetingId: report.meetingId, memberId });
      notices.push('success', t('reportPage.resolved', { name }));
    } catch (error) {
      notices.push('failure', errorText(error, t));
    }
  };
  if (!isOffered) return null;
  return (
    <button
      ref={button}
      type="button"
      className={css.ask}
      aria-disabled={resolve.isPending}
      aria-label={t('reportPage.resolveOf', { name })}
      onClick={() => {
        if (!resolve.isPending) void send();
      }}
    >
      {t('reportPage.resolve')}
    </button>
  );
};

export const ResolveAndWhyAskedButtons = ({ member, report }: MemberActionsProps) => (
  <div className={css.actions}>
    <WhyAskedButton member={member} report={report} />
    {member.blockedSince !== null && <ResolveButton member={member} report={report} />}
  </div>
);
