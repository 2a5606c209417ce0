import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
  attentionWhy,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { questionAverageText } from '#contracts/reports/questionAverageTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { boundedMemo, weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { SummaryModel, SummaryPerson } from '../../domain/reports/buildReportAndSummary.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { Reader } from '../../services/core/cardPresenterPort.ts';
import {
  cardBudget,
  cardHeader,
  cardHeading,
  linkRun,
  textLine,
  message,
  noteText,
  openUrl,
  textRun,
  sizeOf,
} from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { linkedRuns } from './linkedTextElements.ts';
import type { CardLinks } from './linkedTextElements.ts';
import { linesInOne, oneLine } from './markdownSafeTitle.ts';
import {
  formatDay,
  formatList,
  placeOf,
  timeOnDay,
  valueReader,
} from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { resolvedBlockerText } from '../../domain/blockers/resolvedBlockerDurationText.ts';
import { summaryAttentionLines } from '../../domain/attention/summaryAttentionLines.ts';
import { distributionTexts, summaryFactsText, summaryLine } from '../../domain/wording/formatSummaryFigures.ts';

interface Detail {
  /** Maximum code points of an answer; 0 = the card lists names without answers. */
  readonly answer: number;
  readonly blocker: number;
  /** False in the shorter drawings, because a link needs more bytes than its text. */
  readonly hasLinks: boolean;
  /** True if an average is shown with the number of answers for each value. */
  readonly hasDistributions: boolean;
  /** Maximum number of averages before "and n more". */
  readonly averages: number;
  /**
   * Maximum number of names in a group before "and n more". `blocked` limits the lines of the attention list in the
   * same way.
   */
  readonly names: number;
  readonly blocked: number;
}

const all = Number.MAX_SAFE_INTEGER;
const full: Detail = {
  ...{ answer: all, blocker: all, names: all, blocked: all, averages: all },
  ...{ hasLinks: true, hasDistributions: true },
};
const unlinked: Detail = { ...full, hasLinks: false };
const counts: Detail = { ...unlinked, answer: 0 };
const fewNames: Detail = { ...counts, names: 10, hasDistributions: false };

/**
 * Levels of detail, tried in order until the card is within its budget. The links are dropped first, because the text
 * stays complete without them. Then the answers and the lists of names are shortened, then the distributions are dropped,
 * and last the texts and the number of blockers are shortened.
 */
const details: readonly Detail[] = [
  full,
  unlinked,
  ...[500, 250, 120, 60, 30].map((answer) => ({ ...unlinked, answer })),
  counts,
  ...[100, 40].map((names) => ({ ...counts, names })),
  fewNames,
  ...[1000, 500, 250, 120, 60].map((blocker) => ({ ...fewNames, blocker })),
  ...[100, 50, 20].map((blocked) => ({ ...fewNames, blocker: 60, blocked })),
];
const least: Detail = { ...fewNames, blocker: 60, names: 0, blocked: 10, averages: 5 };

const longestName = 60;

interface AttentionParts {
  readonly before: readonly Element[];
  /** Text of the blocker without line breaks; empty if the attention line is not about a blocker. */
  readonly text: string;
  readonly action: Element;
  /** Number of JSON characters of the attention line's card element, without the characters of `text`. */
  readonly weight: number;
}

interface Page {
  readonly t: Translate;
  readonly zone: ZoneId;
  readonly model: SummaryModel;
  readonly detail: Detail;
  readonly publicUrl: string;
  readonly partsOf: (line: AttentionLine) => AttentionParts;
}

const linksOf = ({ model, detail, publicUrl }: Page): CardLinks | undefined =>
  detail.hasLinks ? { links: model.links ?? noLinks, publicUrl } : undefined;

type PersonAnswer = SummaryPerson['answers'][number];

// Caches the plain text of each answer. It is the same in every language and for every level of detail.
const plainText = weakMemo((item: PersonAnswer): string => linesInOne(item.answer));

const answerIn = (t: Translate, item: PersonAnswer): string =>
  item.format === undefined ? plainText(item) : linesInOne(displayValue(item.format, item.answer, valueReader(t)));

const nameOf = (person: { readonly name: string }): string => clip(oneLine(person.name), longestName);

const facts = ({ t, model }: Page): Element => textLine([textRun(summaryFactsText(t, model))]);

const more = (page: Page, left: number): string => page.t('summary.more', { count: left });

const averageElement = ({ t, detail }: Page, average: QuestionAverage): Element => {
  const reader = valueReader(t);
  const distribution = detail.hasDistributions ? distributionTexts(t, average).map(oneLine) : [];
  const question = clip(oneLine(average.question), Math.max(60, detail.answer));
  return textLine([
    textRun(`${question} `, { subtle: true, small: true }),
    textRun(oneLine(questionAverageText(average, reader))),
    ...(distribution.length === 0 ? [] : [textRun(` · ${formatList(t, distribution)}`, { subtle: true, small: true })]),
  ]);
};

const averages = (page: Page): readonly Element[] => {
  const list = page.model.averages ?? [];
  const left = list.length - page.detail.averages;
  return [
    ...list.slice(0, page.detail.averages).map((average) => averageElement(page, average)),
    ...(left > 0 ? [noteText(more(page, left))] : []),
  ];
};

/**
 * Maximum number of code points of the reason in a line of the attention list, so that a long goal does not displace
 * the answers.
 */
const longestReason = 160;

const afterBlocker = ' · ';

/**
 * Returns a function for the parts of a line of the attention list that are the same at every level of detail, because
 * a card may be drawn at several levels.
 */
const createAttentionParts = (t: Translate, publicUrl: string): ((line: AttentionLine) => AttentionParts) =>
  boundedMemo(
    (line: AttentionLine) => {
      const { key, values } = attentionWhy(line);
      const before = [
        textRun(clip(oneLine(attentionSubject(line)), longestName), { bold: true }),
        textRun(`: ${clip(oneLine(t(key, values)), longestReason)} · `),
      ];
      const text = line.kind === 'BLOCKER' ? linesInOne(line.text ?? '') : '';
      const action = linkRun(t(attentionActionKeys[line.action]), publicUrl + attentionPath(line));
      const shortest = text === '' ? [] : [textRun(''), textRun(afterBlocker)];
      const weight = JSON.stringify(textLine([...before, ...shortest, action])).length;
      return { before, text, action, weight };
    },
    { capacity: all },
  );

/** Returns a line of the attention list: its subject, its reason, the text of a blocker, and its one action. */
const attentionElement = (page: Page, line: AttentionLine): Element => {
  const { before, text, action } = page.partsOf(line);
  const blocker = text === '' ? [] : [...linkedRuns(text, page.detail.blocker, linksOf(page)), textRun(afterBlocker)];
  return textLine([...before, ...blocker, action]);
};

const attention = (page: Page): readonly Element[] => {
  const { shown, left } = summaryAttentionLines(page.model, page.detail.blocked);
  if (shown.length + left === 0) return [];
  return [
    cardHeading(page.t('summary.attention')),
    ...shown.map((line) => attentionElement(page, line)),
    ...(left > 0 ? [noteText(more(page, left))] : []),
  ];
};

const asides = ({ t }: Page, person: SummaryPerson): string =>
  [
    ...(person.isLate ? [t('card.late')] : []),
    ...(person.blockerLasted === undefined ? [] : [resolvedBlockerText(t, person.blockerLasted)]),
    ...(person.goalsOffered > 0
      ? [t('summary.goalsTicked', { ticked: person.goalsTicked, offered: person.goalsOffered })]
      : []),
  ].join(' · ');

const answersOf = (page: Page, person: SummaryPerson): readonly Element[] => {
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

const answerLine = (question: string, answer: readonly Element[]): Element =>
  textLine([textRun(`${question} `, { subtle: true, small: true }), ...answer], 'none');

const namesOf = (
  page: Page,
  people: readonly SummaryPerson[],
  lineOfPerson: (person: SummaryPerson) => string,
): Element => {
  const shown = people.slice(0, page.detail.names).map(lineOfPerson);
  const left = people.length - shown.length;
  return textLine([textRun(formatList(page.t, [...shown, ...(left > 0 ? [more(page, left)] : [])]))]);
};

const untilOf = ({ t, zone, model }: Page, person: SummaryPerson): string => {
  const name = nameOf(person);
  if (person.closesAt === null) return name;
  const own = person.timezone ?? zone;
  const time = timeOnDay(t, person.closesAt, own, model.header.date);
  return own === zone
    ? t('summary.until', { name, time })
    : t('summary.untilPlace', { name, time, place: placeOf(own) });
};

const skippedName = ({ t, detail }: Page, person: SummaryPerson): string =>
  person.skipReason === undefined || detail.answer === 0
    ? nameOf(person)
    : t('summary.skippedWhy', { name: nameOf(person), reason: clip(oneLine(person.skipReason), detail.answer) });

const group = (
  page: Page,
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

const shortening = ({ t, detail }: Page): readonly Element[] => {
  if (detail === full || detail === unlinked) return [];
  return [noteText(t(detail.answer === 0 ? 'summary.namesOnly' : 'summary.clipped'))];
};

const body = (page: Page, title: string): readonly Element[] => {
  const { t, model, zone } = page;
  const { blocked, answered, open, away, skipped = [], missing } = model.people;
  return [
    cardHeader(`${title} · ${t(`summary.state${model.header.state}`)}`),
    facts(page),
    ...averages(page),
    ...attention(page),
    ...group(page, 'blocked', blocked),
    ...group(page, 'people', answered),
    ...group(page, 'open', open),
    ...group(page, 'away', away),
    ...group(page, 'skipped', skipped),
    ...group(page, 'missing', missing),
    ...shortening(page),
    noteText(t('summary.footer', { zone: zone.replaceAll('_', ' ') })),
  ];
};

const lineWeight = JSON.stringify(answerLine('', [textRun('')])).length;

/**
 * Returns a lower bound for the JSON characters of the attention list and the answers. A drawing that cannot fit is
 * then skipped.
 */
const weightOf = ({ t, model, detail, partsOf }: Page): number => {
  let weight = 0;
  for (const line of summaryAttentionLines(model, detail.blocked).shown) {
    const parts = partsOf(line);
    weight += parts.weight + Math.min(parts.text.length, detail.blocker);
  }
  for (const { answers } of detail.answer === 0 ? [] : [...model.people.blocked, ...model.people.answered])
    for (const answer of answers) {
      if (answer.answer.trim() !== '') weight += lineWeight + Math.min(answerIn(t, answer).length, detail.answer);
      if (weight > cardBudget) return weight;
    }
  return weight;
};

/**
 * Draws the summary of a run in reading order (docs/product-rules.md, Screens, limits and texts), within the budget of
 * a card.
 */
export const summaryCard = (
  t: Translate,
  model: SummaryModel,
  reader: Reader,
  { url, publicUrl }: { readonly url: string; readonly publicUrl: string },
): RenderedCard => {
  const { meetingName: meeting, date } = model.header;
  const title = t('card.meetingOn', { meeting, date: formatDay(t, date) });
  const partsOf = createAttentionParts(t, publicUrl);
  const pageOf = (detail: Detail): Page => ({ t, zone: reader.timezone, model, detail, publicUrl, partsOf });
  const draw = (page: Page): RenderedCard =>
    message({
      summary: summaryLine(t, model),
      body: body(page, title),
      actions: [openUrl(t('card.openReport'), url)],
    });
  for (const detail of details) {
    const page = pageOf(detail);
    if (weightOf(page) > cardBudget) continue;
    const drawn = draw(page);
    if (sizeOf(drawn) <= cardBudget) return drawn;
  }
  return draw(pageOf(least));
};
