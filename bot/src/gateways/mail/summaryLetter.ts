import type { Words } from '#contracts/text/catalogueKeys.ts';
import type { ZoneId } from '#contracts/core/ids.ts';
import { displayValue } from '#contracts/meetings/questionTypes/definitions.ts';
import type { SummaryModel, SummaryPerson } from '../../domain/reports/dailyReport.ts';
import { clip, dayInWords, placeOf, timeOnDay, valueReader } from '../../domain/wording/inWords.ts';
import { summaryFactsText } from '../../domain/reports/summaryFacts.ts';
import { piece } from './layout.ts';
import type { Block, Item } from './layout.ts';

// Builds the email with the summary of a run, from the same model and in the same order as the channel's card (docs/product-rules.md, Screens, limits and texts).

/** Mail programs cut an email at about 100 kB of HTML, in which each line contains its own style. */
const mostBytes = 90_000;
const bytesOfLook = 220;
/** Code points of an answer, longest first; 0 = names alone. */
const lengths = [2_000, 500, 200, 80, 0] as const;
const mostItems = 200;

interface Page {
  readonly words: Words;
  readonly zone: ZoneId;
  readonly model: SummaryModel;
  readonly longest: number;
}

const lines = (text: string, max: number): string => clip(text.trim(), max).split(/\r?\n/).map(piece).join('\n');

const remarks = ({ words }: Page, { isLate, goalsTicked: ticked, goalsOffered: offered }: SummaryPerson): string =>
  [
    ...(isLate ? [words('card.late')] : []),
    ...(offered > 0 ? [words('summary.goalsTicked', { ticked, offered })] : []),
  ].join(' · ');

const answersOf = (page: Page, person: SummaryPerson): Item[] => {
  const aside = remarks(page, person);
  const given = person.answers.filter((item) => item.answer.trim() !== '');
  return [
    { strong: piece(person.name), text: '', ...(aside === '' ? {} : { soft: aside }) },
    ...given.map(({ question, answer, format }) => ({
      soft: lines(question, Math.max(200, page.longest)),
      text: lines(format === undefined ? answer : displayValue(format, answer, valueReader(page.words)), page.longest),
    })),
  ];
};

const untilOf = ({ words, zone, model }: Page, { name, closesAt, timezone }: SummaryPerson): string => {
  if (closesAt === null) return piece(name);
  const own = timezone ?? zone;
  const time = timeOnDay(words, closesAt, own, model.header.date);
  return own === zone
    ? words('summary.until', { name: piece(name), time })
    : words('summary.untilPlace', { name: piece(name), time, place: placeOf(own) });
};

const cut = ({ words }: Page, items: readonly Item[]): readonly Item[] =>
  items.length <= mostItems
    ? items
    : [...items.slice(0, mostItems), { text: words('summary.more', { count: items.length - mostItems }) }];

const attention = (page: Page): Block[] => {
  const items = page.model.attention.map(({ name, age, text }) => ({
    strong: piece(name),
    soft: page.words('summary.age', { days: age }),
    text: lines(text, 2_000),
  }));
  return items.length === 0 ? [] : [{ heading: page.words('summary.attention'), items: cut(page, items) }];
};

const group = (page: Page, kind: keyof SummaryModel['people']): Block[] => {
  const people = page.model.people[kind];
  if (people.length === 0) return [];
  const heading = page.words(kind === 'answered' ? 'summary.people' : `summary.${kind}`);
  if ((kind === 'blocked' || kind === 'answered') && page.longest > 0)
    return [{ heading, items: people.flatMap((person) => answersOf(page, person)) }];
  const say =
    kind === 'open'
      ? (summaryPerson: SummaryPerson) => untilOf(page, summaryPerson)
      : (summaryPerson: SummaryPerson) => piece(summaryPerson.name);
  return [
    {
      heading,
      items: cut(
        page,
        people.map((person) => ({ text: say(person) })),
      ),
    },
  ];
};

const weigh = (blocks: readonly Block[]): number =>
  blocks
    .flatMap((block) => block.items)
    .reduce((sum, { strong = '', soft = '', text }) => sum + bytesOfLook + Buffer.byteLength(strong + soft + text), 0);

const blocksOf = (page: Page): Block[] => [
  ...attention(page),
  ...group(page, 'blocked'),
  ...group(page, 'answered'),
  ...group(page, 'open'),
  ...group(page, 'away'),
  ...group(page, 'missing'),
];

export interface SummaryInWords {
  readonly title: string;
  readonly before: readonly string[];
  readonly blocks: readonly Block[];
  readonly after: readonly string[];
}

/** Answers are shortened as far as needed, blockers never. */
export const summaryInWords = (words: Words, model: SummaryModel, zone: ZoneId): SummaryInWords => {
  const fits = (longest: number): boolean => weigh(blocksOf({ words, zone, model, longest })) <= mostBytes;
  const longest = lengths.find(fits) ?? 0;
  const blocks = blocksOf({ words, zone, model, longest });
  const { meetingName, date, state } = model.header;
  const isShort = longest < lengths[0];
  return {
    title: words('card.meetingOn', { meeting: piece(meetingName), date: dayInWords(words, date) }),
    before: [`${words(`summary.state${state}`)} · ${summaryFactsText(words, model)}`],
    blocks,
    after: [
      ...(isShort ? [words(longest === 0 ? 'summary.namesOnly' : 'summary.clipped')] : []),
      words('mail.summaryWhy', { zone: zone.replaceAll('_', ' ') }),
    ],
  };
};
