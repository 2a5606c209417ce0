import { useEffect, useRef } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '@fluentui/react-components';
import css from './CardForm.module.css';

interface CardFormProps {
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isRunning: boolean;
  /** What went wrong with the whole of it; what is wrong with a field stands beside that. */
  readonly failure?: string | null;
  /** Changes when fields were found wrong: the first of them gets the focus then. */
  readonly faults: unknown;
  readonly children: ReactNode;
}

/** A form with one task. What was typed stays when it fails. */
export const CardForm = ({ onSubmit, submit, isRunning, failure = null, faults, children }: CardFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={send}>
      {failure !== null && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      {children}
      <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
        {submit}
      </Button>
    </form>
  );
};
