import { useWaiting } from '../../../api/reports/waiting.ts';
import { AnswerPlace } from '../../../parts/day/AnswerPlace.tsx';
import { OwedBanners } from '../../../parts/day/OwedBanners.tsx';
import { owedRuns } from '../../../parts/day/owedRuns.ts';
import css from './WaitingRuns.module.css';

/** The runs that wait for the reader's answer, above the reports. Empty if there are none or they cannot be loaded. */
export const WaitingRuns = () => {
  const { data: waiting } = useWaiting();
  const runs = owedRuns({ waiting, day: undefined, memberId: null, teamId: undefined });
  return (
    <AnswerPlace className={css.place}>{(onAnswer) => <OwedBanners runs={runs} onAnswer={onAnswer} />}</AnswerPlace>
  );
};
