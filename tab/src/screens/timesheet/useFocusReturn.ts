import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Task } from '#contracts/timesheet.ts';
import type { Edit } from './taskForm.ts';

/** Whoever has saved or dropped a row, or deleted one, goes on from where they were: what had the focus is gone from the page. */
export const useFocusReturn = (place: RefObject<HTMLElement | null>, edit: Edit | null, removed: Task | null): void => {
  const edited = useRef<string | null>(null);
  const wasRemoved = useRef(false);
  const goTo = (...selectors: readonly string[]): void => {
    if (document.activeElement !== document.body) return;
    const found = selectors.map((one) => place.current?.querySelector<HTMLElement>(one)).find((one) => one != null);
    (found ?? place.current)?.focus();
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
