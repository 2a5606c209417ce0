import { useEffect, useState } from 'react';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useKeptValue } from '../../../../api/client/unsavedInputCacheAndStorage.ts';
import { useMeetingForm } from '../../form/MeetingFormStateAndProvider.tsx';
import { formOf } from '../../form/formValuesAndSaveInput.ts';
import type { FormSubject, MeetingForm } from '../../form/formValuesAndSaveInput.ts';
import { restoredQuestion } from '../../form/questionFormRulesAndConversion.ts';
import { useStoreUnsavedReportValues } from '../../form/useStoreUnsavedReportValues.ts';
import type { BaseVersion } from './useEditConflict.ts';

/**
 * The edited form, and the report as it was when the edit began. A newer version of the report is compared with both,
 * to find conflicts.
 */
interface Edit {
  readonly base: BaseVersion;
  readonly form: MeetingForm;
}

type AddedField = 'observers' | 'blockerReminderDays' | 'blockerEscalationDays';
type KeptForm = Omit<MeetingForm, AddedField> & Partial<Pick<MeetingForm, AddedField>>;

/**
 * Completes a draft that an earlier version of the app stored, because the draft may lack fields that were added later.
 */
const restored = (form: KeptForm, base: BaseVersion): MeetingForm => ({
  ...formOf(base),
  ...form,
  questions: form.questions.map(restoredQuestion),
});

/**
 * Returns the edited form and the version of the report when the edit began. Both stay when the reader leaves the page,
 * until the edit is saved or discarded.
 */
export const useEditedForm = (meeting: MeetingDetail) => {
  const kept = useKeptValue<Edit>('report', meeting.id);
  const [found] = useState(kept.read);
  const [restoredForm] = useState(() => found && restored(found.form, found.base));
  const [base, setBase] = useState<BaseVersion>(found?.base ?? meeting);
  const subject: FormSubject = { teamId: meeting.teamId, id: meeting.id, rev: base.rev };
  const state = useMeetingForm(subject, formOf(base), restoredForm);
  const { isDirty } = state.formState;
  const beginFrom = (version: BaseVersion): void => {
    setBase(version);
    state.reset(formOf(version));
  };
  // Another person has saved a newer version. It replaces the form only if the reader has changed nothing.
  const isBehind = meeting.rev > base.rev && !isDirty && kept.read() === undefined;
  useEffect(() => {
    if (isBehind) beginFrom(meeting);
  });
  useStoreUnsavedReportValues(state, {
    write: (form) => {
      kept.write({ base, form });
    },
    drop: kept.drop,
  });
  return { state, subject, base, isDirty, beginFrom };
};
