import { useEffect, useRef } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { useWords } from '../../ui/words.ts';
import css from './SettingsForm.module.css';

interface SettingsFormProps {
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isRunning: boolean;
  /** What went wrong with the whole of it. */
  readonly failure: string | null;
  /** Changes when fields were found wrong: the first of them gets the focus then. */
  readonly faults?: unknown;
  /** Given = says that there is something unsaved, and gives it up. */
  readonly unsaved?: { readonly isDirty: boolean; readonly discard: () => void };
  readonly children: ReactNode;
}

export const Failure = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className={css.failure} role="alert">
      {text}
    </p>
  );

/** A few fields and a button. What was typed stays when it fails. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { onSubmit, submit, isRunning, failure, faults, unsaved, children } = props;
  const words = useWords();
  const form = useRef<HTMLFormElement>(null);
  const isDirty = unsaved?.isDirty === true;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={send}>
      {children}
      <Failure text={failure} />
      <div className={css.bar}>
        <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
          {submit}
        </Button>
        {isDirty && !isRunning && <Button onClick={unsaved.discard}>{words('settings.discard')}</Button>}
        {unsaved !== undefined && (
          <span className={css.state} role="status">
            {isDirty && !isRunning ? words('settings.unsaved') : ''}
          </span>
        )}
      </div>
    </form>
  );
};
