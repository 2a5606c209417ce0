import { useRef, useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import type { OrganisationInfo } from '#contracts/organisations/org.ts';
import { useApi } from '../../../api/client/context.ts';
import { useDeleteOrganisation } from '../../../api/organisations/organisation.ts';
import { dateIn, longDate } from '../../../ui/text/dates.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { useWords } from '../../../ui/text/words.ts';
import { DeedDialog } from './ConfirmActionDialog.tsx';
import css from '../PrivacyTab.module.css';
import { useDeed } from '../security/reauth.tsx';

interface DeleteOrgDialogProps {
  readonly organisation: OrganisationInfo;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

const same = (text: string, other: string): boolean =>
  text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ') === other.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');

/**
 * Deletes the organisation after the reader has typed its name and, if required, signed in again. Then signs the reader out and
 * names the last day for restoring it.
 */
export const DeleteOrgDialog = ({ organisation: { name }, isOpen, close, onGone }: DeleteOrgDialogProps) => {
  const words = useWords();
  const notices = useNotices();
  const navigate = useNavigate();
  const { session } = useApi();
  const { zone, locale } = useReader();
  const remove = useDeleteOrganisation();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const deed = useDeed(async () => {
    const { restorableUntil } = await remove.mutateAsync();
    const date = longDate(dateIn(Date.parse(restorableUntil), zone), locale);
    session.signOut();
    notices.push('success', words('organizationTab.deleted', { name, date }));
    await navigate('/login', { replace: true });
  }, '/settings?tab=organization');
  const isReady = (): boolean => {
    const isRight = same(typed, name);
    setWrong(!isRight);
    if (!isRight) place.current?.querySelector('input')?.focus();
    return isRight;
  };
  return (
    <DeedDialog
      deed={deed}
      isOpen={isOpen}
      question={words('organizationTab.deleteQuestion')}
      confirm={words('organizationTab.deleteYes')}
      isReady={isReady}
      onClose={close}
      onGone={onGone}
    >
      <ul className={css.list}>
        <li>{words('organizationTab.deleteNow')}</li>
        <li>{words('organizationTab.deleteWeek')}</li>
        <li>{words('organizationTab.deleteKept')}</li>
      </ul>
      <div ref={place}>
        <Field
          label={words('organizationTab.typeName', { name })}
          validationMessage={isWrong ? words('organizationTab.nameDiffers') : null}
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
    </DeedDialog>
  );
};
