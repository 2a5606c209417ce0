import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { AnswerValue } from './AnswerValue.tsx';
import hidden from '../ui/display/Unseen.module.css';
import css from './AnswerList.module.css';

interface AnswerListProps {
  readonly answers: ReportMember['answers'];
  readonly teamId: string | undefined;
  /** True if the heading above already shows the question. Screen readers still read it. */
  readonly areQuestionsHidden?: boolean;
}

/** Lists the answers of one member in one run, each under its question. Shows nothing without answers. */
export const AnswerList = ({ answers, teamId, areQuestionsHidden = false }: AnswerListProps) => {
  if (answers.length === 0) return null;
  return (
    <dl className={css.answers}>
      {answers.map((answer) => (
        <div key={answer.questionId}>
          <dt className={areQuestionsHidden ? hidden.unseen : undefined} data-own-words>
            {answer.question}
          </dt>
          <dd className={answer.isBlocking ? css.blocking : undefined}>
            <AnswerValue answer={answer} teamId={teamId} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
