import { numberText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { namedCounts } from '#contracts/reports/answerSummaryTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { valueReader } from './formatDatesListsAndDurations.ts';
import type { SummaryModel } from '../reports/buildReportAndSummary.ts';

// Texts for the figures of a run, for the card and the email of its summary. Figures for which the run did not ask are
// left out.

type Facts = Pick<SummaryModel, 'facts'>;

const goalsText = (t: Translate, { facts }: Facts): string => {
  const { goals, asked, goalsTicked: ticked, goalsOffered: offered } = facts;
  if (offered > 0) return t('summary.goals', { goals, asked, ticked, offered });
  // Without offered goals, the number of ticked goals has no meaning, so the text contains only the number of members
  // who reached their goals.
  return goals > 0 ? t('summary.goalsPlain', { goals, asked }) : t('summary.goalsNone');
};

const blockersText = (t: Translate, { facts: { blockers, newBlockers } }: Facts): string =>
  newBlockers === 0
    ? t('summary.blockers', { count: blockers })
    : t('summary.blockersNew', { count: blockers, fresh: newBlockers });

/** Returns the figures as one line: "Answered 4/5 · Goals 2/5 · Blockers 1 (1 new) · 2 more from earlier days". */
export const summaryFactsText = (t: Translate, model: Facts): string => {
  const { answered, asked, hasGoals, hasBlockers, carriedBlockers: carried = 0 } = model.facts;
  return [
    t('summary.answered', { answered, asked }),
    ...(hasGoals ? [goalsText(t, model)] : []),
    ...(hasBlockers ? [blockersText(t, model)] : []),
    ...(carried > 0 ? [t('summary.blockersCarried', { count: carried })] : []),
  ].join(' · ');
};

export const summaryLine = (t: Translate, { header, facts }: SummaryModel): string => {
  const { answered, asked, blockers, hasBlockers } = facts;
  const values = { meeting: header.meetingName, answered, asked };
  return hasBlockers || blockers > 0
    ? t('summary.notification', { ...values, blockers })
    : t('summary.notificationPlain', values);
};

/** Returns the distribution as parts of one line: "1 – Awful: 0", "2: 1". Empty for a question without one. */
export const distributionTexts = (t: Translate, average: Pick<QuestionAverage, 'format' | 'counts'>): string[] =>
  namedCounts(average, valueReader(t)).map(({ name, count }) =>
    t('summary.valueCount', { value: name, count: numberText(String(count), valueReader(t).locale) }),
  );
