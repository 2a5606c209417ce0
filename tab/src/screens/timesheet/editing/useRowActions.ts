import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Editing } from './useTaskEditing.ts';
import type { Removal } from './useTaskRemoval.ts';

export interface RowActions {
  readonly edit: (task: Task) => void;
  readonly remove: (task: Task) => void;
}

/**
 * Returns the actions of the rows. They are the same functions at each render, so that rows that have not changed are
 * not drawn again.
 */
export const useRowActions = (editing: Editing, removal: Removal): RowActions => {
  const latest = useRef({ editing, removal });
  useLayoutEffect(() => {
    latest.current = { editing, removal };
  });
  return useMemo(
    () => ({
      edit: (task) => {
        latest.current.editing.begin(task);
      },
      remove: (task) => {
        latest.current.removal.remove(task);
      },
    }),
    [],
  );
};
