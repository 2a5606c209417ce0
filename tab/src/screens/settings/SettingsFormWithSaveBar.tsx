import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Form } from '../../ui/forms/Form.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './SettingsFormWithSaveBar.module.css';

interface SettingsFormWithSaveBarProps {
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isRunning: boolean;
  readonly failure: string | null;
  /** When this value changes, the form moves the focus to the first invalid field. */
  readonly faults?: unknown;
  /** If set, the form shows whether it has unsaved changes, and a button that discards them. */
  readonly unsaved?: { readonly isDirty: boolean; readonly discard: () => void };
  readonly children: ReactNode;
}

export const Failure = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className={css.failure} role="alert">
      {text}
    </p>
  );

export const SettingsFormWithSaveBar = (props: SettingsFormWithSaveBarProps) => {
  const { onSubmit, submit, isRunning, failure, faults, unsaved, children } = props;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const isDirty = unsaved?.isDirty === true;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return (
    <Form
      ref={form}
      className={css.form}
      isRunning={isRunning}
      onSubmit={() => {
        onSubmit();
      }}
    >
      {children}
      <Failure text={failure} />
      <div className={css.bar}>
        <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
          {submit}
        </Button>
        {isDirty && !isRunning && <Button onClick={unsaved.discard}>{t('settings.discard')}</Button>}
        {unsaved !== undefined && (
          <span className={css.state} role="status">
            {isDirty && !isRunning ? t('settings.unsaved') : ''}
          </span>
        )}
      </div>
    </Form>
  );
};
