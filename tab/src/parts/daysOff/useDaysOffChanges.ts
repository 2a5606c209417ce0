import { useState } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useChangeDays } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import type { DaysChange, DaysOf } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export interface DayChanges {
  /**
   * Adds or removes days. `names` contains the names of added team holidays by date, without those that have no name.
   */
  readonly change: (dates: readonly LocalDate[], isAdded: boolean, names?: DaysChange['names']) => void;
  /** Days with a change to which the server has not replied yet. */
  readonly busy: readonly LocalDate[];
  readonly last: DaysChange | undefined;
  /** True if the last change can be undone. False after an undo, which itself cannot be undone. */
  readonly mayUndo: boolean;
  readonly undo: () => void;
}

/** Returns the functions that change a member's vacation days or a team's holidays and that undo the last change. */
export const useDaysOffChanges = (of: DaysOf): DayChanges => {
  const t = useTranslate();
  const notices = useNotices();
  const { mutateAsync } = useChangeDays(of);
  const [busy, setBusy] = useState<readonly LocalDate[]>([]);
  const [last, setLast] = useState<DaysChange>();
  const [mayUndo, setMayUndo] = useState(false);
  const run = async (change: DaysChange): Promise<readonly LocalDate[]> => {
    const { dates } = change;
    setBusy((now) => [...now, ...dates]);
    try {
      const { dates: changed, runs } = await mutateAsync(change);
      runs.forEach(({ text }) => {
        notices.push('success', text);
      });
      return changed;
    } catch (error) {
      notices.push('failure', errorText(error, t));
      return [];
    } finally {
      setBusy((now) => now.filter((day) => !dates.includes(day)));
    }
  };
  const change = async (wanted: DaysChange, isUndo: boolean): Promise<void> => {
    if (wanted.dates.length === 0) return;
    const changed = await run(wanted);
    setLast(changed.length === 0 ? undefined : { ...wanted, dates: changed });
    setMayUndo(!isUndo);
  };
  return {
    busy,
    last,
    mayUndo,
    change: (dates, isAdded, names) =>
      void change({ dates, isAdded, ...(names === undefined ? {} : { names }) }, false),
    undo: () => {
      if (last === undefined || !mayUndo) return;
      setLast(undefined);
      void change({ ...last, isAdded: !last.isAdded }, true);
    },
  };
};
