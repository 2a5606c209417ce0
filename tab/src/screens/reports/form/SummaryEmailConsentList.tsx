import { Button } from '@fluentui/react-components';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { SummaryEmail } from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useAddressAction, useSummaryEmails } from '../../../api/summaryEmails/summaryEmailQueriesAndMutations.ts';
import type { AddressAction } from '../../../api/summaryEmails/summaryEmailQueriesAndMutations.ts';
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './LazySummaryEmailConsentList.module.css';

interface RowProps {
  readonly item: SummaryEmail;
  readonly canApprove: boolean;
  readonly isRunning: boolean;
  readonly onAct: (action: AddressAction) => void;
}

const Row = ({ item: { email, state, canAsk }, canApprove, isRunning, onAct }: RowProps) => {
  const t = useTranslate();
  const isOpen = state === 'WAITING' || state === 'HELD';
  return (
    <li className={css.row}>
      <span className={css.text}>
        <span>
          <EmailAddressText text={email} />
        </span>
        <span className={css.state}>{t('form.emailState', { state })}</span>
      </span>
      {isOpen && canAsk && (
        <Button
          size="small"
          disabledFocusable={isRunning}
          aria-label={t('form.emailAskOf', { email, state })}
          onClick={() => {
            onAct('ASK');
          }}
        >
          {t('form.emailAsk', { state })}
        </Button>
      )}
      {isOpen && canApprove && (
        <Button
          size="small"
          disabledFocusable={isRunning}
          aria-label={t('form.emailApproveOf', { email })}
          onClick={() => {
            onAct('APPROVE');
          }}
        >
          {t('form.emailApprove')}
        </Button>
      )}
    </li>
  );
};

export const SummaryEmailConsentList = ({
  meetingId,
  saved,
}: {
  readonly meetingId: string;
  readonly saved: string;
}) => {
  const t = useTranslate();
  const { data: me } = useUserDetails();
  const { data: list = [] } = useSummaryEmails(meetingId, saved);
  const action = useAddressAction(meetingId, saved);
  if (list.length === 0) return null;
  const canApprove =
    me !== undefined && hasPermission('summaryEmail.approve', { role: me.role, belongsToTeam: true, isOwner: false });
  return (
    <section aria-label={t('form.emailStates')}>
      <h4 className={css.heading}>{t('form.emailStates')}</h4>
      <ul className={css.list} aria-live="polite">
        {list.map((item) => (
          <Row
            key={item.email}
            item={item}
            canApprove={canApprove}
            isRunning={action.isPending}
            onAct={(act) => {
              action.mutate({ action: act, email: item.email });
            }}
          />
        ))}
      </ul>
      {action.error !== null && <p role="alert">{errorText(action.error, t)}</p>}
    </section>
  );
};
