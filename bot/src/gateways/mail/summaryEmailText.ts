import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
  attentionWhy,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import { questionAverageText } from '#contracts/reports/questionAverageTexts.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { SummaryModel, SummaryPerson } from '../../domain/reports/buildReportAndSummary.ts';
import {
  formatDay,
  formatList,
  placeOf,
  timeOnDay,
  valueReader,
} from '../../domain/wording/formatDatesListsAndDurations.ts';
import { linkUrl } from '../../domain/wording/linkAndPersonUrls.ts';
import { shownParts, clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import { resolvedBlockerText } from '../../domain/blockers/resolvedBlockerDurationText.ts';
import { summaryAttentionLines } from '../../domain/attention/summaryAttentionLines.ts';
import { distributionTexts, summaryFactsText } from '../../domain/wording/formatSummaryFigures.ts';
import { escapeText, htmlTextOf, isolateLines, withoutSigns } from './emailLayout.ts';
import type { Block, Item } from './emailLayout.ts';

// Builds the email with the summary of a run, from the same model and in the same order as the channel's card
// (docs/product-rules.md, Screens, limits and texts).

/** Mail programs cut an email at about 100 kB of HTML. This limit leaves a margin. */
const maxBytes = 90_000;
const bytesOfMarkup = 220;
/**
 * Maximum number of code points of an answer. The largest value with which the email fits is used; 0 = only names are
 * listed.
 */
const lengths = [2_000, 500, 200, 80, 0] as const;
const maxItems = 200;

interface Page {
  readonly t: Translate;
  readonly zone: ZoneId;
  readonly model: SummaryModel;
  readonly longest: number;
  readonly publicUrl: string;
}

const lines = (text: string, max: number): string => clip(text.trim(), max).split(/\r?\n/).map(escapeText).join('\n');

/** Returns user-written text with its links. Each line is isolated, as in `escapeText`. */
const linkedLines = ({ model, publicUrl }: Page, text: string, max: number): Item['text'] => {
  const clean = text.trim().split(/\r?\n/).map(withoutSigns).join('\n');
  const parts = shownParts(clean, max, model.links ?? noLinks);
  if (parts.every(({ kind }) => kind === 'TEXT')) return lines(text, max);
  return isolateLines(
    parts.map((part) =>
      part.kind === 'TEXT'
        ? { text: part.text }
        : { text: part.text, url: linkUrl(part, publicUrl), showsUrl: part.kind === 'PATTERN' },
    ),
  );
};

const remarks = ({ t }: Page, person: SummaryPerson): string => {
  const { isLate, blockerLasted, goalsTicked: ticked, goalsOffered: offered } = person;
  return [
    ...(isLate ? [t('card.late')] : []),
    ...(blockerLasted === undefined ? [] : [resolvedBlockerText(t, blockerLasted)]),
    ...(offered > 0 ? [t('summary.goalsTicked', { ticked, offered })] : []),
  ].join(' · ');
};

const answersOf = (page: Page, person: SummaryPerson): Item[] => {
  const aside = remarks(page, person);
  const input = person.answers.filter((item) => item.answer.trim() !== '');
  return [
    { strong: escapeText(person.name), text: '', ...(aside === '' ? {} : { soft: aside }) },
    ...input.map(({ question, answer, format }) => ({
      soft: lines(question, Math.max(200, page.longest)),
      text: linkedLines(
        page,
        format === undefined ? answer : displayValue(format, answer, valueReader(page.t)),
        page.longest,
      ),
    })),
  ];
};

const untilOf = ({ t, zone, model }: Page, { name, closesAt, timezone }: SummaryPerson): string => {
  if (closesAt === null) return escapeText(name);
  const own = timezone ?? zone;
  const time = timeOnDay(t, closesAt, own, model.header.date);
  return own === zone
    ? t('summary.until', { name: escapeText(name), time })
    : t('summary.untilPlace', { name: escapeText(name), time, place: placeOf(own) });
};

const skippedName = ({ t, longest }: Page, { name, skipReason }: SummaryPerson): string =>
  skipReason === undefined || longest === 0
    ? escapeText(name)
    : t('summary.skippedWhy', { name: escapeText(name), reason: escapeText(clip(skipReason, longest)) });

const cut = ({ t }: Page, items: readonly Item[]): readonly Item[] =>
  items.length <= maxItems
    ? items
    : [...items.slice(0, maxItems), { text: t('summary.more', { count: items.length - maxItems }) }];

const attentionItem = (page: Page, line: AttentionLine): Item => {
  const { key, values } = attentionWhy(line);
  const why = withoutSigns(clip(page.t(key, values), 500));
  const url = page.publicUrl + attentionPath(line);
  const text = line.kind === 'BLOCKER' && line.text !== undefined ? linkedLines(page, line.text, 2_000) : '';
  const action = { text: page.t(attentionActionKeys[line.action]), url, showsUrl: true };
  return {
    strong: escapeText(attentionSubject(line)),
    soft: escapeText(why),
    text: text === '' ? [action] : [...(typeof text === 'string' ? [{ text }] : text), { text: ' · ' }, action],
  };
};

const averages = ({ t, model }: Page): Block[] => {
  const reader = valueReader(t);
  const items = (model.averages ?? []).map((average) => ({
    soft: lines(average.question, 500),
    text: [
      escapeText(questionAverageText(average, reader)),
      formatList(t, distributionTexts(t, average).map(escapeText)),
    ]
      .filter((text) => text !== '')
      .join(' · '),
  }));
  return items.length === 0 ? [] : [{ items }];
};

const attention = (page: Page): Block[] => {
  const { shown, left } = summaryAttentionLines(page.model, maxItems);
  if (shown.length + left === 0) return [];
  const items = [
    ...shown.map((line) => attentionItem(page, line)),
    ...(left > 0 ? [{ text: page.t('summary.more', { count: left }) }] : []),
  ];
  return [{ heading: page.t('summary.attention'), items }];
};

const group = (page: Page, kind: keyof SummaryModel['people']): Block[] => {
  const people = page.model.people[kind] ?? [];
  if (people.length === 0) return [];
  const heading = page.t(kind === 'answered' ? 'summary.people' : `summary.${kind}`);
  if ((kind === 'blocked' || kind === 'answered') && page.longest > 0)
    return [{ heading, items: people.flatMap((person) => answersOf(page, person)) }];
  const describe = kind === 'open' ? untilOf : skippedName;
  return [
    {
      heading,
      items: cut(
        page,
        people.map((person) => ({ text: describe(page, person) })),
      ),
    },
  ];
};

const weigh = (blocks: readonly Block[]): number =>
  blocks
    .flatMap((block) => block.items)
    .reduce(
      (sum, { strong = '', soft = '', text }) =>
        sum + bytesOfMarkup + Buffer.byteLength(strong + soft + htmlTextOf(text)),
      0,
    );

const blocksOf = (page: Page): Block[] => [
  ...averages(page),
  ...attention(page),
  ...group(page, 'blocked'),
  ...group(page, 'answered'),
  ...group(page, 'open'),
  ...group(page, 'away'),
  ...group(page, 'skipped'),
  ...group(page, 'missing'),
];

export interface SummaryText {
  readonly title: string;
  readonly before: readonly string[];
  readonly blocks: readonly Block[];
  readonly after: readonly string[];
}

/**
 * Returns the summary text, with answers shortened until the email fits. The attention list is never shortened for
 * this.
 */
export const renderSummaryText = (t: Translate, model: SummaryModel, zone: ZoneId, publicUrl: string): SummaryText => {
  const fits = (longest: number): boolean => weigh(blocksOf({ t, zone, model, longest, publicUrl })) <= maxBytes;
  const longest = lengths.find(fits) ?? 0;
  const blocks = blocksOf({ t, zone, model, longest, publicUrl });
  const { meetingName, date, state } = model.header;
  const isShort = longest < lengths[0];
  return {
    title: t('card.meetingOn', { meeting: escapeText(meetingName), date: formatDay(t, date) }),
    before: [`${t(`summary.state${state}`)} · ${summaryFactsText(t, model)}`],
    blocks,
    after: [
      ...(isShort ? [t(longest === 0 ? 'summary.namesOnly' : 'summary.clipped')] : []),
      t('mail.summaryWhy', { zone: zone.replaceAll('_', ' ') }),
    ],
  };
};
