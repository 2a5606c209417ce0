import { useCallback, useEffect, useRef } from 'react';
import type { MeetingFormState } from './MeetingFormProvider.tsx';
import type { MeetingForm } from './values.ts';

const typingMs = 400;

interface ValuesPlace {
  readonly write: (values: MeetingForm) => void;
  readonly drop: () => void;
}

/**
 * Keeps what is filled in while it is filled in, so that a reload, a crash or a sign-in in between loses nothing. `stamp` = what
 * else is kept with it: another one is written at once.
 */
export const useKeptValues = (form: MeetingFormState, place: ValuesPlace, stamp = ''): void => {
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
      // The page is left without a word when the session ends.
      write();
    };
  }, [form, write]);
};
