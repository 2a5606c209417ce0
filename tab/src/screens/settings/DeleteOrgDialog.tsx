import { useRef, useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import type { OrganisationInfo } from '#contracts/org.ts';
import { useApi } from '../../api/context.ts';
import { useDeleteOrganisation } from '../../api/organisation.ts';
import { dateIn, longDate } from '../../ui/dates.ts';
import { useNotices } from '../../ui/notices.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { DeedDialog } from './DeedDialog.tsx';
import css from './PrivacyTab.module.css';
import { useDeed } from './reauth.tsx';

interface DeleteOrgDialogProps {
  readonly organisation: OrganisationInfo;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

const same = (one: string, other: string): boolean =>
  one.normalize('NFC').trim().replaceAll(/\s+/gu, ' ') === other.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');

/** The name typed, a fresh sign-in, and everybody is out: to /login, with a word on how long there is a way back. */
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
