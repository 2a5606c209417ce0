import { useId } from 'react';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { numberText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import { namedCounts } from '#contracts/reports/answerSummaryTexts.ts';
import { questionAverageText } from '#contracts/reports/questionAverageTexts.ts';
import { ShareBar } from '../../ui/display/ShareBar.tsx';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './QuestionAverages.module.css';

const Distribution = ({ average }: { readonly average: QuestionAverage }) => {
  const t = useTranslate();
  const { locale } = useReader();
  if (average.counts.length === 0) return null;
  return (
    <dl className={css.counts} aria-label={t('value.distribution')}>
      {namedCounts(average, { t, locale }).map(({ value, name, count }) => (
        <div key={value} className={css.count}>
          <dt data-own-words>{name}</dt>
          <dd>
            <ShareBar className={css.meter} percent={(100 * count) / average.answers} />
            {numberText(String(count), locale)}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Average = ({ average }: { readonly average: QuestionAverage }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <li className={css.average}>
      <p className={css.question} data-own-words>
        {average.question}
      </p>
      <p className={css.text}>{questionAverageText(average, { t, locale })}</p>
      <Distribution average={average} />
    </li>
  );
};

interface AveragesProps {
  /** Undefined if the run has no averages, or if a server of an earlier version sent the report. */
  readonly averages: readonly QuestionAverage[] | undefined;
}

/** Shows for each SCALE and NUMBER question of a run the average, the number of answers and the distribution. */
export const QuestionAverages = ({ averages = [] }: AveragesProps) => {
  const t = useTranslate();
  const id = useId();
  if (averages.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {t('report.averages')}
      </h3>
      <ul className={css.list}>
        {averages.map((average) => (
          <Average key={average.questionId} average={average} />
        ))}
      </ul>
    </section>
  );
};
