import { useCallback, useEffect, useRef } from 'react';
import type { MeetingFormState } from '../form/MeetingFormProvider.tsx';
import type { Draft, DraftPlace } from './draft.ts';

const typingMs = 400;

interface KeptDraft {
  /** Whether something was filled in that is neither saved nor given up. */
  readonly isUnsaved: () => boolean;
  /** Saved, or given up: nothing is kept from now on. */
  readonly drop: () => void;
}

/** Keeps what is filled in while it is filled in, so that a reload, a crash or a sign-in in between loses nothing. */
export const useKeptDraft = (
  form: MeetingFormState,
  place: DraftPlace,
  { step, draftId }: Pick<Draft, 'step' | 'draftId'>,
): KeptDraft => {
  const isOver = useRef(false);
  const latest = useRef({ step, draftId });
  const { isDirty } = form.formState;
  const dirty = useRef(isDirty);
  const write = useCallback((): void => {
    if (isOver.current) return;
    if (dirty.current) place.write({ form: form.getValues(), ...latest.current });
    else place.drop();
  }, [form, place]);
  useEffect(() => {
    latest.current = { step, draftId };
    dirty.current = isDirty;
    write();
  }, [step, draftId, isDirty, write]);
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
  const isUnsaved = useCallback(() => dirty.current && !isOver.current, []);
  const drop = useCallback(() => {
    isOver.current = true;
    place.drop();
  }, [place]);
  return { isUnsaved, drop };
};
