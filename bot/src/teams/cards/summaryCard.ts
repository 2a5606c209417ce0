import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { questionAverageText } from '#contracts/reports/questionAverageTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { SummaryModel } from '../../domain/reports/buildReportAndSummary.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { Reader } from '../../services/core/cardPresenterPort.ts';
import { formatDay, formatList, valueReader } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { summaryAttentionLines } from '../../domain/attention/summaryAttentionLines.ts';
import { distributionTexts, summaryFactsText, summaryLine } from '../../domain/wording/formatSummaryFigures.ts';
import { attention, createAttentionParts } from './summaryCardAttention.ts';
import { andMore } from './summaryCardPage.ts';
import { answerIn, answerLine, group } from './summaryCardPeople.ts';
import type { SummaryPage } from './summaryCardPage.ts';
import {
  cardBudget,
  cardHeader,
  textLine,
  message,
  noteText,
  openUrl,
  textRun,
  sizeOf,
} from './cardElementsActionsAndSize.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { oneLine } from './markdownSafeTitle.ts';
import { details, full, least, unlinked } from './summaryCardDetails.ts';
import type { SummaryDetail } from './summaryCardDetails.ts';

const facts = ({ t, model }: SummaryPage): Element => textLine([textRun(summaryFactsText(t, model))]);

const averageElement = ({ t, detail }: SummaryPage, average: QuestionAverage): Element => {
  const reader = valueReader(t);
  const distribution = detail.hasDistributions ? distributionTexts(t, average).map(oneLine) : [];
  const question = clip(oneLine(average.question), Math.max(60, detail.answer));
  return textLine([
    textRun(`${question} `, { subtle: true, small: true }),
    textRun(oneLine(questionAverageText(average, reader))),
    ...(distribution.length === 0 ? [] : [textRun(` · ${formatList(t, distribution)}`, { subtle: true, small: true })]),
  ]);
};

const averages = (page: SummaryPage): readonly Element[] => {
  const list = page.model.averages ?? [];
  const left = list.length - page.detail.averages;
  return [
    ...list.slice(0, page.detail.averages).map((average) => averageElement(page, average)),
    ...(left > 0 ? [noteText(andMore(page, left))] : []),
  ];
};

const shortening = ({ t, detail }: SummaryPage): readonly Element[] => {
  if (detail === full || detail === unlinked) return [];
  return [noteText(t(detail.answer === 0 ? 'summary.namesOnly' : 'summary.clipped'))];
};

const body = (page: SummaryPage, title: string): readonly Element[] => {
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
const weightOf = ({ t, model, detail, partsOf }: SummaryPage): number => {
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
  const pageOf = (detail: SummaryDetail): SummaryPage => ({
    t,
    zone: reader.timezone,
    model,
    detail,
    publicUrl,
    partsOf,
  });
  const draw = (page: SummaryPage): RenderedCard =>
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
