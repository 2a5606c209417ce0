import { useState } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { isWithoutResult } from '../../../api/client/queryClientAndRetryRule.ts';
import { useKeptValue } from '../../../api/client/unsavedInputCacheAndStorage.ts';
import { taskConflictOf, useOtherMinutes, useSaveTask } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import type { DateReader } from '../../../ui/text/calculateAndFormatDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import {
  addsTime,
  doubtsOf,
  draftOf,
  earlierDraft,
  faultsOf,
  isUnchanged,
  newDraftId,
  saveInput,
  withReadDate,
} from './taskDraftFaultsAndDoubts.ts';
import type { Doubt, Edit, TaskDraft, TaskField } from './taskDraftFaultsAndDoubts.ts';

export type SaveState =
  | { readonly kind: 'typing' }
  /** The last save found faults. Each fault stays beside its field until it is corrected. */
  | { readonly kind: 'checked' }
  | { readonly kind: 'saving' }
  /** The draft has no fault but probably contains a mistake, so the page asks the reader whether to save it. */
  | { readonly kind: 'asking'; readonly doubts: readonly Doubt[] }
  | { readonly kind: 'refused'; readonly text: string; readonly field: TaskField | null }
  /**
   * The stored row has changed since this page read it, for example because the reader changed it in another tab or
   * through a card. `theirs` is the stored row; null = the row was deleted.
   */
  | { readonly kind: 'conflict'; readonly theirs: Task | null };

export interface Editing {
  readonly edit: Edit | null;
  readonly state: SaveState;
  readonly faults: Partial<Record<TaskField, string>>;
  readonly begin: (task: Task) => void;
  readonly add: (draft: Pick<TaskDraft, 'date' | 'meetingId'>) => void;
  readonly change: (part: Partial<TaskDraft>) => void;
  /** Discards the draft. A new row disappears, because it exists only as a draft. */
  readonly cancel: () => void;
  readonly save: () => void;
  /**
   * Resolves a conflict: replaces the stored row by the draft. If the stored row was deleted, saves the draft as a new
   * row.
   */
  readonly saveMine: () => void;
  readonly saveAnyway: () => void;
  readonly goBack: () => void;
}

const fieldOf = (named: unknown): TaskField | null => {
  if (named === 'hours' || named === 'minutes') return 'time';
  return named === 'task' || named === 'meetingId' || named === 'date' ? named : null;
};

const refusalOf = (error: unknown, text: string): SaveState => {
  const theirs = taskConflictOf(error);
  if (theirs !== undefined) return { kind: 'conflict', theirs };
  const named = error instanceof ApiError ? error.reply?.path?.[0] : undefined;
  return { kind: 'refused', text, field: fieldOf(named) };
};

interface EditingOptions {
  readonly teamId: string;
  /** Member id of the reader; null = the reader is no member and cannot write rows. */
  readonly meId: string | null;
  readonly today: LocalDate;
  readonly onSaved: (task: Task) => void;
}

/**
 * Returns the edited row and the state of its saving. The row is kept with `useKeptValue`, so that the reader can
 * continue after a visit to another page.
 */
const useKeptEdit = (teamId: string) => {
  const kept = useKeptValue<Edit>('timesheet task', teamId);
  const [edit, setEdit] = useState<Edit | null>(() => kept.read() ?? null);
  const [state, setState] = useState<SaveState>({ kind: 'typing' });
  const show = (next: Edit | null, how: SaveState = { kind: 'typing' }): void => {
    if (next === null) kept.drop();
    else kept.write(next);
    setEdit(next);
    setState(how);
  };
  return { edit, state, setState, show };
};

/**
 * Returns the state after the reader has typed. Faults stay shown until they are corrected, and a conflict until it is
 * resolved.
 */
const stateAfterTyping = (state: SaveState): SaveState =>
  state.kind === 'checked' || state.kind === 'conflict' ? state : { kind: 'typing' };

/**
 * Returns a function that returns the doubts about an edit (`doubtsOf`). It reads the other rows of the day only if the
 * edit adds time to the day.
 */
const useDoubts = ({ teamId, meId, today }: Omit<EditingOptions, 'onSaved'>) => {
  const readOthers = useOtherMinutes(teamId, meId);
  return async (what: Edit) => {
    const others = addsTime(what) ? await readOthers(what.draft.date as LocalDate, what.task?.id) : 0;
    return doubtsOf(what, today, others);
  };
};

/**
 * Saves a new row on the date with which it was first sent, and returns the stored row. Returns null if the server
 * refuses that date, because it has then stored no row there. A stored row is returned unchanged.
 */
const storeEarlierDraft = async (edit: Edit, store: (what: Edit) => Promise<Task>): Promise<Task | null> => {
  const earlier = earlierDraft(edit);
  if (earlier === undefined) return edit.task;
  try {
    return await store(earlier);
  } catch (error) {
    if (isWithoutResult(error)) throw error;
    return null;
  }
};

/** Returns a function that saves a row and keeps the state of the saving up to date. */
const useSend = (
  { setState, show }: ReturnType<typeof useKeptEdit>,
  { teamId, onSaved }: Pick<EditingOptions, 'teamId' | 'onSaved'>,
) => {
  const t = useTranslate();
  const { mutateAsync } = useSaveTask();
  const store = (what: Edit): Promise<Task> => mutateAsync(saveInput(what, teamId));
  return async (typed: Edit): Promise<void> => {
    const sent: Edit = { ...typed, sentDate: typed.sentDate ?? typed.draft.date };
    show(sent, { kind: 'saving' });
    try {
      const known = { ...sent, task: await storeEarlierDraft(sent, store) };
      if (known.task !== sent.task) show(known, { kind: 'saving' });
      const saved = await store(known);
      show(null);
      onSaved(saved);
    } catch (error) {
      setState(refusalOf(error, errorText(error, t)));
    }
  };
};

/**
 * Returns the state and the actions for editing one row at a time, a new or a stored one. Until the row is saved or
 * cancelled, the draft is kept when the reader opens another page, reloads the page or signs in again.
 */
export const useTaskEditing = ({ teamId, meId, today, onSaved }: EditingOptions): Editing => {
  const t = useTranslate();
  const reader: DateReader = { locale: useReader().locale, today };
  const keptEdit = useKeptEdit(teamId);
  const { edit, state, setState, show } = keptEdit;
  const send = useSend(keptEdit, { teamId, onSaved });
  const readDoubts = useDoubts({ teamId, meId, today });
  const askOrSend = async (what: Edit): Promise<void> => {
    show(what, { kind: 'saving' });
    const doubts = await readDoubts(what);
    if (doubts.length > 0) setState({ kind: 'asking', doubts });
    else await send(what);
  };
  const save = (typed: Edit | null): void => {
    if (typed === null || state.kind === 'saving') return;
    const what = { ...typed, draft: withReadDate(typed.draft, reader) };
    if (Object.keys(faultsOf(what.draft, today)).length > 0) setState({ kind: 'checked' });
    else if (isUnchanged(what)) show(null);
    else void askOrSend(what);
  };
  return {
    edit,
    state,
    faults: edit === null ? {} : faultTexts(withReadDate(edit.draft, reader), state, today, t),
    begin: (task) => {
      if (edit === null) show({ task, draftId: newDraftId(), draft: draftOf(task) });
    },
    add: (draft) => {
      if (edit === null) show({ task: null, draftId: newDraftId(), draft: { task: '', time: '', ...draft } });
    },
    change: (part) => {
      if (edit === null || state.kind === 'saving') return;
      show({ ...edit, draft: { ...edit.draft, ...part } }, stateAfterTyping(state));
    },
    cancel: () => {
      if (state.kind !== 'saving') show(null);
    },
    save: () => {
      save(edit);
    },
    saveMine: () => {
      if (edit !== null && state.kind === 'conflict')
        save({ ...edit, task: state.theirs, draftId: newDraftId(), sentDate: undefined });
    },
    saveAnyway: () => {
      if (edit !== null && state.kind === 'asking') void send(edit);
    },
    goBack: () => {
      if (state.kind === 'asking') setState({ kind: 'typing' });
    },
  };
};

const faultTexts = (
  draft: TaskDraft,
  state: SaveState,
  today: LocalDate,
  words: ReturnType<typeof useTranslate>,
): Editing['faults'] => {
  if (state.kind === 'refused') return state.field === null ? {} : { [state.field]: state.text };
  if (state.kind === 'typing' || state.kind === 'saving' || state.kind === 'asking') return {};
  return Object.fromEntries(Object.entries(faultsOf(draft, today)).map(([field, key]) => [field, words(key)]));
};
