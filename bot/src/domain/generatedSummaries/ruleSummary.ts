import type { SummarySentence } from '#contracts/reports/generatedSummary.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { limits } from '#contracts/core/limits.ts';
import { noLinks } from '#contracts/core/linksAndMentions.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import type { LocalDate } from '#contracts/core/ids.ts';
import { summaryModel } from '../reports/dailyReport.ts';
import { summaryFactsText } from '../reports/summaryFacts.ts';

/**
 * Returns the summary by rules: the line of figures that the posted summary has, then each blocker with its answer. No text model takes part.
 */
export const ruleSummary = (t: Translate, report: MeetingReport, date: LocalDate): SummarySentence[] => {
  const model = summaryModel({ report, date, attention: [], links: noLinks });
  const blockers = report.members.flatMap(({ memberId, name, answers, hasBlocker, blockerText }) => {
    const blocking = answers.find(({ isBlocking }) => isBlocking);
    if (!hasBlocker || blocking === undefined || blockerText === null || blockerText === '') return [];
    const { questionId, question } = blocking;
    return [{ text: `${name}: ${blockerText}`, sources: [{ memberId, name, questionId, question }] }];
  });
  return [{ text: summaryFactsText(t, model), sources: [] }, ...blockers.slice(0, limits.summarySentences - 1)];
};
