import { useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Form } from '../../../ui/forms/Form.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';

interface TemplateNameDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Initial text of the name field. */
  readonly name: string;
  readonly isRunning: boolean;
  /** Error of the last attempt to save; null if there was none. */
  readonly error: unknown;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** Asks for the name of a template. Enter in the name field saves the name. */
export const TemplateNameDialog = ({ title, error, onSave, ...dialog }: TemplateNameDialogProps) => {
  const t = useTranslate();
  const [name, setName] = useState(dialog.name);
  const save = (): void => {
    onSave(name.trim());
  };
  return (
    <ConfirmDialog
      isOpen={dialog.isOpen}
      question={title}
      confirm={t('orgTemplate.save')}
      isRunning={dialog.isRunning}
      onConfirm={save}
      onClose={dialog.onClose}
      onGone={dialog.onGone}
    >
      <Form isRunning={dialog.isRunning} onSubmit={save}>
        <Field label={t('orgTemplate.name')} validationMessage={error === null ? null : errorText(error, t)}>
          <Input
            value={name}
            maxLength={limits.nameLength}
            autoComplete="off"
            onChange={(_, { value }) => {
              setName(value);
            }}
          />
        </Field>
      </Form>
    </ConfirmDialog>
  );
};
