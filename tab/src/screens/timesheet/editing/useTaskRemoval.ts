import { useState } from 'react';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useDeleteTask, useSaveTask } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { draftOf, newDraftId, saveInput } from './taskDraftFaultsAndDoubts.ts';

export interface Removal {
  /** The row that was deleted last, so that Undo can restore it; null = none. */
  readonly removed: Task | null;
  readonly isRunning: boolean;
  readonly remove: (task: Task) => void;
  readonly undo: () => void;
  readonly dismiss: () => void;
}

/**
 * Returns the functions that delete a row at once and restore it. `meetingIds` contains the ids of the existing
 * reports: a row whose report was deleted is restored without a report.
 */
export const useTaskRemoval = (teamId: string, meetingIds: readonly string[]): Removal => {
  const t = useTranslate();
  const notices = useNotices();
  const [removed, setRemoved] = useState<{ readonly task: Task; readonly draftId: string } | null>(null);
  const deleting = useDeleteTask(teamId);
  const saving = useSaveTask();
  const attempt = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      notices.push('failure', errorText(error, t));
    }
  };
  const isRunning = deleting.isPending || saving.isPending;
  return {
    removed: removed?.task ?? null,
    isRunning,
    remove: (task) => {
      if (isRunning) return;
      void attempt(async () => {
        await deleting.mutateAsync(task);
        setRemoved({ task, draftId: newDraftId() });
      });
    },
    undo: () => {
      if (removed === null || isRunning) return;
      const { task, draftId } = removed;
      const draft = draftOf(task);
      const meetingId = meetingIds.includes(draft.meetingId) ? draft.meetingId : '';
      void attempt(async () => {
        await saving.mutateAsync(saveInput({ task: null, draftId, draft: { ...draft, meetingId } }, teamId));
        setRemoved(null);
      });
    },
    dismiss: () => {
      setRemoved(null);
    },
  };
};
