import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { useWords } from '../ui/words.ts';
import css from './MultiChoice.module.css';

interface Choice {
  readonly id: string;
  readonly text: string;
}

export interface MultiChoiceProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** At most so many at once. */
  readonly most: number;
  /** What choosing none means: "Everybody". */
  readonly all: string;
  readonly search: string;
  readonly nothingFound: string;
  readonly count: (count: number) => string;
  /** Says that there are more choices than are drawn. */
  readonly more: (count: number) => string;
  readonly onChange: (ids: readonly string[]) => void;
}

/** More than this are found by typing: drawing them all takes longer than anybody reads. */
const drawnAtMost = 100;

const searchable = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Closes what is open as soon as somebody presses, or goes on, outside of it. */
const useLeave = (place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = ({ target }: Event): void => {
      if (target instanceof Node && place.current?.contains(target) !== true) close();
    };
    document.addEventListener('pointerdown', look);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look);
      document.removeEventListener('focusin', look);
    };
  }, [place, isOpen, close]);
};

const List = ({ choices, chosen, most, search, nothingFound, more, onChange }: MultiChoiceProps) => {
  const words = useWords();
  const [typed, setTyped] = useState('');
  // What is chosen here lives in the address, which follows a moment later: two quick ticks are two.
  const [picked, setPicked] = useState(chosen);
  const pick = (ids: readonly string[]): void => {
    setPicked(ids);
    onChange(ids);
  };
  const wanted = searchable(typed.trim());
  const found = choices.filter(({ text }) => searchable(text).includes(wanted));
  const rest = found.length - drawnAtMost;
  const toggle = (id: string): void => {
    if (picked.includes(id)) pick(picked.filter((one) => one !== id));
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
        {found.slice(0, drawnAtMost).map(({ id, text }) => (
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
        {found.length === 0 && <p className={css.note}>{nothingFound}</p>}
        {rest > 0 && <p className={css.note}>{more(rest)}</p>}
      </div>
      <Button
        appearance="subtle"
        size="small"
        disabledFocusable={picked.length === 0}
        onClick={() => {
          pick([]);
        }}
      >
        {words('common.clear')}
      </Button>
    </>
  );
};

/** Any number of a list, found by typing. What is chosen holds at once. */
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
  const one = chosen.length === 1 ? choices.find(({ id }) => id === chosen[0])?.text : undefined;
  const value = chosen.length === 0 ? all : (one ?? count(chosen.length));
  return (
    <div ref={place} className={css.place} onKeyDown={keys}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
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
