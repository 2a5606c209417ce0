import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { loadSchema, resolverFor } from './formSectionsAndChecks.ts';
import { SubjectContext } from './formContextAndFieldBinding.ts';
import type { FormSubject, MeetingForm } from './formValuesAndSaveInput.ts';

export type MeetingFormState = UseFormReturn<MeetingForm>;

/**
 * Returns the state of a report's form, for the wizard and for editing. The schema of the contract checks the form.
 * `restored` is a draft that differs from `initial`; a form with a draft counts as changed.
 */
export const useMeetingForm = (
  subject: FormSubject,
  initial: MeetingForm,
  restored?: MeetingForm,
): MeetingFormState => {
  const [resolver] = useState(() => resolverFor(subject));
  useEffect(() => {
    // Loads the schema early, so that the first check is fast. If loading fails, the first check reports the error, so
    // it is ignored here.
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

export const MeetingFormProvider = ({ form, subject, children }: ProviderProps) => (
  <SubjectContext value={subject}>
    <FormProvider {...form}>{children}</FormProvider>
  </SubjectContext>
);

/** Moves the focus to the first fault in a part of the page. Returns false if that part has no fault. */
export const focusFirstFault = (within: Element | null): boolean => {
  const first = within?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]');
  // The attribute is on the control itself or on an element around it.
  const control = first?.matches('input, textarea, select, button') === true ? first : first?.querySelector('input');
  if (!(control instanceof HTMLElement)) return false;
  control.focus();
  return true;
};
