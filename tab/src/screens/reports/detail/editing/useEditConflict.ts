import { useState } from 'react';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { conflictOf } from '../../../../api/reports/reportQueriesAndMutations.ts';
import { formOf } from '../../form/formValuesAndSaveInput.ts';
import type { MeetingForm } from '../../form/formValuesAndSaveInput.ts';
import type { MeetingConflictState } from '../EditConflictDialog.tsx';
import { listDifferences } from '../editConflictMerge.ts';

/** The form and its revision. The server compares the revision with its own to recognise an outdated edit. */
export type BaseVersion = Pick<MeetingDetail, 'rev'> & Parameters<typeof formOf>[0];

type RefusedEdit = NonNullable<ReturnType<typeof conflictOf>>;

/**
 * The conflict that the dialog shows. It is kept when the dialog closes, so that the dialog is not empty while it fades
 * out.
 */
export interface OpenConflict extends MeetingConflictState {
  readonly isOpen: boolean;
  readonly theirVersion: BaseVersion;
}

/**
 * Returns the conflict between the reader's edit and another person's, and the functions that open and close its
 * dialog.
 */
export const useEditConflict = () => {
  const [conflict, setConflict] = useState<OpenConflict>();
  return {
    conflict,
    openConflict: ({ meeting, changes }: RefusedEdit, mine: MeetingForm, from: BaseVersion): void => {
      const theirs = formOf(meeting);
      const differences = listDifferences(formOf(from), theirs, mine);
      setConflict({ key: meeting.rev, isOpen: true, theirs, mine, differences, changes, theirVersion: meeting });
    },
    closeConflict: (): void => {
      setConflict((open) => open && { ...open, isOpen: false });
    },
  };
};
