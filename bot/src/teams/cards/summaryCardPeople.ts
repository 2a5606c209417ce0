import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { SummaryPerson } from '../../domain/reports/buildReportAndSummary.ts';
import { formatList, placeOf, timeOnDay, valueReader } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { resolvedBlockerText } from '../../domain/blockers/resolvedBlockerDurationText.ts';
import { linksOf, andMore, nameOf } from './summaryCardPage.ts';
import type { SummaryPage } from './summaryCardPage.ts';
import { cardHeading, textLine, textRun } from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { linkedRuns } from './linkedTextElements.ts';
import { linesInOne, oneLine } from './markdownSafeTitle.ts';

type PersonAnswer = SummaryPerson['answers'][number];

// Caches the plain text of each answer. It is the same in every language and for every level of detail.
const plainText = weakMemo((item: PersonAnswer): string => linesInOne(item.answer));

export const answerIn = (t: Translate, item: PersonAnswer): string =>
  item.format === undefined ? plainText(item) : linesInOne(displayValue(item.format, item.answer, valueReader(t)));

const asides = ({ t }: SummaryPage, person: SummaryPerson): string =>
  [
    ...(person.isLate ? [t('card.late')] : []),
    ...(person.blockerLasted === undefined ? [] : [resolvedBlockerText(t, person.blockerLasted)]),
    ...(person.goalsOffered > 0
      ? [t('summary.goalsTicked', { ticked: person.goalsTicked, offered: person.goalsOffered })]
      : []),
  ].join(' · ');

const answersOf = (page: SummaryPage, person: SummaryPerson): readonly Element[] => {
  const aside = asides(page, person);
  return [
    textLine([
      textRun(nameOf(person), { bold: true }),
      ...(aside === '' ? [] : [textRun(` (${aside})`, { subtle: true })]),
    ]),
    ...person.answers
      .filter((answer) => answer.answer.trim() !== '')
      .map((answer) =>
        answerLine(
          clip(oneLine(answer.question), Math.max(30, page.detail.answer)),
          linkedRuns(answerIn(page.t, answer), page.detail.answer, linksOf(page)),
        ),
      ),
  ];
};

export const answerLine = (question: string, answer: readonly Element[]): Element =>
  textLine([textRun(`${question} `, { subtle: true, small: true }), ...answer], 'none');

const namesOf = (
  page: SummaryPage,
  people: readonly SummaryPerson[],
  lineOfPerson: (person: SummaryPerson) => string,
): Element => {
  const shown = people.slice(0, page.detail.names).map(lineOfPerson);
  const left = people.length - shown.length;
  return textLine([textRun(formatList(page.t, [...shown, ...(left > 0 ? [andMore(page, left)] : [])]))]);
};

const untilOf = ({ t, zone, model }: SummaryPage, person: SummaryPerson): string => {
  const name = nameOf(person);
  if (person.closesAt === null) return name;
  const own = person.timezone ?? zone;
  const time = timeOnDay(t, person.closesAt, own, model.header.date);
  return own === zone
    ? t('summary.until', { name, time })
    : t('summary.untilPlace', { name, time, place: placeOf(own) });
};

const skippedName = ({ t, detail }: SummaryPage, person: SummaryPerson): string =>
  person.skipReason === undefined || detail.answer === 0
    ? nameOf(person)
    : t('summary.skippedWhy', { name: nameOf(person), reason: clip(oneLine(person.skipReason), detail.answer) });

export const group = (
  page: SummaryPage,
  title: 'blocked' | 'people' | 'open' | 'away' | 'skipped' | 'missing',
  people: readonly SummaryPerson[],
) => {
  if (people.length === 0) return [];
  const heads = cardHeading(page.t(`summary.${title}`));
  if ((title === 'blocked' || title === 'people') && page.detail.answer > 0)
    return [heads, ...people.flatMap((person) => answersOf(page, person))];
  const lineOfPerson = title === 'open' ? untilOf : skippedName;
  return [heads, namesOf(page, people, (person) => lineOfPerson(page, person))];
};
