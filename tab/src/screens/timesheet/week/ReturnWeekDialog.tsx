import { useState } from 'react';
import { Field, Textarea } from '@fluentui/react-components';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';

interface NoteDialogProps {
  readonly kind: 'return' | 'reopen';
  readonly user: string;
  readonly isOpen: boolean;
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly onSend: (note: string) => void;
  readonly close: () => void;
  readonly onGone: () => void;
}

export const ReturnWeekDialog = ({
  kind,
  user,
  isOpen,
  isRunning,
  failure,
  onSend,
  close,
  onGone,
}: NoteDialogProps) => {
  const t = useTranslate();
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isReturn = kind === 'return';
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t(isReturn ? 'timesheet.returnQuestion' : 'timesheet.reopenQuestion', { user })}
      confirm={t(isReturn ? 'timesheet.returnYes' : 'timesheet.reopenYes')}
      isRunning={isRunning}
      failure={failure}
      onConfirm={() => {
        setMissing(note.trim() === '');
        if (note.trim() !== '') onSend(note.trim());
      }}
      onClose={close}
      onGone={onGone}
    >
      <Field
        label={t('timesheet.reason')}
        hint={t('timesheet.reasonHint', { user })}
        validationMessage={isMissing && note.trim() === '' ? t('timesheet.noteMissing') : null}
        required
      >
        <Textarea
          resize="vertical"
          value={note}
          onChange={(_, { value }) => {
            setNote(value);
          }}
        />
      </Field>
    </ConfirmDialog>
  );
};
