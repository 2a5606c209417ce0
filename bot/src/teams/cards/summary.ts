import type { ZoneId } from '#contracts/ids.ts';
import type { Words } from '#contracts/text/keys.ts';
import type { SummaryBlocker, SummaryModel, SummaryPerson } from '../../domain/dailyReport.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import type { Reader } from '../../services/presenter.ts';
import { cardBudget, header, heading, line, message, note, openUrl, run, sizeOf } from './elements.ts';
import type { Element } from './elements.ts';
import { oneLine } from './plain.ts';
import { clip, dayInWords, listInWords, placeOf, timeOnDay } from '../../domain/inWords.ts';

/** How much of the day one drawing shows. */
interface Detail {
  /** Code points of an answer; 0 = names instead of answers. */
  readonly answer: number;
  /** Code points of what blocks somebody. */
  readonly blocker: number;
  /** Names of one group, and blocked people, before "and n more". */
  readonly names: number;
  readonly blocked: number;
}

const all = Number.MAX_SAFE_INTEGER;
const full: Detail = { answer: all, blocker: all, names: all, blocked: all };
const counts: Detail = { ...full, answer: 0 };

/** In the order they are given up: answers, then names, and the words of blocked people last of all. */
const details: readonly Detail[] = [
  full,
  ...[500, 250, 120, 60, 30].map((answer) => ({ ...full, answer })),
  counts,
  ...[100, 40, 10].map((names) => ({ ...counts, names })),
  ...[1000, 500, 250, 120, 60].map((blocker) => ({ ...counts, names: 10, blocker })),
  ...[100, 50, 20].map((blocked) => ({ ...counts, names: 10, blocker: 60, blocked })),
];
const least: Detail = { answer: 0, blocker: 60, names: 0, blocked: 10 };

const longestName = 60;

interface Page {
  readonly words: Words;
  readonly zone: ZoneId;
  readonly model: SummaryModel;
  readonly detail: Detail;
}

/** What was written, on one line: a summary is read at a glance. */
const joined = (text: string): string =>
  text
    .split('\n')
    .map(oneLine)
    .filter((one) => one !== '')
    .join(' · ');

const told = (text: string, max: number): string => clip(joined(text), max);

type Said = SummaryPerson['answers'][number];

// Each drawing says the same at another length.
const saidOnce = new WeakMap<Said, string>();

const saidIn = (one: Said): string => {
  const known = saidOnce.get(one) ?? joined(one.answer);
  saidOnce.set(one, known);
  return known;
};

const nameOf = (person: { readonly name: string }): string => clip(oneLine(person.name), longestName);

const facts = ({ words, model }: Page): Element => {
  const { answered, asked, goals, goalsTicked: ticked, goalsOffered: offered, blockers, newBlockers } = model.facts;
  const goalsSaid =
    offered === 0
      ? words('summary.goalsPlain', { goals, asked })
      : words('summary.goals', { goals, asked, ticked, offered });
  const blockersSaid =
    newBlockers === 0
      ? words('summary.blockers', { count: blockers })
      : words('summary.blockersNew', { count: blockers, fresh: newBlockers });
  return line([run([words('summary.answered', { answered, asked }), goalsSaid, blockersSaid].join(' · '))]);
};

const more = (page: Page, left: number): string => page.words('summary.more', { count: left });

const blockerLine = (page: Page, one: SummaryBlocker): Element =>
  line([
    run(nameOf(one), { bold: true }),
    run(` (${page.words('summary.age', { days: one.age })})`, { subtle: true }),
    ...(one.text === '' ? [] : [run(`: ${told(one.text, page.detail.blocker)}`)]),
  ]);

const attention = (page: Page): readonly Element[] => {
  const needs = page.model.attention;
  if (needs.length === 0) return [];
  const shown = needs.slice(0, page.detail.blocked);
  return [
    heading(page.words('summary.attention')),
    ...shown.map((one) => blockerLine(page, one)),
    ...(shown.length < needs.length ? [note(more(page, needs.length - shown.length))] : []),
  ];
};

const asides = ({ words }: Page, person: SummaryPerson): string =>
  [
    ...(person.isLate ? [words('card.late')] : []),
    ...(person.goalsOffered > 0
      ? [words('summary.goalsTicked', { ticked: person.goalsTicked, offered: person.goalsOffered })]
      : []),
  ].join(' · ');

const answersOf = (page: Page, person: SummaryPerson): readonly Element[] => {
  const aside = asides(page, person);
  return [
    line([run(nameOf(person), { bold: true }), ...(aside === '' ? [] : [run(` (${aside})`, { subtle: true })])]),
    ...person.answers
      .filter((one) => one.answer.trim() !== '')
      .map((one) =>
        answerLine(
          clip(oneLine(one.question), Math.max(30, page.detail.answer)),
          clip(saidIn(one), page.detail.answer),
        ),
      ),
  ];
};

const answerLine = (question: string, answer: string): Element =>
  line([run(`${question} `, { subtle: true, small: true }), run(answer)], 'none');

const namesOf = (page: Page, people: readonly SummaryPerson[], say: (person: SummaryPerson) => string): Element => {
  const shown = people.slice(0, page.detail.names).map(say);
  const left = people.length - shown.length;
  return line([run(listInWords(page.words, [...shown, ...(left > 0 ? [more(page, left)] : [])]))]);
};

const untilOf = ({ words, zone, model }: Page, person: SummaryPerson): string => {
  const name = nameOf(person);
  if (person.closesAt === null) return name;
  const own = person.timezone ?? zone;
  const time = timeOnDay(words, person.closesAt, own, model.header.date);
  return own === zone
    ? words('summary.until', { name, time })
    : words('summary.untilPlace', { name, time, place: placeOf(own) });
};

const group = (
  page: Page,
  title: 'blocked' | 'people' | 'open' | 'away' | 'missing',
  people: readonly SummaryPerson[],
) => {
  if (people.length === 0) return [];
  const heads = heading(page.words(`summary.${title}`));
  if ((title === 'blocked' || title === 'people') && page.detail.answer > 0)
    return [heads, ...people.flatMap((one) => answersOf(page, one))];
  return [heads, namesOf(page, people, title === 'open' ? (one) => untilOf(page, one) : nameOf)];
};

const shortening = ({ words, detail }: Page): readonly Element[] => {
  if (detail === full) return [];
  return [note(words(detail.answer === 0 ? 'summary.namesOnly' : 'summary.clipped'))];
};

const body = (page: Page, title: string): readonly Element[] => {
  const { words, model, zone } = page;
  const { blocked, answered, open, away, missing } = model.people;
  return [
    header(`${title} · ${words(`summary.state${model.header.state}`)}`),
    facts(page),
    ...attention(page),
    ...group(page, 'blocked', blocked),
    ...group(page, 'people', answered),
    ...group(page, 'open', open),
    ...group(page, 'away', away),
    ...group(page, 'missing', missing),
    ...shortening(page),
    note(words('summary.footer', { zone: zone.replaceAll('_', ' ') })),
  ];
};

const lineWeight = JSON.stringify(answerLine('', '')).length;

/** Characters the answers would take at least, with the JSON around them: spares drawing what cannot fit. */
const weightOf = (model: SummaryModel, detail: Detail): number => {
  let weight = 0;
  for (const { answers } of detail.answer === 0 ? [] : [...model.people.blocked, ...model.people.answered])
    for (const one of answers) {
      if (one.answer.trim() !== '') weight += lineWeight + Math.min(saidIn(one).length, detail.answer);
      if (weight > cardBudget) return weight;
    }
  return weight;
};

/** The day's summary in the order it reads best (design/peers.md), within the budget of a card. */
export const summaryCard = (words: Words, model: SummaryModel, reader: Reader, url: string): OutgoingMessage => {
  const { meetingName: meeting, date } = model.header;
  const title = words('card.meetingOn', { meeting, date: dayInWords(words, date) });
  const { answered, asked, blockers } = model.facts;
  const draw = (detail: Detail): OutgoingMessage =>
    message({
      summary: words('summary.notification', { meeting, answered, asked, blockers }),
      body: body({ words, zone: reader.timezone, model, detail }, title),
      actions: [openUrl(words('card.openReport'), url)],
    });
  for (const detail of details) {
    if (weightOf(model, detail) > cardBudget) continue;
    const drawn = draw(detail);
    if (sizeOf(drawn) <= cardBudget) return drawn;
  }
  return draw(least);
};
