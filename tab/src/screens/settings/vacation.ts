import { useState } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import { errorText } from '../../api/errorText.ts';
import { useChangeDays } from '../../api/vacation.ts';
import type { DaysChange } from '../../api/vacation.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';

export interface Vacation {
  readonly change: (dates: readonly LocalDate[], isAdded: boolean) => void;
  /** Days on their way to the server. */
  readonly busy: readonly LocalDate[];
  /** The change made last, of the days that were not so before. */
  readonly last: DaysChange | undefined;
  readonly undo: () => void;
}

/** Changes of a member's own days, one after another, each of which can be taken back. */
export const useVacation = (memberId: string): Vacation => {
  const words = useWords();
  const notices = useNotices();
  const { mutateAsync } = useChangeDays({ objectType: 'User', objectId: memberId });
  const [busy, setBusy] = useState<readonly LocalDate[]>([]);
  const [last, setLast] = useState<DaysChange>();
  const run = async (dates: readonly LocalDate[], isAdded: boolean): Promise<readonly LocalDate[]> => {
    setBusy((now) => [...now, ...dates]);
    try {
      return (await mutateAsync({ dates, isAdded })).dates;
    } catch (error) {
      notices.push('failure', errorText(error, words));
      return [];
    } finally {
      setBusy((now) => now.filter((day) => !dates.includes(day)));
    }
  };
  const change = async (dates: readonly LocalDate[], isAdded: boolean): Promise<void> => {
    if (dates.length === 0) return;
    const changed = await run(dates, isAdded);
    setLast(changed.length === 0 ? undefined : { dates: changed, isAdded });
  };
  return {
    busy,
    last,
    change: (dates, isAdded) => void change(dates, isAdded),
    undo: () => {
      if (last === undefined) return;
      setLast(undefined);
      void run(last.dates, !last.isAdded);
    },
  };
};
