import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
  attentionWhy,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import { digestSectionKey, digestSections } from '#contracts/digests/digestCadencesAndSections.ts';
import type { DigestSection } from '#contracts/digests/digestCadencesAndSections.ts';
import type { DigestStopReason } from '#contracts/digests/digestCalls.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { localDateAt, msOf } from '../core/zonedTimeAndCalendarDates.ts';
import {
  formatDate,
  formatList,
  formatPercent,
  formatTime,
  valueReader,
} from '../wording/formatDatesListsAndDurations.ts';
import { percentOf } from './digestModelTypes.ts';
import type { DigestMissing, DigestModel, DigestPerson, DigestTeam, DigestTrend } from './digestModelTypes.ts';

// Turns the model of a digest into sentences in the reader's language. The card, the email and the preview draw the
// same document.

export interface DigestLine {
  /** The person, report or team that the line is about. */
  readonly subject: string;
  /** A sentence that the product wrote. It may contain names. */
  readonly text: string;
  /** A text that a person wrote, shown as a quotation; missing if the line quotes no text. */
  readonly quote?: string;
  readonly link?: { readonly label: string; readonly path: string };
  /**
   * Part of the line in a person's answers. RUN: the line names the run of the answers after it. ANSWER: the line is
   * one of these answers. Missing for other lines.
   */
  readonly detail?: 'RUN' | 'ANSWER';
}

export interface DigestBlock {
  readonly heading: string;
  readonly lines: readonly DigestLine[];
}

export interface DigestDocument {
  readonly title: string;
  readonly intro: readonly string[];
  readonly blocks: readonly DigestBlock[];
}

const share = (t: Translate, part: { readonly asked: number; readonly answered: number }): string => {
  const percent = percentOf(part);
  return percent === null
    ? t('digest.nobodyAsked')
    : t('digest.share', { ...part, percent: formatPercent(t, percent) });
};

const attentionLines = (t: Translate, { attention }: DigestModel): DigestLine[] =>
  attention.map((line) => {
    const { key, values } = attentionWhy(line);
    const quote = line.kind === 'BLOCKER' ? line.text : undefined;
    return {
      subject: attentionSubject(line),
      text: t(key, values),
      ...(quote === undefined ? {} : { quote }),
      link: { label: t(attentionActionKeys[line.action]), path: attentionPath(line) },
    };
  });

/**
 * Returns the lines of a person's answers. One line names the report and the date before the answers to each run, so
 * that the answers need not repeat them.
 */
const answerLines = (t: Translate, answers: DigestPerson['answers']): DigestLine[] =>
  answers.flatMap(({ report, question, answer, format, date }, index): DigestLine[] => {
    const before = answers[index - 1];
    const isSameRun = before?.report === report && before.date === date;
    const run: DigestLine = {
      ...{ subject: '', detail: 'RUN', text: t('digest.answersTo', { report, date: formatDate(t, date) }) },
    };
    const quote = displayValue(format, answer, valueReader(t));
    return [...(isSameRun ? [] : [run]), { subject: '', text: question, quote, detail: 'ANSWER' }];
  });

const personLines = (t: Translate, { name, answers, skipped, ...part }: DigestPerson): DigestLine[] => [
  {
    subject: name,
    text: [share(t, part), ...(skipped > 0 ? [t('digest.skipped', { count: skipped })] : [])].join(' · '),
  },
  ...answerLines(t, answers),
];

const missingLine = (t: Translate, { name, reports }: DigestMissing): DigestLine => ({
  subject: name,
  text: formatList(
    t,
    reports.map((report) => t('digest.missingIn', { report: report.name, count: report.runs })),
  ),
});

const trendText = (t: Translate, now: DigestTrend['now'], before: DigestTeam['before']): string => {
  const earlier = percentOf(before);
  return [
    share(t, now),
    ...(earlier === null ? [] : [t('digest.before', { percent: formatPercent(t, earlier) })]),
    t('digest.blockers', { count: now.blockers }),
  ].join(' · ');
};

const teamLines = (t: Translate, section: DigestSection, { teams }: DigestModel): DigestLine[] =>
  teams.map((team) => {
    const subject = team.name;
    switch (section) {
      case 'ATTENTION':
        return { subject, text: t('digest.attentionCount', { count: team.attention }) };
      case 'PEOPLE':
        return { subject, text: share(t, team) };
      case 'MISSING':
        return { subject, text: t('digest.missingCount', { count: team.missing }) };
      case 'TRENDS':
        return { subject, text: trendText(t, team, team.before) };
    }
  });

const linesOf = (t: Translate, section: DigestSection, model: DigestModel): DigestLine[] => {
  if (model.isOrganisation) return teamLines(t, section, model);
  switch (section) {
    case 'ATTENTION':
      return attentionLines(t, model);
    case 'PEOPLE':
      return model.people.flatMap((person) => personLines(t, person));
    case 'MISSING':
      return model.missing.map((missing) => missingLine(t, missing));
    case 'TRENDS':
      return model.trends.map(({ name, now, before }) => ({ subject: name, text: trendText(t, now, before) }));
  }
};

const blockOf = (t: Translate, section: DigestSection, model: DigestModel): DigestBlock[] => {
  const lines = linesOf(t, section, model);
  const heading = t(digestSectionKey(section, model.isOrganisation));
  if (lines.length > 0) return [{ heading, lines }];
  if (model.leavesOutEmpty) return [];
  return [{ heading, lines: [{ subject: '', text: t(`digest.empty${section}`) }] }];
};

const stoppedDocument = (
  t: Translate,
  { digestName: name, place }: DigestModel,
  reason: DigestStopReason,
): DigestDocument => ({
  title: t('digest.stoppedTitle', { name, place }),
  intro: [t(`digests.stop${reason}`), t('digest.stoppedHow')],
  blocks: [],
});

/** Returns the period as text, such as "26 Nov 2026, 09:00 to 27 Nov 2026, 09:00". */
export const periodText = (
  t: Translate,
  { from, to, timezone }: Pick<DigestModel, 'from' | 'to' | 'timezone'>,
): string => {
  const moment = (at: DigestModel['from']) =>
    t('digest.moment', { date: formatDate(t, localDateAt(msOf(at), timezone)), time: formatTime(t, at, timezone) });
  return t('digest.period', { from: moment(from), to: moment(to) });
};

export const digestDocument = (t: Translate, model: DigestModel): DigestDocument => {
  if (model.stopped !== null) return stoppedDocument(t, model, model.stopped.reason);
  const { digestName: name, place, runs, isLate, sections } = model;
  const blocks = digestSections
    .filter((section) => sections.includes(section))
    .flatMap((section) => blockOf(t, section, model));
  return {
    title: t('digest.title', { name, place }),
    intro: [
      `${periodText(t, model)} · ${t('digest.runs', { count: runs })}`,
      ...(isLate ? [t('digest.late')] : []),
      ...(blocks.length === 0 ? [t('digest.nothing')] : []),
    ],
    blocks,
  };
};
