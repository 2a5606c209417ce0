import { useId, useState } from 'react';
import { displayAverage } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { averageText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import { trendSentence } from '#contracts/reports/trendSentence.ts';
import type { TrendFigure as Figure } from '#contracts/reports/trendSentence.ts';
import type { WeeklyQuestion, WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Distribution, boundsOf, valueText } from './QuestionTrendsAndDistribution.tsx';
import { TrendFigure } from './WeeklyFigureChartAndTable.tsx';
import { wholeWeeks } from './weeklyChartsAndCsv.ts';
import type { ChartReader, WeekColumn } from './weeklyChartsAndCsv.ts';
import css from './TrendsTab.module.css';

interface QuestionProps {
  readonly question: WeeklyQuestion;
  readonly trends: WeeklyTrends;
}

const figureOf = ({ claimValue, format }: WeeklyQuestion, value: string): Figure =>
  claimValue === null ? { is: 'average', format } : { is: 'choice', value };

const columnsOf = ({ weeks, average, counts, format }: WeeklyQuestion, { t, locale }: ChartReader): WeekColumn[] => {
  const count = (value: number): string => averageText(value, locale);
  const averages = {
    head: t('trends.average'),
    values: weeks.map((week) => week.average),
    format: (value: number) => averageText(value, locale),
  };
  return [
    { head: t('trends.answerCount'), values: weeks.map(({ answers }) => answers), format: count },
    ...(average === null && weeks.every((week) => week.average === null) ? [] : [averages]),
    ...counts.map(({ value }, index) => ({
      head: valueText(format, value, t),
      values: weeks.map((week) => week.counts[index]?.count ?? 0),
      format: count,
    })),
  ];
};

const Question = ({ question, trends }: QuestionProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const reader = { t, locale };
  const { average, format, answers, weeks, claim, claimValue, question: title, meetingName } = question;
  const points = weeks.flatMap((week, index) => {
    const { from, isRunning = true } = trends.weeks[index] ?? {};
    return isRunning || from === undefined || week.average === null ? [] : [{ date: from, value: week.average }];
  });
  const count = t('value.answers', { count: answers });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const figure = figureOf(question, claimValue === null ? '' : valueText(format, claimValue, t));
  return (
    <TrendFigure
      isOwnTitle
      title={title}
      total={average === null ? count : displayAverage(format, average, reader)}
      note={average === null ? '' : `${t('trends.average')} · ${count}`}
      sentence={trendSentence(figure, claim, { weeks: wholeWeeks(trends) }, reader)}
      lines={[{ title: t('trends.average'), points }]}
      format={(value) => displayAverage(format, value, reader)}
      tick={(value) => compact.format(value)}
      {...boundsOf(question, points)}
      color="var(--colorCompoundBrandStroke)"
      weeks={trends.weeks}
      columns={columnsOf(question, reader)}
      file={`${meetingName} ${title} ${trends.from} ${trends.to}`}
    >
      <Distribution question={question} />
    </TrendFigure>
  );
};

interface ReportProps {
  readonly name: string;
  readonly questions: readonly WeeklyQuestion[];
  readonly trends: WeeklyTrends;
  readonly isOpenAtFirst: boolean;
}

/**
 * Shows the questions of one report in a section that can be folded. A folded section draws no charts, because a team
 * can have hundreds of questions.
 */
const ReportQuestions = ({ name, questions, trends, isOpenAtFirst }: ReportProps) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className={css.report}
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className={css.summary} data-own-words>
        {name}
      </summary>
      {isOpen && <Questions questions={questions} trends={trends} />}
    </details>
  );
};

const Questions = ({ questions, trends }: Pick<ReportProps, 'questions' | 'trends'>) => (
  <div className={css.charts}>
    {questions.map((question) => (
      <Question key={`${question.meetingId} ${question.questionId}`} question={question} trends={trends} />
    ))}
  </div>
);

/**
 * Shows the trends of the answers by question. If there are several reports, each has a section of its own, and only
 * the first is open.
 */
export const WeeklyQuestionTrends = ({ trends }: { readonly trends: WeeklyTrends }) => {
  const t = useTranslate();
  const id = useId();
  const reports = new Map<string, WeeklyQuestion[]>();
  for (const question of trends.questions)
    reports.set(question.meetingId, [...(reports.get(question.meetingId) ?? []), question]);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.section}>
        {t('trends.questions')}
      </h3>
      {reports.size === 1 ? (
        <Questions questions={trends.questions} trends={trends} />
      ) : (
        [...reports].map(([meetingId, questions], index) => (
          <ReportQuestions
            key={meetingId}
            name={questions[0]?.meetingName ?? ''}
            questions={questions}
            trends={trends}
            isOpenAtFirst={index === 0}
          />
        ))
      )}
    </section>
  );
};
