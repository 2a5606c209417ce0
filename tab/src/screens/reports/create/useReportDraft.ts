import { useCallback, useRef } from 'react';
import type { MeetingFormState } from '../form/MeetingFormStateAndProvider.tsx';
import { useStoreUnsavedReportValues } from '../form/useStoreUnsavedReportValues.ts';
import type { Draft, DraftPlace } from './wizardDraft.ts';

interface KeptDraft {
  /** True if the reader has changed the form since the last save, and has not discarded it. */
  readonly isUnsaved: () => boolean;
  /** Deletes the draft. Call this function after saving or discarding the report; no draft is stored afterwards. */
  readonly drop: () => void;
}

/** Stores the form of a new report and the step of the wizard as a draft while the reader edits. */
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
