import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { AnswerValue } from './AnswerValue.tsx';
import hidden from '../../ui/display/ScreenReaderOnly.module.css';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './AnswerList.module.css';

interface AnswerListProps {
  readonly answers: ReportMember['answers'];
  /** Goals that the member has not ticked. The list shows them above the answers. */
  readonly goalsOpen?: readonly string[];
  readonly teamId: string | undefined;
  /**
   * True if a heading above the list already shows the question. The list then hides it from view; screen readers still
   * read it.
   */
  readonly areQuestionsHidden?: boolean;
}

/** Lists the open goals and the answers of one member in one run. Renders nothing if there are neither. */
export const AnswerList = ({ answers, goalsOpen = [], teamId, areQuestionsHidden = false }: AnswerListProps) => {
  const t = useTranslate();
  if (answers.length + goalsOpen.length === 0) return null;
  return (
    <dl className={css.answers}>
      {goalsOpen.length > 0 && (
        <div>
          <dt>{t('rollup.goalsOpen')}</dt>
          {goalsOpen.map((goal, index) => (
            <dd key={`${String(index)} ${goal}`} data-own-words>
              {goal}
            </dd>
          ))}
        </div>
      )}
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
