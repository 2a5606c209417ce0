import { useEffect, useState } from 'react';
import { ulid } from 'ulid';
import type { useSaveMeeting } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import { useNotices } from '../../../../ui/dialogs/noticeQueue.ts';
import { useNavigate } from '../../../../ui/router/routerHooks.ts';
import { useReader } from '../../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import type { MeetingFormState } from '../../form/MeetingFormStateAndProvider.tsx';
import { inputOf } from '../../form/formValuesAndSaveInput.ts';
import { useReportPath } from '../useReportPaths.ts';

/** Returns the function that saves the form of a deleted report as a new report. */
export const useSaveAsNew = (state: MeetingFormState, save: ReturnType<typeof useSaveMeeting>, teamId: string) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const pathOf = useReportPath();
  const { clock } = useReader();
  // All attempts use this idempotency key, so that a retry after a lost reply creates no second report.
  const [draftId] = useState(() => ulid(clock.now()));
  const [madeId, setMadeId] = useState<string>();
  const { isDirty } = state.formState;
  useEffect(() => {
    // Opens the new report only when the form counts as saved. Otherwise the page would ask for confirmation before it
    // is left.
    if (madeId !== undefined && !isDirty) void navigate(pathOf(madeId), { replace: true });
  }, [madeId, isDirty, navigate, pathOf]);
  return (onError: (error: unknown) => void): void => {
    const form = state.getValues();
    const created = { ...form, questions: form.questions.map((question) => ({ ...question, id: '' })) };
    save.mutate(inputOf(created, { teamId, id: undefined, rev: undefined, draftId }), {
      onSuccess: ({ id }) => {
        state.reset(created);
        notices.push('success', t('reportPage.saved'));
        setMadeId(id);
      },
      onError,
    });
  };
};
