import { useState } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import { errorText } from '../../api/errorText.ts';
import { useChangeDays } from '../../api/vacation.ts';
import type { DaysChange, DaysOf } from '../../api/vacation.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';

export interface DayChanges {
  /** `names`: of team holidays that have one. */
  readonly change: (dates: readonly LocalDate[], isAdded: boolean, names?: DaysChange['names']) => void;
  /** Days on their way to the server. */
  readonly busy: readonly LocalDate[];
  /** The change made last, of the days that were not so before. */
  readonly last: DaysChange | undefined;
  /** False once it was taken back: what was done last is that. */
  readonly mayUndo: boolean;
  readonly undo: () => void;
}

/** Changes of a member's own days, or of a team's holidays, one after another, each of which can be taken back. */
export const useDayChanges = (of: DaysOf): DayChanges => {
  const words = useWords();
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
      notices.push('failure', errorText(error, words));
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
