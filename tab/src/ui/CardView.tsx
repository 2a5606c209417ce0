import { useEffect, useRef } from 'react';
import { AdaptiveCard, ExecuteAction, HostConfig, OpenUrlAction, SubmitAction, Version } from 'adaptivecards';
import type { Action } from 'adaptivecards';
import { cardHostConfig } from './cardHostConfig.ts';
import css from './CardView.module.css';

export interface CardAction {
  /** The verb of Action.Execute, or what an Action.Submit calls so in its data; empty when it says nothing. */
  readonly verb: string;
  /** Every input of the card by its id. */
  readonly inputs: Readonly<Record<string, string>>;
}

interface CardViewProps {
  /** Adaptive Card JSON, schema 1.5. A new object replaces what is shown, and what was typed into it. */
  readonly card: Readonly<Record<string, unknown>>;
  readonly onAction: (action: CardAction) => void;
  readonly onInput?: (inputs: Readonly<Record<string, string>>) => void;
  /** The focus goes to the card when it appears, as in a dialog it fills. Otherwise only when the card before it had the focus. */
  readonly takesFocus?: boolean;
}

// No Markdown: what a card says is set as text, never as HTML.
AdaptiveCard.onProcessMarkdown = (_, result) => {
  result.didProcess = false;
};

const inputsOf = (card: AdaptiveCard): Readonly<Record<string, string>> =>
  Object.fromEntries(
    card.getAllInputs().flatMap(({ id, value }) => (id === undefined ? [] : [[id, String(value ?? '')]])),
  );

const verbOf = (action: SubmitAction | ExecuteAction): string => {
  if (action instanceof ExecuteAction) return action.verb;
  const { data } = action;
  return data !== undefined && 'verb' in data && typeof data.verb === 'string' ? data.verb : '';
};

const openLink = (url: string | undefined): void => {
  if (url !== undefined && /^https?:/i.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
};

/** Draws the very card that chat shows, with Fluent's looks. Inputs check themselves and say what is missing. */
export const CardView = ({ card, onAction, onInput, takesFocus = false }: CardViewProps) => {
  const place = useRef<HTMLDivElement>(null);
  const live = useRef<AdaptiveCard>(null);
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
        listeners.current.onAction({ verb: verbOf(action), inputs: inputsOf(drawn) });
    };
    drawn.parse(card);
    live.current = drawn;
    const element = drawn.render();
    if (element === undefined) return;
    // Not a stop of the Tab key, but a place for the focus when the button that had it is replaced.
    element.tabIndex = -1;
    const hadFocus = place.current?.contains(document.activeElement) === true;
    place.current?.replaceChildren(element);
    if (hadFocus || takesFocus) element.focus();
  }, [card, takesFocus]);
  const tell = (): void => {
    if (live.current !== null) listeners.current.onInput?.(inputsOf(live.current));
  };
  return <div ref={place} className={css.card} onInput={tell} onChange={tell} />;
};
