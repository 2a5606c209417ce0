import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { mergedDraft } from '../editConflictMerge.ts';
import type { Choices } from '../editConflictMerge.ts';
import { useEditConflict } from './useEditConflict.ts';
import { useEditedForm } from './useEditedForm.ts';
import { useSaveEdit } from './useSaveEdit.ts';

/**
 * Returns the state and the actions of an edit until it is saved or discarded. `onFault` is called after a check of the
 * form has found faults.
 */
export const useReportEditing = (meeting: MeetingDetail, onFault: () => void) => {
  const edited = useEditedForm(meeting);
  const { state, subject, base, isDirty, beginFrom } = edited;
  const editConflict = useEditConflict();
  const { conflict, closeConflict } = editConflict;
  const saving = useSaveEdit(edited, editConflict, onFault);
  return {
    state,
    subject,
    isDirty,
    isUnsaved: () => isDirty,
    isSaving: saving.isSaving,
    /** True if another person deleted the report during the edit. */
    isDeleted: saving.isDeleted,
    failure: saving.failure,
    conflict,
    save: (): void => {
      if (!saving.isSaving) void saving.checkAndSend(base);
    },
    saveAsNew: (): void => {
      if (!saving.isSaving) saving.saveAsNew(base);
    },
    discard: (): void => {
      saving.forgetError();
      beginFrom(meeting.rev > base.rev ? meeting : base);
    },
    closeConflict,
    /**
     * Continues the edit from the other person's version. Parts for which the reader chose their own version become
     * changes to it.
     */
    decide: (choices: Choices, isSaved: boolean): void => {
      if (conflict === undefined) return;
      const { theirVersion, theirs, mine } = conflict;
      beginFrom(theirVersion);
      if (isSaved) {
        state.reset(mergedDraft(theirs, mine, choices), { keepDefaultValues: true });
        void saving.checkAndSend(theirVersion);
      } else closeConflict();
    },
  };
};
