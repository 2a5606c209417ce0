import { useCallback, useEffect, useRef } from 'react';
import type { MeetingFormState } from './MeetingFormStateAndProvider.tsx';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

const typingMs = 400;

interface ValuesPlace {
  readonly write: (values: MeetingForm) => void;
  readonly drop: () => void;
}

/**
 * Stores the form's values 400 ms after the last change, so that a reload, a crash or a new sign-in loses little.
 * `stamp` represents further data that `place` stores with the values, such as the wizard's step: when it changes, the
 * values are stored at once.
 */
export const useStoreUnsavedReportValues = (form: MeetingFormState, place: ValuesPlace, stamp = ''): void => {
  const { isDirty } = form.formState;
  const latest = useRef({ place, isDirty });
  const write = useCallback((): void => {
    if (latest.current.isDirty) latest.current.place.write(form.getValues());
    else latest.current.place.drop();
  }, [form]);
  useEffect(() => {
    latest.current = { place, isDirty };
  });
  useEffect(() => {
    write();
  }, [stamp, isDirty, write]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(write, typingMs);
      },
    });
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', write);
      // The end of a session unmounts the form without a warning, so the values are stored then too.
      write();
    };
  }, [form, write]);
};
