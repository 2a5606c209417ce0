import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ulid } from 'ulid';
import type { MeetingDetail } from '#contracts/meetings/meeting.ts';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useKeptValue } from '../../../api/client/keptValues.ts';
import { useSaveMeeting } from '../../../api/meetings/reportFormQueries.ts';
import { conflictOf } from '../../../api/reports/reportQueries.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../../ui/text/readerContext.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { refusedField } from '../form/formChecks.ts';
import { useMeetingForm } from '../form/MeetingFormProvider.tsx';
import type { MeetingFormState } from '../form/MeetingFormProvider.tsx';
import { useKeptValues } from '../form/useUnsavedReportValues.ts';
import { restoredQuestion } from '../form/questionFormRules.ts';
import { formOf, inputOf } from '../form/formValues.ts';
import type { FormSubject, MeetingForm } from '../form/formValues.ts';
import type { MeetingConflictState } from './EditConflictDialog.tsx';
import { listDifferences, mergedDraft } from './reportDifferences.ts';
import { useReportPath } from './reportPaths.ts';
import type { Choices } from './reportDifferences.ts';

type Version = Pick<MeetingDetail, 'rev'> & Parameters<typeof formOf>[0];

/** An edit in progress: the version at its beginning, and the current form. */
interface Edit {
  readonly base: Version;
  readonly form: MeetingForm;
}

type KeptForm = Omit<MeetingForm, 'observers'> & Partial<Pick<MeetingForm, 'observers'>>;

/** Completes a draft that an earlier version of the app stored: it may lack observers and fields of questions. */
const restored = ({ observers, ...form }: KeptForm, base: Version): MeetingForm => ({
  ...form,
  observers: observers ?? formOf(base).observers,
  questions: form.questions.map(restoredQuestion),
});

interface OpenConflict extends MeetingConflictState {
  readonly isOpen: boolean;
  readonly theirVersion: Version;
}

/** Returns a function that calls `onFault` after the next render, because the faults appear on the page only then. */
const useFaultShown = (onFault: () => void): (() => void) => {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) onFault();
    // `onFault` is a new function at each render, so only `round` triggers the effect.
  }, [round]);
  return () => {
    setRound((before) => before + 1);
  };
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Returns the state and the function for saving the form of a deleted report as a new report. */
const useSaveAsNew = (state: MeetingFormState, save: ReturnType<typeof useSaveMeeting>, teamId: string) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const pathOf = useReportPath();
  const { clock } = useReader();
  // Each attempt uses the same idempotency key, so that a retry after a lost reply creates no second report.
  const [draftId] = useState(() => ulid(clock.now()));
  const [madeId, setMadeId] = useState<string>();
  const { isDirty } = state.formState;
  useEffect(() => {
    // Waits until the form has no unsaved changes. Otherwise the page would ask for confirmation before it is left.
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

/**
 * Returns the state and the actions of an edit, from its beginning until it is saved. `onFault` is called when the form has a
 * fault.
 */
export const useReportEditing = (meeting: MeetingDetail, onFault: () => void) => {
  const t = useTranslate();
  const notices = useNotices();
  const kept = useKeptValue<Edit>('report', meeting.id);
  const [found] = useState(kept.read);
  const [restoredForm] = useState(() => found && restored(found.form, found.base));
  const [base, setBase] = useState<Version>(found?.base ?? meeting);
  const [conflict, setConflict] = useState<OpenConflict>();
  const subject: FormSubject = { teamId: meeting.teamId, id: meeting.id, rev: base.rev };
  const state = useMeetingForm(subject, formOf(base), restoredForm);
  const { isDirty } = state.formState;
  const save = useSaveMeeting();
  const [isDeleted, setDeleted] = useState(false);
  const saveAsNew = useSaveAsNew(state, save, meeting.teamId);
  const faultFound = useFaultShown(onFault);
  const closeConflict = (): void => {
    setConflict((open) => open && { ...open, isOpen: false });
  };

  const beginFrom = (version: Version): void => {
    setBase(version);
    state.reset(formOf(version));
  };
  // Replaces the form with another person's newer version only while the reader has no changes.
  const isBehind = meeting.rev > base.rev && !isDirty && kept.read() === undefined;
  useEffect(() => {
    if (isBehind) beginFrom(meeting);
  });
  useKeptValues(state, {
    write: (form) => {
      kept.write({ base, form });
    },
    drop: kept.drop,
  });

  const refused = (error: unknown, mine: MeetingForm, from: Version): void => {
    const match = conflictOf(error);
    if (match !== undefined) {
      const theirs = formOf(match.meeting);
      const differences = listDifferences(formOf(from), theirs, mine);
      setConflict({
        ...{ key: match.meeting.rev, isOpen: true, theirs, mine, differences },
        changes: match.changes,
        theirVersion: match.meeting,
      });
      return;
    }
    closeConflict();
    if (isGone(error)) setDeleted(true);
    const fault = refusedField(error);
    if (fault === undefined) return;
    state.setError(fault.field, { type: 'server', message: errorText(error, t) });
    faultFound();
  };
  /** Sends the form. `from` is the version at the beginning of the edit. */
  const send = (form: MeetingForm, from: Version): void => {
    save.mutate(inputOf(form, { ...subject, rev: from.rev }), {
      onSuccess: (saved) => {
        closeConflict();
        beginFrom(saved);
        notices.push('success', t('reportPage.saved'));
      },
      onError: (error) => {
        refused(error, form, from);
      },
    });
  };
  const check = async (from: Version): Promise<void> => {
    const match = { isValid: false };
    await state.handleSubmit((form) => {
      match.isValid = true;
      send(form, from);
    })();
    if (match.isValid) return;
    closeConflict();
    faultFound();
  };
  const isTold =
    save.isError &&
    !isGone(save.error) &&
    conflictOf(save.error) === undefined &&
    refusedField(save.error) === undefined;
  return {
    state,
    subject,
    isDirty,
    isUnsaved: () => isDirty,
    isSaving: save.isPending,
    /** True if another person has deleted the report meanwhile. */
    isDeleted,
    failure: isTold ? errorText(save.error, t) : null,
    conflict,
    save: (): void => {
      if (!save.isPending) void check(base);
    },
    saveAsNew: (): void => {
      if (!save.isPending)
        saveAsNew((error) => {
          refused(error, state.getValues(), base);
        });
    },
    discard: (): void => {
      save.reset();
      beginFrom(meeting.rev > base.rev ? meeting : base);
    },
    closeConflict,
    /**
     * Makes the other person's version the new base. The parts that the reader chose from their own version become changes to
     * this base.
     */
    decide: (choices: Choices, isSaved: boolean): void => {
      if (conflict === undefined) return;
      const { theirVersion, theirs, mine } = conflict;
      beginFrom(theirVersion);
      if (isSaved) {
        state.reset(mergedDraft(theirs, mine, choices), { keepDefaultValues: true });
        void check(theirVersion);
      } else closeConflict();
    },
  };
};
