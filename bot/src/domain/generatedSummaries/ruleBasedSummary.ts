import type { SummarySentence } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { summaryFacts } from '../reports/buildReportAndSummary.ts';
import { summaryFactsText } from '../wording/formatSummaryFigures.ts';

/**
 * Returns a summary that is computed by rules, without a text model: the line of figures from the posted summary, then
 * the blockers in this run's answers, up to the maximum number of sentences.
 */
export const ruleBasedSummary = (t: Translate, report: MeetingReport, date: LocalDate): SummarySentence[] => {
  const blockers = report.members.flatMap(({ memberId, name, answers, hasBlocker, blockerText }) => {
    const blocking = answers.find(({ isBlocking }) => isBlocking);
    if (!hasBlocker || blocking === undefined || blockerText === null || blockerText === '') return [];
    const { questionId, question } = blocking;
    return [{ text: `${name}: ${blockerText}`, sources: [{ memberId, name, questionId, question }] }];
  });
  return [
    { text: summaryFactsText(t, { facts: summaryFacts(report, date) }), sources: [] },
    ...blockers.slice(0, limits.summarySentences - 1),
  ];
};
