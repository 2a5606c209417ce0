import { useEffect, useState } from 'react';
import { ApiError } from '../../../../api/client/apiClient.ts';
import { errorText } from '../../../../api/client/errorText.ts';
import { useSaveMeeting } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import { conflictOf } from '../../../../api/reports/reportQueriesAndMutations.ts';
import { useNotices } from '../../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { refusedField } from '../../form/formSectionsAndChecks.ts';
import { inputOf } from '../../form/formValuesAndSaveInput.ts';
import type { MeetingForm } from '../../form/formValuesAndSaveInput.ts';
import type { BaseVersion, useEditConflict } from './useEditConflict.ts';
import type { useEditedForm } from './useEditedForm.ts';
import { useSaveAsNew } from './useSaveAsNew.ts';

/** Returns a function that calls `onFault` after the next render, because only then does the page show the faults. */
const useFaultShown = (onFault: () => void): (() => void) => {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) onFault();
    // `onFault` is a new function at each render, so only `round` may trigger the effect.
  }, [round]);
  return () => {
    setRound((before) => before + 1);
  };
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * True if only the page itself can show the error: neither the conflict dialog, nor the page of a deleted report, nor a
 * field shows it.
 */
const isPageError = (error: Error): boolean =>
  !isGone(error) && conflictOf(error) === undefined && refusedField(error) === undefined;

type EditedForm = ReturnType<typeof useEditedForm>;
type EditConflict = ReturnType<typeof useEditConflict>;

export const useSaveEdit = (
  { state, subject, beginFrom }: EditedForm,
  { openConflict, closeConflict }: EditConflict,
  onFault: () => void,
) => {
  const t = useTranslate();
  const notices = useNotices();
  const save = useSaveMeeting();
  const [isDeleted, setDeleted] = useState(false);
  const saveAsNew = useSaveAsNew(state, save, subject.teamId);
  const showFault = useFaultShown(onFault);
  const showError = (error: unknown, mine: MeetingForm, from: BaseVersion): void => {
    const conflict = conflictOf(error);
    if (conflict !== undefined) {
      openConflict(conflict, mine, from);
      return;
    }
    closeConflict();
    if (isGone(error)) setDeleted(true);
    const fault = refusedField(error);
    if (fault === undefined) return;
    state.setError(fault.field, { type: 'server', message: errorText(error, t) });
    showFault();
  };
  /**
   * Sends the form. `from` is the version of the report when the edit began; the server compares its revision with the
   * stored one.
   */
  const send = (form: MeetingForm, from: BaseVersion): void => {
    save.mutate(inputOf(form, { ...subject, rev: from.rev }), {
      onSuccess: (saved) => {
        closeConflict();
        beginFrom(saved);
        notices.push('success', t('reportPage.saved'));
      },
      onError: (error) => {
        showError(error, form, from);
      },
    });
  };
  const checkAndSend = async (from: BaseVersion): Promise<void> => {
    const outcome = { isValid: false };
    await state.handleSubmit((form) => {
      outcome.isValid = true;
      send(form, from);
    })();
    if (outcome.isValid) return;
    closeConflict();
    showFault();
  };
  return {
    isSaving: save.isPending,
    isDeleted,
    failure: save.isError && isPageError(save.error) ? errorText(save.error, t) : null,
    checkAndSend,
    saveAsNew: (from: BaseVersion): void => {
      saveAsNew((error) => {
        showError(error, state.getValues(), from);
      });
    },
    forgetError: save.reset,
  };
};
