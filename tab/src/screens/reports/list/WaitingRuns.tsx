import { useWaiting } from '../../../api/answers/waitingRunsQuery.ts';
import { AnswerDialogProvider } from '../../../parts/day/AnswerDialogProvider.tsx';
import { OwedAnswerBanners } from '../../../parts/day/OwedAnswerBanners.tsx';
import { runsOwedByReader } from '../../../parts/day/runsOwedByReader.ts';
import css from './WaitingRuns.module.css';

/**
 * Lists the runs that wait for the reader's answer. Renders no banner if no run waits or if the runs cannot be loaded.
 */
export const WaitingRuns = () => {
  const { data: waiting } = useWaiting();
  const runs = runsOwedByReader({ waiting, day: undefined, memberId: null, teamId: undefined });
  return (
    <AnswerDialogProvider className={css.place}>
      {(onAnswer) => <OwedAnswerBanners runs={runs} onAnswer={onAnswer} />}
    </AnswerDialogProvider>
  );
};
