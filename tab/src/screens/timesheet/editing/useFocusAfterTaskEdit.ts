import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Edit } from './taskDraftFaultsAndDoubts.ts';

/**
 * Moves the focus after a row was saved, cancelled or deleted, if the focused element has left the page: to the edit
 * button of the row, to Undo, or to the button that adds a row.
 */
export const useFocusReturn = (place: RefObject<HTMLElement | null>, edit: Edit | null, removed: Task | null): void => {
  const edited = useRef<string | null>(null);
  const wasRemoved = useRef(false);
  const goTo = (...selectors: readonly string[]): void => {
    if (document.activeElement !== document.body) return;
    const element = selectors
      .map((selector) => place.current?.querySelector<HTMLElement>(selector))
      .find((item) => item != null);
    (element ?? place.current)?.focus();
  };
  useEffect(() => {
    if (edit !== null) {
      edited.current = edit.task?.id ?? 'new';
      return;
    }
    const id = edited.current;
    edited.current = null;
    if (id !== null) goTo(`[data-edits="${id}"]`, '[data-adds]');
  }, [edit]);
  useEffect(() => {
    if (removed !== null) place.current?.querySelector<HTMLElement>('[data-undo]')?.focus();
    else if (wasRemoved.current) goTo('[data-adds]');
    wasRemoved.current = removed !== null;
  }, [removed]);
};
