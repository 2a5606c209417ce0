import type { ComponentProps, SubmitEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'noValidate' | 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => void;
  /** While true, a submit has no effect, because the action of the previous one has not finished. */
  readonly isRunning: boolean;
}

/**
 * The only form element of the app. It prevents the browser's own submit, which would reload the page and lose the typed values. A
 * button cannot prevent it: Fluent removes the click handler of a button with `disabledFocusable`, and the button still submits.
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
