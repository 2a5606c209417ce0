import { useState } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import {
  taskConflictOf,
  useCopyLastDay,
  useDeleteTask,
  useOtherMinutes,
} from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useDayText } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { minutesOf } from '../week/weekSumsAndHourConversion.ts';

export interface DayCopy {
  readonly from: LocalDate;
  readonly items: readonly Task[];
}

export interface CopyPreview extends DayCopy {
  /** Sum of the minutes of the target day, including the copied rows. */
  readonly dayMinutes: number;
}

export interface Copying {
  readonly isRunning: boolean;
  readonly preview: CopyPreview | null;
  /** The rows of the last copy, as long as it can be undone; null = none. */
  readonly copied: DayCopy | null;
  /** Loads the preview. Resolves to true if there are rows to copy; the caller then opens the dialog. */
  readonly loadPreview: (date: LocalDate) => Promise<boolean>;
  readonly copy: (date: LocalDate) => Promise<boolean>;
  readonly undo: () => void;
  readonly dismiss: () => void;
}

/** Returns a function that runs a call. If the call fails, it shows a notice and resolves to undefined. */
const useAttempt = () => {
  const t = useTranslate();
  const notices = useNotices();
  return async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      notices.push('failure', errorText(error, t));
      return undefined;
    }
  };
};

/**
 * Returns a function that deletes a copied row. If the reader has changed the row since, the row stays and a notice
 * appears; if the row is already deleted, nothing happens.
 */
const useDeleteCopy = (teamId: string) => {
  const t = useTranslate();
  const notices = useNotices();
  const { mutateAsync } = useDeleteTask(teamId);
  return async (task: Task): Promise<void> => {
    try {
      await mutateAsync(task);
    } catch (error) {
      const stored = taskConflictOf(error);
      if (stored === undefined) throw error;
      if (stored !== null) notices.push('failure', errorText(error, t));
    }
  };
};

/**
 * Returns the functions that preview and copy the rows of the reader's last day with rows, and the function that
 * deletes the rows of the last copy again.
 */
export const useCopyLastDayWithPreview = (teamId: string, meId: string | null): Copying => {
  const t = useTranslate();
  const notices = useNotices();
  const dayText = useDayText();
  const [preview, setPreview] = useState<CopyPreview | null>(null);
  const [copied, setCopied] = useState<DayCopy | null>(null);
  const copying = useCopyLastDay(teamId);
  const deleteCopy = useDeleteCopy(teamId);
  const readOthers = useOtherMinutes(teamId, meId);
  const [isUndoing, setUndoing] = useState(false);
  const attempt = useAttempt();
  const read = (date: LocalDate, isPreview: boolean) => attempt(() => copying.mutateAsync({ date, isPreview }));
  const undoAll = async ({ from, items }: DayCopy): Promise<void> => {
    setUndoing(true);
    let left = items;
    const finished = await attempt(async () => {
      // Deletes one row after the other, because all rows belong to the same day, and parallel writes to one day would
      // conflict.
      for (const task of items) {
        await deleteCopy(task);
        left = left.filter(({ id }) => id !== task.id);
      }
      return true;
    });
    setUndoing(false);
    setCopied(left.length === 0 ? null : { from, items: left });
    if (finished === true) notices.push('success', t('timesheet.copyUndone'));
  };
  return {
    isRunning: copying.isPending || isUndoing,
    preview,
    copied,
    loadPreview: async (date) => {
      const lastDay = await read(date, true);
      if (lastDay === undefined) return false;
      const { from, items } = lastDay;
      if (from !== null && items.length > 0) {
        const existing = await readOthers(date, undefined);
        setPreview({ from, items, dayMinutes: items.reduce((sum, task) => sum + minutesOf(task), existing) });
        return true;
      }
      const key = from === null ? 'timesheet.copyNone' : 'timesheet.copyThere';
      notices.push('success', t(key, { from: from === null ? '' : dayText(from) }));
      return false;
    },
    copy: async (date) => {
      const lastDay = await read(date, false);
      if (lastDay?.from == null) return false;
      setCopied({ from: lastDay.from, items: lastDay.items });
      return true;
    },
    undo: () => {
      if (copied !== null && !isUndoing) void undoAll(copied);
    },
    dismiss: () => {
      setCopied(null);
    },
  };
};
