import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { BlockerCardData, BlockerVerb } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { WeekCardData, WeekVerb } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import { oneLine, plainTitle } from './markdownSafeTitle.ts';

// Creates small parts of Adaptive Card JSON, schema 1.5. A text that a person may have written becomes a TextRun, which
// does not interpret Markdown, or is made plain by `plainTitle`.

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

/**
 * Returns a text run that opens the URL. A TextRun renders no Markdown, so a user-written text cannot create a link.
 */
export const linkRun = (text: string, url: string): Element => ({
  type: 'TextRun',
  text: text.toWellFormed(),
  underline: true,
  selectAction: { type: 'Action.OpenUrl', url },
});

export const textLine = (runs: readonly Element[], spacing: Spacing = 'small'): Element => ({
  type: 'RichTextBlock',
  spacing,
  inlines: runs,
});

/** Returns the first line of every card. It must be understandable without the rest of the card. */
export const cardHeader = (text: string): Element => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text.toWellFormed(), weight: 'bolder', size: 'medium' }],
});

/** Returns a heading. It is a TextBlock, which interprets Markdown, so it may contain only the product's own words. */
export const cardHeading = (label: string): Element => ({
  type: 'TextBlock',
  style: 'heading',
  // The heading is smaller than the card's first line, which readers should see first.
  size: 'default',
  weight: 'bolder',
  spacing: 'medium',
  wrap: true,
  text: label,
});

export const noteText = (text: string): Element => textLine([textRun(text, { subtle: true, small: true })]);

/** Returns a user-written text with one paragraph for each line, because a TextRun does not break lines. */
export const paragraphs = (text: string): readonly Element[] =>
  text
    .split('\n')
    .filter((part) => part.trim() !== '')
    .map((part) => textLine([textRun(part)], 'none'));

export const longestTitle = 60;

/**
 * Returns the title of an action, with Markdown made harmless and a long text cut. Use it for every title of an action.
 */
export const actionTitle = (text: string): string => plainTitle(clip(oneLine(text), longestTitle));

/**
 * Returns a function that creates a button as Action.Execute, with an Action.Submit as fallback for clients that cannot
 * refresh a card. Both actions have the same data.
 */
const executing = (verb: string, label: string, style: object): ((data: object) => Action) => {
  const title = actionTitle(label);
  return (data) => ({
    type: 'Action.Execute',
    verb,
    title,
    ...style,
    data,
    fallback: { type: 'Action.Submit', title, ...style, data: { ...data, verb } },
  });
};

/**
 * Returns a function that creates the button for the signed data of a member. The cards of one run differ only in the
 * data, so the rest is created once.
 */
export const submitAction = (title: string): ((data: CardData) => Action) =>
  executing('submit', title, { style: 'positive' });

/**
 * Returns a function that creates the button that fills the form with the last answer. The button submits no inputs:
 * otherwise a client would block the press while a required answer is missing.
 */
export const sameAsLastAction = (title: string): ((data: CardData) => Action) =>
  executing('sameAsLast', title, { associatedInputs: 'none' });

export const editAction = (title: string, data: CardData): Action =>
  executing('edit', title, { associatedInputs: 'none' })(data);

/**
 * Returns a function that creates the button of a choice for the signed data of a member. Unless `inputs` is `auto`,
 * the button submits no inputs, so that an empty required answer does not block the choice.
 */
export const choiceAction = (
  verb: 'skip' | 'snooze',
  title: string,
  inputs: 'none' | 'auto' = 'none',
): ((data: object) => Action) => executing(verb, title, inputs === 'none' ? { associatedInputs: 'none' } : {});

/**
 * Returns a button of the card about a week. Only the button that sends the week back submits the card's inputs,
 * because an approval needs no note.
 */
export const weekAction = (verb: WeekVerb, title: string, data: WeekCardData): Action =>
  executing(verb, title, verb === 'approveWeek' ? { associatedInputs: 'none', style: 'positive' } : {})(data);

/**
 * Returns a button of the card about a blocker. Only the button that hands the blocker back submits the note that the
 * reader typed.
 */
export const blockerAction = (verb: BlockerVerb, title: string, data: BlockerCardData): Action =>
  executing(verb, title, verb === 'blockerNotMe' ? {} : { associatedInputs: 'none' })(data);

/**
 * Returns a button that sends a command to the bot as if the person had typed it. The button does not use the `msteams`
 * property with messageBack or imBack, because the local chat client drops them.
 */
export const commandAction = (title: string, command: string): Action => ({
  type: 'Action.Submit',
  title: actionTitle(title),
  associatedInputs: 'none',
  data: { verb: 'command', command },
});

/** Returns the label of an input in plain form, because clients interpret Markdown in labels. */
export const plainInput = (label: string): string => plainTitle(oneLine(label));

/**
 * Returns a button that opens a URL. Undefined unless the text is an http or https URL, because Teams rejects a card
 * with any other target.
 */
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

export const shortSummary = (summary: string): string => clip(oneLine(summary), longestSummary);

export const message = ({ summary, body, actions }: DrawnCard): RenderedCard =>
  framedCard({ summary: shortSummary(summary), body, actions });

export const framedCard = ({ summary: text, body, actions }: DrawnCard): RenderedCard => {
  const input = actions.filter((action) => action !== undefined);
  const card: AdaptiveCardJson = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    // Clients older than the schema may interpret Markdown in this text, so it is made plain.
    fallbackText: plainTitle(text),
    body,
    ...(input.length === 0 ? {} : { actions: input }),
  };
  return { card, summary: text };
};

const direction = Buffer.byteLength(',"rtl":true');

/**
 * Returns the bytes of a card as it is sent. The flag for right-to-left layout is added later, so the size includes
 * room for it.
 */
export const sizeOf = ({ card }: RenderedCard): number =>
  Buffer.byteLength(JSON.stringify(card)) + ('rtl' in card ? 0 : direction);

/**
 * Maximum size of every card except a form, in bytes of JSON. Teams itself accepts about four times as much
 * (docs/teams-checklist.md).
 */
export const cardBudget = 25_000;

/**
 * Returns an upper bound for the bytes of a part as JSON: a character takes at most six bytes, and property names are
 * ASCII.
 */
const atMost = (part: unknown): number => {
  if (typeof part === 'string') return 6 * part.length + 2;
  if (typeof part !== 'object' || part === null) return longestScalar;
  let sum = 2;
  if (Array.isArray(part)) for (const element of part) sum += atMost(element) + 1;
  else for (const name in part) sum += name.length + 4 + atMost((part as Element)[name]);
  return sum;
};

const longestScalar = 24;

/** True if a card is within its budget. The exact size is computed only if the upper bound exceeds the budget. */
export const fitsCardBudget = (drawn: RenderedCard): boolean =>
  atMost(drawn.card) + direction <= cardBudget || sizeOf(drawn) <= cardBudget;
