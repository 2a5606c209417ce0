import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import css from './CardPageForm.module.css';
import { Form } from './Form.tsx';

interface CardFormProps {
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isRunning: boolean;
  /** The error of the whole form; the error of a field appears beside that field. */
  readonly failure?: string | null;
  /** Changes when a check finds wrong fields: the first wrong field then gets the focus. */
  readonly faults: unknown;
  readonly children: ReactNode;
}

/** A form with one task. The typed values stay when the task fails. */
export const CardPageForm = ({ onSubmit, submit, isRunning, failure = null, faults, children }: CardFormProps) => {
  const form = useRef<HTMLFormElement>(null);
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
      {failure !== null && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      {children}
      <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
        {submit}
      </Button>
    </Form>
  );
};
