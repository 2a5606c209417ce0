import { useCallback, useRef } from 'react';
import type { MeetingFormState } from '../form/MeetingFormProvider.tsx';
import { useKeptValues } from '../form/useKeptValues.ts';
import type { Draft, DraftPlace } from './draft.ts';

interface KeptDraft {
  /** Whether something was filled in that is neither saved nor given up. */
  readonly isUnsaved: () => boolean;
  /** Saved, or given up: nothing is kept from now on. */
  readonly drop: () => void;
}

/** Keeps the report that is being made, and where its writer is. */
export const useKeptDraft = (
  form: MeetingFormState,
  place: DraftPlace,
  { step, draftId }: Pick<Draft, 'step' | 'draftId'>,
): KeptDraft => {
  const isOver = useRef(false);
  const { isDirty } = form.formState;
  useKeptValues(
    form,
    {
      write: (values) => {
        if (!isOver.current) place.write({ form: values, step, draftId });
      },
      drop: place.drop,
    },
    `${String(step)} ${draftId}`,
  );
  const isUnsaved = useCallback(() => isDirty && !isOver.current, [isDirty]);
  const drop = useCallback(() => {
    isOver.current = true;
    place.drop();
  }, [place]);
  return { isUnsaved, drop };
};
