import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerDraft, saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useKeptValue } from '../client/unsavedInputCacheAndStorage.ts';
import type { CardValues } from './fillCardAndReadAnswer.ts';
import { chooseForm, draftBodyOf, draftConflictOf } from './chooseBetweenAnswerDrafts.ts';
import type { KeptForm } from './chooseBetweenAnswerDrafts.ts';

export type DraftState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saved' }
  /** The save failed. The browser keeps the text, and the next change saves it again. */
  | { readonly kind: 'unsaved' }
  /** `draft`: the text of the other device; null = the answer was sent, here or on another device. */
  | { readonly kind: 'conflict'; readonly draft: AnswerDraft | null };

/** Milliseconds from the last key press until the draft is saved. */
const pauseMs = 1000;

export interface LoadedCard {
  readonly card: object;
  readonly draft?: AnswerDraft | null | undefined;
}

export interface SyncedDraft {
  readonly state: DraftState;
  /**
   * Returns the values that the form shows instead of those in the loaded card; empty = the form shows the card's own
   * values.
   */
  readonly valuesFor: (loaded: LoadedCard) => CardValues;
  /**
   * Stores the version of the loaded card's draft and detects a conflict. Call it for each loaded card, after
   * `valuesFor`.
   */
  readonly begin: (loaded: LoadedCard) => void;
  readonly write: (values: CardValues) => void;
  readonly drop: () => void;
  /** Saves the form at once. Returns false if the reader must first choose between two drafts. */
  readonly flush: () => Promise<boolean>;
  /** Replaces the server's draft, which another device has saved, with the text of this device. */
  readonly keepMine: () => void;
}

interface Run {
  readonly meetingId: string;
  readonly date: string;
}

/**
 * Returns a function that saves the form. It sends one save at a time, so that an older save never replaces a newer
 * one. Resolves to false after a conflict.
 */
const useSaving = (
  run: Run,
  { read, write }: ReturnType<typeof useKeptValue<KeptForm>>,
  show: (state: DraftState) => void,
) => {
  const { call } = useApi();
  const { meetingId, date } = run;
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  return useCallback((): Promise<boolean> => {
    const save = async (): Promise<boolean> => {
      const form = read();
      if (form === undefined) return true;
      try {
        const body = draftBodyOf({ meetingId, date }, form);
        const { version } = await call<typeof saveAnswerDraft>({ method: 'POST', path: '/api/meeting/draft' }, body);
        const now = read();
        if (now !== undefined) write({ ...now, version, isSaved: now.values === form.values });
        show({ kind: 'saved' });
        return true;
      } catch (error) {
        const draft = draftConflictOf(error);
        show(draft === undefined ? { kind: 'unsaved' } : { kind: 'conflict', draft });
        return draft === undefined;
      }
    };
    last.current = last.current.then(save);
    return last.current;
  }, [call, meetingId, date, read, write, show]);
};

/**
 * Returns two functions: `restart` starts a pause, after which the task runs; each further call starts the pause again.
 * `stop` cancels the task. If the form closes during the pause, the task runs at once.
 */
const usePause = (task: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      if (timer.current !== undefined) task();
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [task],
  );
  return useMemo(() => {
    const stop = (): void => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const restart = (): void => {
      stop();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        task();
      }, pauseMs);
    };
    return { stop, restart };
  }, [task]);
};

/**
 * Stores the form of an answer both in this browser and on the server, so that the reader can continue on any device.
 */
export const useSyncedDraft = (run: Run): SyncedDraft => {
  const kept = useKeptValue<KeptForm>('answerDraft', run.meetingId, run.date);
  const [state, setState] = useState<DraftState>({ kind: 'idle' });
  const hasConflict = useRef(false);
  const show = useCallback((next: DraftState): void => {
    hasConflict.current = next.kind === 'conflict';
    setState(next);
  }, []);
  const save = useSaving(run, kept, show);
  const pause = usePause(useCallback(() => void save(), [save]));
  /** Version of the stored draft that the loaded card shows. */
  const version = useRef<string | null>(null);
  return useMemo(
    () => ({
      state,
      valuesFor: (loaded) => (chooseForm(kept.read(), loaded) === 'THEIRS' ? {} : (kept.read()?.values ?? {})),
      begin: (loaded) => {
        const choice = chooseForm(kept.read(), loaded);
        version.current = loaded.draft?.version ?? null;
        if (choice === 'THEIRS') kept.drop();
        show(choice === 'CONFLICT' ? { kind: 'conflict', draft: loaded.draft ?? null } : { kind: 'idle' });
      },
      write: (values) => {
        kept.write({ values, version: kept.read()?.version ?? version.current, isSaved: false });
        if (hasConflict.current) pause.stop();
        else pause.restart();
      },
      flush: () => {
        pause.stop();
        return hasConflict.current ? Promise.resolve(false) : save();
      },
      drop: () => {
        pause.stop();
        version.current = null;
        kept.drop();
        show({ kind: 'idle' });
      },
      keepMine: () => {
        const form = kept.read();
        if (state.kind !== 'conflict' || form === undefined) return;
        kept.write({ ...form, version: state.draft?.version ?? null, isSaved: false });
        show({ kind: 'idle' });
        void save();
      },
    }),
    [state, kept, save, show, pause],
  );
};
