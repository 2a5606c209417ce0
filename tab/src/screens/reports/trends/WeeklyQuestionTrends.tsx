import { useId, useState } from 'react';
import { nameOfValue, summaryOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { averageText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import { trendSentence } from '#contracts/reports/trendSentencesAndDurations.ts';
import type { WeeklyQuestion, WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Distribution, boundsOf } from './QuestionTrendsAndDistribution.tsx';
import {
  claimedFigure,
  drawnText,
  drawnValue,
  drawnValueNames,
  questionNote,
  questionTotal,
} from './questionTrendValuesAndTexts.ts';
import { TrendFigure } from './WeeklyFigureChartAndTable.tsx';
import { wholeWeeks } from './weeklyChartsAndCsv.ts';
import type { ChartReader, DateColumn, WeekColumn } from './weeklyChartsAndCsv.ts';
import css from './TrendsTab.module.css';

interface QuestionProps {
  readonly question: WeeklyQuestion;
  readonly trends: WeeklyTrends;
}

type Column = WeekColumn | DateColumn;

const dateColumns = (weeks: WeeklyQuestion['weeks'], { t, locale }: ChartReader): Column[] => [
  {
    head: t('trends.medianDays'),
    values: weeks.map(({ dates }) => dates?.median ?? null),
    format: (value) => averageText(value, locale),
  },
  { head: t('trends.earliestDate'), dates: weeks.map(({ dates }) => dates?.earliest ?? null) },
  { head: t('trends.latestDate'), dates: weeks.map(({ dates }) => dates?.latest ?? null) },
];

const averageColumn = (weeks: WeeklyQuestion['weeks'], { t, locale }: ChartReader): Column => ({
  head: t('trends.average'),
  values: weeks.map(({ average }) => average),
  format: (value) => averageText(value, locale),
});

const summaryColumns = ({ weeks, format }: WeeklyQuestion, reader: ChartReader): Column[] => {
  switch (summaryOf(format)) {
    case 'AVERAGE':
      return [averageColumn(weeks, reader)];
    case 'DATES':
      return dateColumns(weeks, reader);
    case 'NONE':
      return [];
  }
};

const columnsOf = (question: WeeklyQuestion, reader: ChartReader): Column[] => {
  const { weeks, counts, format } = question;
  const count = (value: number): string => averageText(value, reader.locale);
  return [
    { head: reader.t('trends.answerCount'), values: weeks.map(({ answers }) => answers), format: count },
    ...summaryColumns(question, reader),
    ...counts.map(({ value }, index) => ({
      head: nameOfValue(format, value, reader),
      values: weeks.map((week) => week.counts[index]?.count ?? 0),
      format: count,
    })),
  ];
};

const Question = ({ question, trends }: QuestionProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const reader = { t, locale };
  const { format, weeks, claim, claimValue, question: title, meetingName } = question;
  const points = weeks.flatMap((week, index) => {
    const { from, isRunning = true } = trends.weeks[index] ?? {};
    const value = drawnValue(week);
    return isRunning || from === undefined || value === null ? [] : [{ date: from, value }];
  });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const figure = claimedFigure(question, claimValue === null ? null : nameOfValue(format, claimValue, reader));
  return (
    <TrendFigure
      isOwnTitle
      title={title}
      total={questionTotal(question, reader)}
      note={questionNote(question, reader)}
      sentence={trendSentence(figure, claim, { weeks: wholeWeeks(trends) }, reader)}
      lines={[{ title: t(drawnValueNames[summaryOf(format)]), points }]}
      format={(value) => drawnText(question, value, reader)}
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
