import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { loadSchema, resolverFor } from './checking.ts';
import { SubjectContext } from './formContext.ts';
import type { FormSubject, MeetingForm } from './values.ts';

export type MeetingFormState = UseFormReturn<MeetingForm>;

/**
 * The one state of a report that is written: for the wizard's steps and for the form that edits. Checked by the contract's own schema.
 * `restored` = what was filled in before and differs from `initial`; it counts as changed.
 */
export const useMeetingForm = (
  subject: FormSubject,
  initial: MeetingForm,
  restored?: MeetingForm,
): MeetingFormState => {
  const [resolver] = useState(() => resolverFor(subject));
  useEffect(() => {
    // Who checks first waits less; a failure is told to whoever then checks.
    loadSchema().catch(() => undefined);
  }, []);
  return useForm<MeetingForm>({
    defaultValues: initial,
    resolver,
    shouldFocusError: false,
    ...(restored === undefined ? {} : { values: restored, resetOptions: { keepDefaultValues: true } }),
  });
};

interface ProviderProps {
  readonly form: MeetingFormState;
  readonly subject: FormSubject;
  readonly children: ReactNode;
}

/** Around the sections, wherever they stand. */
export const MeetingFormProvider = ({ form, subject, children }: ProviderProps) => (
  <SubjectContext value={subject}>
    <FormProvider {...form}>{children}</FormProvider>
  </SubjectContext>
);

/** Brings the focus to the first thing that is wrong within a part of the page. False = nothing is. */
export const focusFirstFault = (within: Element | null): boolean => {
  const first = within?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]');
  // The mark may sit on a control or around it.
  const control = first?.matches('input, textarea, select, button') === true ? first : first?.querySelector('input');
  if (!(control instanceof HTMLElement)) return false;
  control.focus();
  return true;
};
