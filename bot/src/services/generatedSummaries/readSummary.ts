import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import type { GeneratedSummary, SummarySentence } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { ruleBasedSummary } from '../../domain/generatedSummaries/ruleBasedSummary.ts';
import { answersDigest, hasEnoughAuthors, memberDigest } from '../../domain/generatedSummaries/summaryInput.ts';
import { hasBudget } from '../../domain/generatedSummaries/tokenCostAndMonthlyCap.ts';
import { summaryState } from '../../domain/generatedSummaries/summaryState.ts';
import type { StoredSummary, SummaryDecision } from '../../domain/generatedSummaries/summaryState.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { generatedSummary } from '../../store/kinds/generatedSummaries/generatedSummary.ts';
import { textModel } from '../../store/kinds/generatedSummaries/textModel.ts';
import { startSlices } from '../core/slicedWork.ts';
import { readDayReports } from '../reports/readDayReports.ts';
import { targetOf } from './textModelTargetAndKey.ts';
import type { TextModelDeps, TextModelRow } from './textModelTargetAndKey.ts';
import { readMonth } from './cappedModelCallsAndUsage.ts';

export interface SummaryKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/**
 * The sources of a summary: the report of the run as any reader of the team sees it, the settings of the text model,
 * and a hash of the answers (`digest`).
 */
export interface SummarySubject {
  readonly report: MeetingReport;
  readonly row: TextModelRow;
  readonly digest: string;
}

/**
 * Computes a hash of each member's answers. The hashes are cached with the report object, which `readDayReports` reuses
 * until one of its rows changes.
 */
const memberDigests = weakMemo(async ({ members }: MeetingReport): Promise<readonly string[]> => {
  const pause = await startSlices();
  const digests: string[] = [];
  for (const member of members) {
    digests.push(memberDigest(member));
    await pause();
  }
  return digests;
});

/**
 * Returns the sources; undefined if the organisation does not use a text model. Throws NOT_FOUND if the run does not
 * exist. The report is read without a reader, because its answers are the same for all readers of the team.
 */
export const readSubject = async (
  deps: Pick<TextModelDeps, 'clock'>,
  records: Records<OrgId>,
  key: SummaryKey,
): Promise<SummarySubject | undefined> => {
  const row = (await records.get(textModel, undefined))?.value;
  if (row?.isOn !== true) return undefined;
  const { reports } = await readDayReports(records, key, { reader: null, now: deps.clock.now() });
  const [report] = reports;
  if (report === undefined) throw new AppError('NOT_FOUND');
  return { report, row, digest: answersDigest(await memberDigests(report), row.usesInitials) };
};

export const summaryLanguage = (locale: string): Language => languageOf(locale) ?? 'en';

export interface SummaryReading {
  readonly subject: SummarySubject;
  readonly stored: Stored<ValueOf<typeof generatedSummary>> | undefined;
  readonly decision: SummaryDecision;
}

/** Reads the state of a run's summary in a language; undefined if the organisation does not use a text model. */
export const readSummary = async (
  deps: TextModelDeps,
  records: Records<OrgId>,
  key: SummaryKey,
  language: Language,
): Promise<SummaryReading | undefined> => {
  const subject = await readSubject(deps, records, key);
  if (subject === undefined) return undefined;
  const now = deps.clock.now();
  const [stored, month] = await Promise.all([records.get(generatedSummary, key), readMonth(records, now)]);
  const { report, row, digest } = subject;
  const decision = summaryState({
    isCompleted: report.isCompleted,
    hasEnoughAuthors: hasEnoughAuthors(report),
    ...{ digest, language, stored: stored?.value, now },
    hasKey: targetOf(deps, records.scope, row) !== undefined,
    pausedUntil: month.pausedUntil,
    hasBudget: hasBudget(month.cost, row, row.monthlyCap),
  });
  return { subject, stored, decision };
};

/** Returns the sentences with their sources: the present names of the authors, and the texts of the questions. */
const withSources = ({ members }: MeetingReport, { sentences }: StoredSummary): SummarySentence[] => {
  const byId = new Map(members.map((member) => [member.memberId, member]));
  return sentences.map(({ text, sources }) => ({
    text,
    sources: sources.flatMap(({ memberId, questionId }) => {
      const { name = '', answers = [] } = byId.get(memberId) ?? {};
      const cited = answers.filter((answer) => answer.questionId === questionId);
      return cited.map(({ question }) => ({ memberId, name, questionId, question }));
    }),
  }));
};

export const summaryOff: GeneratedSummary = {
  ...{ state: 'OFF', sentences: [], dropped: 0, answersUsed: 0, answersTotal: 0 },
};

/**
 * Returns the summary as the reader sees it. The sentences are those of the text model or, in the state RULES,
 * sentences made by fixed rules; `reason` is then the reason why.
 */
export const shownSummary = (
  deps: Pick<TextModelDeps, 'translateFor'>,
  { subject: { report }, decision }: SummaryReading,
  { date, locale }: { readonly date: LocalDate; readonly locale: string },
): GeneratedSummary => {
  const { state, reason, summary } = decision;
  const answersTotal = report.members.reduce((total, { answers }) => total + answers.length, 0);
  const sentences = (): SummarySentence[] => {
    if (state === 'RULES') return ruleBasedSummary(deps.translateFor(locale), report, date);
    return summary === undefined ? [] : withSources(report, summary);
  };
  return {
    ...{ state, reason },
    sentences: sentences(),
    dropped: summary?.dropped ?? 0,
    ...{ answersUsed: Math.min(answersTotal, limits.summaryAnswers), answersTotal },
    writtenAt: summary?.writtenAt,
  };
};
