import { clip } from '../../domain/wording/formatValues.ts';
import type { AdaptiveCardJson, CardData } from '#contracts/meetings/answer.ts';
import type { WeekCardData, WeekVerb } from '#contracts/timesheets/timesheet.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import { oneLine, plainTitle } from './plainText.ts';

// Small pieces of Adaptive Card JSON, schema 1.5. Whatever may hold people's words is a TextRun: those know no Markdown.

export type Element = Readonly<Record<string, unknown>>;
export type Action = Readonly<Record<string, unknown>>;

interface RunStyle {
  readonly bold?: boolean;
  readonly subtle?: boolean;
  readonly small?: boolean;
}

export const textRun = (text: string, style: RunStyle = {}): Element => ({
  type: 'TextRun',
  text: text.toWellFormed(),
  ...(style.bold === true ? { weight: 'bolder' } : {}),
  ...(style.subtle === true ? { isSubtle: true } : {}),
  ...(style.small === true ? { size: 'small' } : {}),
});

type Spacing = 'none' | 'small' | 'medium';

/** The text of a link. A TextRun reads no Markdown, so only this action makes a link, and no text of a person can. */
export const linkRun = (text: string, url: string): Element => ({
  type: 'TextRun',
  text: text.toWellFormed(),
  underline: true,
  selectAction: { type: 'Action.OpenUrl', url },
});

/** A paragraph; its text wraps. */
export const textLine = (runs: readonly Element[], spacing: Spacing = 'small'): Element => ({
  type: 'RichTextBlock',
  spacing,
  inlines: runs,
});

/** The first line of every card. Alone in a notification it must make sense. */
export const cardHeader = (text: string): Element => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text.toWellFormed(), weight: 'bolder', size: 'medium' }],
});

/** A heading of our own words only: TextBlocks read Markdown. */
export const cardHeading = (words: string): Element => ({
  type: 'TextBlock',
  style: 'heading',
  // Below the card's own first line, which is what the eye finds first.
  size: 'default',
  weight: 'bolder',
  spacing: 'medium',
  wrap: true,
  text: words,
});

export const noteText = (text: string): Element => textLine([textRun(text, { subtle: true, small: true })]);

/** Text of people, one paragraph per line, because a TextRun does not break lines. */
export const paragraphs = (text: string): readonly Element[] =>
  text
    .split('\n')
    .filter((part) => part.trim() !== '')
    .map((part) => textLine([textRun(part)], 'none'));

export const longestTitle = 60;

/** The one way into an action title: people's words made plain and short. */
export const actionTitle = (text: string): string => plainTitle(clip(oneLine(text), longestTitle));

/** Refresh-in-place where the client can, a plain submit elsewhere: both carry the same data. */
const executing = (verb: string, words: string, looks: object): ((data: object) => Action) => {
  const title = actionTitle(words);
  return (data) => ({
    type: 'Action.Execute',
    verb,
    title,
    ...looks,
    data,
    fallback: { type: 'Action.Submit', title, ...looks, data: { ...data, verb } },
  });
};

/** The button of a card that many get: only the data is each one's own. */
export const submitAction = (title: string): ((data: CardData) => Action) =>
  executing('submit', title, { style: 'positive' });

export const editAction = (title: string, data: CardData): Action =>
  executing('edit', title, { associatedInputs: 'none' })(data);

/** An approval needs no text; sending back needs a note. */
export const weekAction = (verb: WeekVerb, title: string, data: WeekCardData): Action =>
  executing(verb, title, verb === 'approveWeek' ? { associatedInputs: 'none', style: 'positive' } : {})(data);

/**
 * Sends a command to the bot as if the person had typed it. Without `msteams`, because the local chat client drops messageBack
 * and imBack.
 */
export const commandAction = (title: string, command: string): Action => ({
  type: 'Action.Submit',
  title: actionTitle(title),
  associatedInputs: 'none',
  data: { verb: 'command', command },
});

/** Undefined for anything that is not a web address. */
export const openUrl = (title: string, url: string): Action | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url)
    ? { type: 'Action.OpenUrl', title: actionTitle(title), url: new URL(url).href }
    : undefined;

const longestSummary = 200;

export interface DrawnCard {
  readonly summary: string;
  readonly body: readonly Element[];
  readonly actions: readonly (Action | undefined)[];
}

/** The text of a notification. */
export const shortSummary = (summary: string): string => clip(oneLine(summary), longestSummary);

export const message = ({ summary, body, actions }: DrawnCard): RenderedCard =>
  framedCard({ summary: shortSummary(summary), body, actions });

/** `summary`: short already. */
export const framedCard = ({ summary: text, body, actions }: DrawnCard): RenderedCard => {
  const input = actions.filter((action) => action !== undefined);
  const card: AdaptiveCardJson = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    // Clients older than the schema may read Markdown here, and the text names what people wrote.
    fallbackText: plainTitle(text),
    body,
    ...(input.length === 0 ? {} : { actions: input }),
  };
  return { card, summary: text };
};

const direction = Buffer.byteLength(',"rtl":true');

/** Bytes of a card as it is sent. The flag for right-to-left layout is added last, so the size includes room for it. */
export const sizeOf = ({ card }: RenderedCard): number =>
  Buffer.byteLength(JSON.stringify(card)) + ('rtl' in card ? 0 : direction);

/** Size limit of every card but a form. Teams itself accepts about four times as much (docs/teams-checklist.md). */
export const cardBudget = 25_000;

/** Bytes that a part of a card takes as JSON, or a few more: no character of a text takes above six, and names are ASCII. */
const atMost = (part: unknown): number => {
  if (typeof part === 'string') return 6 * part.length + 2;
  if (typeof part !== 'object' || part === null) return longestScalar;
  let sum = 2;
  if (Array.isArray(part)) for (const element of part) sum += atMost(element) + 1;
  else for (const name in part) sum += name.length + 4 + atMost((part as Element)[name]);
  return sum;
};

const longestScalar = 24;

/** True if a card is within its budget. It is serialised only if its texts are long enough to leave a doubt. */
export const fitsCardBudget = (drawn: RenderedCard): boolean =>
  atMost(drawn.card) + direction <= cardBudget || sizeOf(drawn) <= cardBudget;
