import { useCallback, useRef } from 'react';
import type { MeetingFormState } from '../form/MeetingFormStateAndProvider.tsx';
import { useStoreUnsavedReportValues } from '../form/useStoreUnsavedReportValues.ts';
import type { Draft, DraftPlace } from './wizardDraft.ts';

interface KeptDraft {
  /** True if the reader has changed the form and has neither saved nor discarded the report since. */
  readonly isUnsaved: () => boolean;
  /** Removes the draft. Call this function after saving or discarding; from then on, no draft is stored. */
  readonly drop: () => void;
}

/** Stores the form of the new report and the wizard's step while the reader edits. */
export const useReportDraft = (
  form: MeetingFormState,
  place: DraftPlace,
  { step, draftId }: Pick<Draft, 'step' | 'draftId'>,
): KeptDraft => {
  const isOver = useRef(false);
  const { isDirty } = form.formState;
  useStoreUnsavedReportValues(
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
