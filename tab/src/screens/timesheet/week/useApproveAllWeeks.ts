import { useState } from 'react';
import { errorText } from '../../../api/client/errorText.ts';
import { useApproveWeek } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { WaitingWeeks } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';

type Week = WaitingWeeks[number];

interface Refusal {
  readonly week: Week;
  readonly reason: string;
}

interface ApproveAll {
  readonly isRunning: boolean;
  /** The weeks that the last attempt could not approve, each with the reason. */
  readonly refusals: readonly Refusal[];
  readonly approve: (weeks: WaitingWeeks) => Promise<void>;
}

/**
 * Returns the function that approves weeks, each in the version that the reader saw. If one week is refused, the others
 * are still approved.
 */
export const useApproveAllWeeks = (): ApproveAll => {
  const t = useTranslate();
  const notices = useNotices();
  const [isRunning, setRunning] = useState(false);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const { mutateAsync } = useApproveWeek();
  return {
    isRunning,
    refusals,
    approve: async (weeks) => {
      const refused: Refusal[] = [];
      setRunning(true);
      for (const week of weeks)
        try {
          await mutateAsync(week);
        } catch (error) {
          refused.push({ week, reason: errorText(error, t) });
        }
      setRunning(false);
      setRefusals(refused);
      const count = weeks.length - refused.length;
      if (count > 0) notices.push('success', t('timesheet.approveAllDone', { count }));
    },
  };
};
