import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import css from './SingleTaskPageForm.module.css';
import { Form } from './Form.tsx';

interface CardFormProps {
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isRunning: boolean;
  readonly failure?: string | null;
  /** When this value changes, the form moves the focus to the first invalid field. */
  readonly faults: unknown;
  readonly children: ReactNode;
}

/** Shows the form of a page with a single task, such as sign-in. If the call fails, the typed values stay. */
export const SingleTaskPageForm = ({
  onSubmit,
  submit,
  isRunning,
  failure = null,
  faults,
  children,
}: CardFormProps) => {
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
