import { useEffect, useRef, useState } from 'react';
import type { WheelEvent } from 'react';
import { createPortal } from 'react-dom';
import {
  AdaptiveCard,
  ExecuteAction,
  HostConfig,
  OpenUrlAction,
  ShowCardAction,
  SubmitAction,
  TextInput,
  Version,
} from 'adaptivecards';
import type { Action } from 'adaptivecards';
import { cardHostConfig } from './adaptiveCardHostConfig.ts';
import css from './AdaptiveCardView.module.css';
import { useTranslate } from '../text/translate.ts';

export interface CardAction {
  /** The `verb` of an Action.Execute, or the `verb` in the data of an Action.Submit; empty if the action has none. */
  readonly verb: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The data of the pressed button. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface CardViewProps {
  /**
   * The card as Adaptive Card JSON of schema version 1.5. A new object replaces the shown card, and with it the text
   * that the reader has typed.
   */
  readonly card: Readonly<Record<string, unknown>>;
  readonly onAction: (action: CardAction) => void;
  readonly onInput?: (inputs: Readonly<Record<string, string>>) => void;
  /**
   * True if every new card takes the focus, as in a dialog that the card fills. False = a new card takes the focus only
   * if it was inside the previous card.
   */
  readonly takesFocus?: boolean;
  /**
   * Largest number of characters in a text input. From 90 % of it on, the input shows its number of characters.
   * Undefined = no limit.
   */
  readonly textLimit?: number;
}

// Turns Markdown off, so that the texts of a card are shown as plain text and never as HTML.
AdaptiveCard.onProcessMarkdown = (_, result) => {
  result.didProcess = false;
};

/** Returns the value of an input as text. An empty number input has the value NaN, which becomes an empty text. */
const valueText = (value: unknown): string => {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : `${value}`;
  return typeof value === 'string' ? value : '';
};

const inputsOf = (card: AdaptiveCard): Readonly<Record<string, string>> =>
  Object.fromEntries(
    card.getAllInputs().flatMap(({ id, value }) => (id === undefined ? [] : [[id, valueText(value)]])),
  );

const verbOf = (action: SubmitAction | ExecuteAction): string => {
  if (action instanceof ExecuteAction) return action.verb;
  const { data } = action;
  return data !== undefined && 'verb' in data && typeof data.verb === 'string' ? data.verb : '';
};

const openLink = (url: string | undefined): void => {
  if (url !== undefined && /^https?:/i.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
};

/**
 * Removes the focus from a number input when the mouse wheel turns, because the wheel would change the number in a
 * focused input.
 */
const leaveNumber = ({ target }: WheelEvent): void => {
  if (target instanceof HTMLInputElement && target.type === 'number') target.blur();
};

interface LongText {
  readonly id: string;
  /** The element of the card that contains the input. The number of characters is shown below it. */
  readonly place: Element;
  readonly label: string;
  readonly length: number;
}

/** Share of the limit from which the number of characters is shown. */
const nearLimit = 0.9;

const longTextsOf = (card: AdaptiveCard, limit: number): readonly LongText[] =>
  card.getAllInputs().flatMap((input) => {
    const { id = '', label = '', renderedElement: place } = input;
    const value: unknown = input.value;
    if (!(input instanceof TextInput) || typeof value !== 'string' || place === undefined) return [];
    const length = Array.from(value.trim()).length;
    return length < limit * nearLimit ? [] : [{ id, place, label, length }];
  });

const Counters = ({ texts, limit }: { readonly texts: readonly LongText[]; readonly limit: number }) => {
  const t = useTranslate();
  return texts.map(({ id, place, label, length }) =>
    createPortal(
      <p role="status" className={length > limit ? css.over : css.count}>
        {t(length > limit ? 'answer.counterOver' : 'answer.counter', { question: label, length, max: limit })}
      </p>,
      place,
      id,
    ),
  );
};

/**
 * Shows the same card as the chat, in the style of Fluent. The inputs of the card check themselves and report missing
 * values.
 */
export const AdaptiveCardView = ({ card, onAction, onInput, takesFocus = false, textLimit }: CardViewProps) => {
  const place = useRef<HTMLDivElement>(null);
  const live = useRef<AdaptiveCard>(null);
  const [longTexts, setLongTexts] = useState<readonly LongText[]>([]);
  const listeners = useRef({ onAction, onInput });
  useEffect(() => {
    listeners.current = { onAction, onInput };
  });
  useEffect(() => {
    const drawn = new AdaptiveCard();
    drawn.version = new Version(1, 5);
    drawn.hostConfig = new HostConfig(cardHostConfig);
    drawn.onExecuteAction = (action: Action) => {
      if (action instanceof OpenUrlAction) openLink(action.url);
      if (action instanceof SubmitAction || action instanceof ExecuteAction)
        listeners.current.onAction({ verb: verbOf(action), inputs: inputsOf(drawn), data: { ...action.data } });
    };
    drawn.onInlineCardExpanded = (action, isExpanded) => {
      if (isExpanded && action instanceof ShowCardAction)
        action.card.renderedElement?.scrollIntoView({ block: 'nearest' });
    };
    drawn.parse(card);
    live.current = drawn;
    const element = drawn.render();
    if (element === undefined) return;
    // Lets code, but not the Tab key, focus the card. The card takes the focus if the button that had it is replaced.
    element.tabIndex = -1;
    const hadFocus = place.current?.contains(document.activeElement) === true;
    place.current?.replaceChildren(element);
    if (hadFocus || takesFocus) element.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- the counters need the elements that the card has just drawn
    setLongTexts(textLimit === undefined ? [] : longTextsOf(drawn, textLimit));
  }, [card, takesFocus, textLimit]);
  const notify = (): void => {
    if (live.current === null) return;
    listeners.current.onInput?.(inputsOf(live.current));
    if (textLimit !== undefined) setLongTexts(longTextsOf(live.current, textLimit));
  };
  return (
    <>
      <div ref={place} className={css.card} onInput={notify} onChange={notify} onWheel={leaveNumber} />
      {textLimit !== undefined && <Counters texts={longTexts} limit={textLimit} />}
    </>
  );
};
