import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import { useTranslate } from '../ui/text/translate.ts';
import css from './SearchableMultiChoice.module.css';

interface Choice {
  readonly id: string;
  readonly text: string;
}

export interface MultiChoiceProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly most: number;
  /** Text that the closed list shows if no entry is chosen. No chosen entry means all entries. */
  readonly all: string;
  readonly search: string;
  readonly nothingFound: string;
  readonly count: (count: number) => string;
  /** Returns the text about the number of matching entries that the list does not show. */
  readonly more: (count: number) => string;
  readonly onChange: (ids: readonly string[]) => void;
}

/**
 * The largest number of entries that the list shows, because more would be slow. Readers find the other entries by
 * typing.
 */
const drawnAtMost = 100;

/** Closes the list when the reader presses outside of it or moves the focus outside of it. */
const useLeave = (place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const readTarget = ({ target }: Event): void => {
      if (target instanceof Node && place.current?.contains(target) !== true) close();
    };
    document.addEventListener('pointerdown', readTarget);
    document.addEventListener('focusin', readTarget);
    return () => {
      document.removeEventListener('pointerdown', readTarget);
      document.removeEventListener('focusin', readTarget);
    };
  }, [place, isOpen, close]);
};

const List = ({ choices, chosen, most, search, nothingFound, more, onChange }: MultiChoiceProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  // A copy of the chosen ids. They come from the page's address, which is updated a moment after each tick, so the
  // second of two quick ticks would discard the first.
  const [picked, setPicked] = useState(chosen);
  const pick = (ids: readonly string[]): void => {
    setPicked(ids);
    onChange(ids);
  };
  const wanted = searchedName(typed.trim());
  const matches = choices.filter(({ text }) => searchedName(text).includes(wanted));
  const remainder = matches.length - drawnAtMost;
  const toggle = (id: string): void => {
    if (picked.includes(id)) pick(picked.filter((item) => item !== id));
    else if (picked.length < most) pick([...picked, id]);
  };
  return (
    <>
      <Input
        type="search"
        className={css.search}
        contentBefore={<Search20Regular />}
        placeholder={search}
        aria-label={search}
        autoFocus
        value={typed}
        onChange={(_, { value }) => {
          setTyped(value);
        }}
      />
      <div className={css.list}>
        {matches.slice(0, drawnAtMost).map(({ id, text }) => (
          <label key={id} className={css.choice}>
            <input
              type="checkbox"
              checked={picked.includes(id)}
              onChange={() => {
                toggle(id);
              }}
            />
            <span>{text}</span>
          </label>
        ))}
        {matches.length === 0 && <p className={css.note}>{nothingFound}</p>}
        {remainder > 0 && <p className={css.note}>{more(remainder)}</p>}
      </div>
      <Button
        appearance="subtle"
        size="small"
        disabledFocusable={picked.length === 0}
        onClick={() => {
          pick([]);
        }}
      >
        {t('common.clear')}
      </Button>
    </>
  );
};

/** Lets the reader choose up to `most` entries from a list with a search. `onChange` is called at each tick. */
export const MultiChoice = (props: MultiChoiceProps) => {
  const { label, choices, chosen, all, count } = props;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const [close] = useState(() => () => {
    setOpen(false);
  });
  useLeave(place, isOpen, close);
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
    place.current?.querySelector('button')?.focus();
  };
  const onlyChoice = chosen.length === 1 ? choices.find(({ id }) => id === chosen[0])?.text : undefined;
  const value = chosen.length === 0 ? all : (onlyChoice ?? count(chosen.length));
  return (
    <div ref={place} className={css.place} onKeyDown={keys}>
      <span aria-hidden="true">{label}</span>
      <Button
        className={css.button}
        icon={<ChevronDown20Regular />}
        iconPosition="after"
        aria-label={`${label}: ${value}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <span className={css.value}>{value}</span>
      </Button>
      {isOpen && (
        <div id={panelId} role="group" aria-label={label} className={css.panel}>
          <List {...props} />
        </div>
      )}
    </div>
  );
};
