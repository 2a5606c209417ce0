import { useEffect, useState } from 'react';
import type { MeetingDetail } from '#contracts/meeting.ts';
import { errorText } from '../../../api/errorText.ts';
import { useKept } from '../../../api/kept.ts';
import { useSaveMeeting } from '../../../api/reportForm.ts';
import { conflictOf } from '../../../api/reports.ts';
import { useNotices } from '../../../ui/notices.ts';
import { useWords } from '../../../ui/words.ts';
import { refusedField } from '../form/checking.ts';
import { useMeetingForm } from '../form/MeetingFormProvider.tsx';
import { useKeptValues } from '../form/useKeptValues.ts';
import { formOf, inputOf } from '../form/values.ts';
import type { FormSubject, MeetingForm } from '../form/values.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { differencesOf, merged } from './differences.ts';
import type { Choices } from './differences.ts';

type Version = Pick<MeetingDetail, 'rev'> & Parameters<typeof formOf>[0];

/** An edit under way: what it began with, and what it has come to. */
interface Edit {
  readonly base: Version;
  readonly form: MeetingForm;
}

interface OpenConflict extends Conflict {
  readonly isOpen: boolean;
  readonly theirVersion: Version;
}

/** Calls back once what was found wrong stands on the page. */
const useFaultShown = (onFault: () => void): (() => void) => {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) onFault();
    // Only then: `onFault` is new at each drawing.
  }, [round]);
  return () => {
    setRound((before) => before + 1);
  };
};

/** An edit of a report: from the version it began with to one that is saved. `onFault` = something in the form needs the reader. */
export const useEditing = (meeting: MeetingDetail, onFault: () => void) => {
  const words = useWords();
  const notices = useNotices();
  const kept = useKept<Edit>('report', meeting.id);
  const [found] = useState(kept.read);
  const [base, setBase] = useState<Version>(found?.base ?? meeting);
  const [conflict, setConflict] = useState<OpenConflict>();
  const subject: FormSubject = { teamId: meeting.teamId, id: meeting.id, rev: base.rev };
  const state = useMeetingForm(subject, formOf(base), found?.form);
  const { isDirty } = state.formState;
  const save = useSaveMeeting();
  const faultFound = useFaultShown(onFault);
  const closeConflict = (): void => {
    setConflict((open) => open && { ...open, isOpen: false });
  };

  const beginFrom = (version: Version): void => {
    setBase(version);
    state.reset(formOf(version));
  };
  // Somebody else's version is taken over while there is nothing of the reader's own to lose.
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
    const found = conflictOf(error);
    if (found !== undefined) {
      const theirs = formOf(found.meeting);
      const differences = differencesOf(formOf(from), theirs, mine);
      setConflict({
        ...{ key: found.meeting.rev, isOpen: true, theirs, mine, differences },
        changes: found.changes,
        theirVersion: found.meeting,
      });
      return;
    }
    closeConflict();
    const fault = refusedField(error);
    if (fault === undefined) return;
    state.setError(fault.field, { type: 'server', message: errorText(error, words) });
    faultFound();
  };
  /** `from`: the version the edit began with. */
  const send = (form: MeetingForm, from: Version): void => {
    save.mutate(inputOf(form, { ...subject, rev: from.rev }), {
      onSuccess: (saved) => {
        closeConflict();
        beginFrom(saved);
        notices.push('success', words('reportPage.saved'));
      },
      onError: (error) => {
        refused(error, form, from);
      },
    });
  };
  const check = async (from: Version): Promise<void> => {
    const found = { isValid: false };
    await state.handleSubmit((form) => {
      found.isValid = true;
      send(form, from);
    })();
    if (found.isValid) return;
    closeConflict();
    faultFound();
  };
  const isTold = save.isError && conflictOf(save.error) === undefined && refusedField(save.error) === undefined;
  return {
    state,
    subject,
    isDirty,
    isUnsaved: () => isDirty,
    isSaving: save.isPending,
    failure: isTold ? errorText(save.error, words) : null,
    conflict,
    save: (): void => {
      if (!save.isPending) void check(base);
    },
    discard: (): void => {
      save.reset();
      beginFrom(meeting.rev > base.rev ? meeting : base);
    },
    closeConflict,
    /** Their version becomes the beginning, and what was chosen of mine an edit of it. */
    decide: (choices: Choices, isSaved: boolean): void => {
      if (conflict === undefined) return;
      const { theirVersion, theirs, mine } = conflict;
      beginFrom(theirVersion);
      if (isSaved) {
        state.reset(merged(theirs, mine, choices), { keepDefaultValues: true });
        void check(theirVersion);
      } else closeConflict();
    },
  };
};
