import type { ComponentProps, SubmitEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'noValidate' | 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => void;
  /** True while the action of the previous submit is running. A further submit then has no effect. */
  readonly isRunning: boolean;
}

/**
 * Renders every form of the app. It prevents the browser's own submit, which would reload the page and lose the typed
 * values. A button could not prevent it: Fluent removes the click handler of a `disabledFocusable` button, and the
 * button still submits the form.
 */
export const Form = ({ onSubmit, isRunning, ...rest }: FormProps) => (
  <form
    {...rest}
    noValidate
    onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!isRunning) onSubmit(event.currentTarget);
    }}
  />
);
