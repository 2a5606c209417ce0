import { useRef, useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { useApi } from '../../../api/client/apiContextAndSessionHooks.ts';
import { useDeleteOrganisation } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNavigate } from '../../../ui/router/routerHooks.ts';
import { dateIn, longDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { ConfirmAndReauthenticateDialog } from './ConfirmAndReauthenticateDialog.tsx';
import css from '../PrivacyTab.module.css';
import { useReauthenticatedAction } from '../security/useReauthenticatedAction.tsx';

interface DeleteOrgDialogProps {
  readonly organisation: OrganisationInfo;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

const same = (text: string, other: string): boolean =>
  text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ') === other.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');

/**
 * Deletes the organisation after the reader has typed its name and, if the server requires it, has signed in again.
 * Then signs the reader out and shows the last day on which the organisation can be restored.
 */
export const DeleteOrgDialog = ({ organisation: { name }, isOpen, close, onGone }: DeleteOrgDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const { session } = useApi();
  const { zone, locale } = useReader();
  const remove = useDeleteOrganisation();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const action = useReauthenticatedAction(async () => {
    const { restorableUntil } = await remove.mutateAsync();
    const date = longDate(dateIn(Date.parse(restorableUntil), zone), locale);
    session.signOut();
    notices.push('success', t('organizationTab.deleted', { name, date }));
    await navigate('/login', { replace: true });
  }, '/settings?tab=organization');
  const isReady = (): boolean => {
    const isRight = same(typed, name);
    setWrong(!isRight);
    if (!isRight) place.current?.querySelector('input')?.focus();
    return isRight;
  };
  return (
    <ConfirmAndReauthenticateDialog
      action={action}
      isOpen={isOpen}
      question={t('organizationTab.deleteQuestion')}
      confirm={t('organizationTab.deleteYes')}
      isReady={isReady}
      onClose={close}
      onGone={onGone}
    >
      <ul className={css.list}>
        <li>{t('organizationTab.deleteNow')}</li>
        <li>{t('organizationTab.deleteWeek')}</li>
        <li>{t('organizationTab.deleteKept')}</li>
      </ul>
      <div ref={place}>
        <Field
          label={t('organizationTab.typeName', { name })}
          validationMessage={isWrong ? t('organizationTab.nameDiffers') : null}
        >
          <Input
            id="typedName"
            autoComplete="off"
            value={typed}
            onChange={(_, { value }) => {
              setTyped(value);
            }}
          />
        </Field>
      </div>
    </ConfirmAndReauthenticateDialog>
  );
};
