import { useState } from 'react';
import type { Task } from '#contracts/timesheet.ts';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { useKept } from '../../api/kept.ts';
import { taskConflictOf, useSaveTask } from '../../api/timesheet.ts';
import { useWords } from '../../ui/words.ts';
import { draftOf, faultsOf, isUnchanged, newDraftId, saveInput } from './taskForm.ts';
import type { Edit, TaskDraft, TaskField } from './taskForm.ts';

/** How the saving of the row being edited stands. */
export type SaveState =
  | { readonly kind: 'typing' }
  /** Tried with something wrong in it: said beside each field, as long as it is so. */
  | { readonly kind: 'checked' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'refused'; readonly text: string; readonly field: TaskField | null }
  /** Somebody else, or the card, changed the row since it was read; null = deleted. */
  | { readonly kind: 'conflict'; readonly theirs: Task | null };

export interface Editing {
  /** The one row that is being edited. */
  readonly edit: Edit | null;
  readonly state: SaveState;
  /** By field, in words. */
  readonly faults: Partial<Record<TaskField, string>>;
  readonly begin: (task: Task) => void;
  readonly add: (draft: Pick<TaskDraft, 'date' | 'meetingId'>) => void;
  readonly change: (part: Partial<TaskDraft>) => void;
  /** Drops what was typed, and a new row with it. */
  readonly cancel: () => void;
  readonly save: () => void;
  /** Of a conflict: saves what was typed over what is stored now, or as a row of its own when that is gone. */
  readonly saveMine: () => void;
}

const fields: readonly TaskField[] = ['task', 'meetingId', 'date', 'hours', 'minutes'];

const refusalOf = (error: unknown, text: string): SaveState => {
  const theirs = taskConflictOf(error);
  if (theirs !== undefined) return { kind: 'conflict', theirs };
  const named = error instanceof ApiError ? error.reply?.path?.[0] : undefined;
  return { kind: 'refused', text, field: fields.find((one) => one === named) ?? null };
};

interface EditingOptions {
  readonly teamId: string;
  readonly today: string;
  readonly onSaved: (task: Task) => void;
}

/** One row at a time, new or stored. What was typed outlives another page, a reload and signing in again, until it is saved or cancelled. */
export const useEditing = ({ teamId, today, onSaved }: EditingOptions): Editing => {
  const words = useWords();
  const kept = useKept<Edit>('timesheet', teamId);
  const [edit, setEdit] = useState<Edit | null>(() => kept.read() ?? null);
  const [state, setState] = useState<SaveState>({ kind: 'typing' });
  const { mutateAsync } = useSaveTask();
  const show = (next: Edit | null, how: SaveState = { kind: 'typing' }): void => {
    if (next === null) kept.drop();
    else kept.write(next);
    setEdit(next);
    setState(how);
  };
  const send = async (what: Edit): Promise<void> => {
    show(what, { kind: 'saving' });
    try {
      const saved = await mutateAsync(saveInput(what, teamId));
      show(null);
      onSaved(saved);
    } catch (error) {
      setState(refusalOf(error, errorText(error, words)));
    }
  };
  const save = (what: Edit | null): void => {
    if (what === null || state.kind === 'saving') return;
    if (Object.keys(faultsOf(what.draft, today)).length > 0) setState({ kind: 'checked' });
    else if (isUnchanged(what)) show(null);
    else void send(what);
  };
  return {
    edit,
    state,
    faults: edit === null ? {} : faultTexts(edit, state, today, words),
    begin: (task) => {
      if (edit === null) show({ task, draftId: newDraftId(), draft: draftOf(task) });
    },
    add: (draft) => {
      if (edit === null)
        show({ task: null, draftId: newDraftId(), draft: { task: '', hours: '0', minutes: '0', ...draft } });
    },
    change: (part) => {
      if (edit === null || state.kind === 'saving') return;
      const isStanding = state.kind === 'checked' || state.kind === 'conflict';
      show({ ...edit, draft: { ...edit.draft, ...part } }, isStanding ? state : { kind: 'typing' });
    },
    cancel: () => {
      if (state.kind !== 'saving') show(null);
    },
    save: () => {
      save(edit);
    },
    saveMine: () => {
      if (edit !== null && state.kind === 'conflict') save({ ...edit, task: state.theirs, draftId: newDraftId() });
    },
  };
};

const faultTexts = (
  { draft }: Edit,
  state: SaveState,
  today: string,
  words: ReturnType<typeof useWords>,
): Editing['faults'] => {
  if (state.kind === 'refused') return state.field === null ? {} : { [state.field]: state.text };
  if (state.kind === 'typing' || state.kind === 'saving') return {};
  return Object.fromEntries(Object.entries(faultsOf(draft, today)).map(([field, key]) => [field, words(key)]));
};
