import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import css from './SearchableChoice.module.css';
import { usePanelSpace, useShown } from './choicePanelSpaceAndScroll.ts';

export interface Choice {
  readonly id: string;
  readonly text: string;
}

export interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | null;
  /** Id of the chosen entry; null = no entry is chosen. */
  readonly chosen: string | null;
  readonly textOfChosen: string;
  readonly choices: readonly Choice[];
  /** Returns the choices that match a typed text, the best match first. */
  readonly find: (typed: string) => readonly Choice[];
  /** Returns the id of the choice that a typed text matches exactly; undefined if no choice matches exactly. */
  readonly read: (typed: string) => string | undefined;
  readonly onChoose: (id: string | null) => void;
  /** Called when the reader leaves the field with the Tab key while nothing is chosen. */
  readonly onLeftEmpty?: () => void;
  /** Error text for a typed text that matches no choice. */
  readonly unread: string;
  readonly className?: string | undefined;
}

interface PanelProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Choice[];
  readonly chosen: string | null;
  readonly active: string | undefined;
  readonly idOf: (choice: string) => string;
  readonly nothing: string;
  readonly field: RefObject<HTMLElement | null>;
  readonly onPick: (id: string) => void;
}

const Panel = ({ id, label, found, chosen, active, idOf, nothing, field, onPick }: PanelProps) => {
  const list = useRef<HTMLUListElement>(null);
  const { side, maxHeight } = usePanelSpace(field, true);
  useShown(list, active === undefined ? undefined : idOf(active), maxHeight);
  const panelClass = `${css.panel ?? ''} ${css[side] ?? ''}`;
  if (found.length === 0)
    return (
      <div className={`${panelClass} ${css.nothing ?? ''}`} role="status">
        {nothing}
      </div>
    );
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label} className={panelClass} style={{ maxHeight }}>
      {found.map((choice) => (
        <li
          key={choice.id}
          id={idOf(choice.id)}
          role="option"
          aria-selected={choice.id === chosen}
          className={[css.choice, choice.id === chosen ? css.chosen : '', choice.id === active ? css.active : ''].join(
            ' ',
          )}
          // Keeps the focus in the text field when the reader presses an entry of the list.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onPick(choice.id);
          }}
        >
          {choice.text}
        </li>
      ))}
    </ul>
  );
};

const pageSize = 8;

/** Returns the index of the entry that a pressed key highlights; undefined = the key does not move the highlight. */
const moved = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + pageSize, count - 1);
    case 'PageUp':
      return Math.max(index - pageSize, 0);
    default:
      return undefined;
  }
};

const useChoosing = ({ chosen, choices, find, read, onChoose, onLeftEmpty }: ChoiceProps) => {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  /** The chosen id before the reader began to type. Escape restores it. */
  const before = useRef(chosen);
  const wanted = typed?.trim() ?? '';
  const matches = wanted === '' ? choices : find(wanted);
  const open = (): void => {
    setOpen(true);
    setActive(chosen ?? undefined);
  };
  const close = (): void => {
    setOpen(false);
    setActive(undefined);
  };
  const pick = (id: string): void => {
    setTyped(undefined);
    close();
    onChoose(id);
  };
  const type = (text: string): void => {
    if (typed === undefined) before.current = chosen;
    const [first] = text.trim() === '' ? [] : find(text.trim());
    setTyped(text);
    setLeft(false);
    setOpen(true);
    setActive(first?.id);
    onChoose(read(text.trim()) ?? null);
  };
  const cancel = (): void => {
    close();
    if (typed === undefined) return;
    setTyped(undefined);
    onChoose(before.current);
  };
  const leaveByTab = (): void => {
    close();
    if (chosen === null) onLeftEmpty?.();
  };
  const reach = (index: number): void => {
    if (isOpen) setActive(matches[index]?.id);
    else open();
  };
  const leave = (): void => {
    close();
    setLeft(true);
    if (chosen !== null) setTyped(undefined);
  };
  const isUnread = isLeft && wanted !== '' && chosen === null;
  return { typed, isUnread, isOpen, active, found: matches, open, close, pick, type, cancel, leaveByTab, reach, leave };
};

type Choosing = ReturnType<typeof useChoosing>;

const handleKey = (event: KeyboardEvent, choosing: Choosing): void => {
  const { key } = event;
  const { found, active, isOpen, typed } = choosing;
  const index = found.findIndex(({ id }) => id === active);
  const target = moved(key, index, found.length);
  if (target !== undefined) {
    event.preventDefault();
    choosing.reach(target);
  } else if (key === 'Escape' && (isOpen || typed !== undefined)) {
    // Stops the event, because Escape would otherwise also close a dialog that contains the field.
    event.preventDefault();
    event.stopPropagation();
    choosing.cancel();
  } else if (key === 'Enter' && isOpen) {
    event.preventDefault();
    if (active !== undefined) choosing.pick(active);
  } else if (key === 'Tab') choosing.leaveByTab();
};

interface ComboProps {
  readonly choosing: Choosing;
  readonly textOfChosen: string;
  readonly listId: string;
  readonly activeId: string | undefined;
}

const Combo = ({ choosing, textOfChosen, listId, activeId }: ComboProps) => {
  const { typed, isOpen, found } = choosing;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Input
      className={css.field}
      input={{ ref: input }}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen && found.length > 0 ? listId : undefined}
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? textOfChosen}
      contentAfter={
        <span
          className={css.chevron}
          aria-hidden="true"
          onMouseDown={(event) => {
            event.preventDefault();
            input.current?.focus();
            if (isOpen) choosing.close();
            else choosing.open();
          }}
        >
          <ChevronDown20Regular />
        </span>
      }
      onChange={(_, { value }) => {
        choosing.type(value);
      }}
      onClick={({ currentTarget }) => {
        if (isOpen) return;
        // Selects the whole text, so that typing replaces it.
        if (typed === undefined) currentTarget.select();
        choosing.open();
      }}
      onKeyDown={(event) => {
        handleKey(event, choosing);
      }}
      onBlur={choosing.leave}
    />
  );
};

/**
 * A text field with a list. Picking an entry, or typing a text that `read` recognises, chooses an entry; the Tab key
 * does not pick the highlighted entry. Any other typed text stays in the field with an error, and nothing is chosen.
 */
export const SearchableChoice = (props: ChoiceProps) => {
  const { label, hint, fault, chosen, textOfChosen, unread, className } = props;
  const listId = useId();
  const field = useRef<HTMLDivElement>(null);
  const choosing = useChoosing(props);
  const { isUnread, isOpen, active, found } = choosing;
  const idOf = (choice: string): string => `${listId}${choice}`;
  return (
    <Field
      className={className}
      label={label}
      hint={hint ?? null}
      validationMessage={isUnread ? unread : fault}
      required
    >
      <div ref={field} className={css.place}>
        <Combo
          {...{ choosing, textOfChosen, listId }}
          activeId={isOpen && active !== undefined ? idOf(active) : undefined}
        />
        {isOpen && (
          <Panel
            id={listId}
            label={label}
            found={found}
            chosen={chosen}
            active={active}
            idOf={idOf}
            nothing={unread}
            field={field}
            onPick={choosing.pick}
          />
        )}
      </div>
    </Field>
  );
};
