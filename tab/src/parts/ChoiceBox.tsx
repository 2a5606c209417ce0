import { useState } from 'react';
import { Combobox, Field, Option } from '@fluentui/react-components';
import { useWords } from '../ui/words.ts';

export interface Choice {
  readonly id: string;
  readonly text: string;
}

export interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | null;
  /** Id of what is chosen; null = nothing. */
  readonly chosen: string | null;
  readonly textOfChosen: string;
  readonly choices: readonly Choice[];
  /** What was typed as a choice, when it is one. */
  readonly read: (typed: string) => string | undefined;
  readonly onChoose: (id: string | null) => void;
  /** Says that there are more choices than are drawn. */
  readonly more: (count: number) => string;
  readonly className?: string | undefined;
}

/** More than this are found by typing: drawing them all takes longer than anybody reads. */
const drawnAtMost = 96;

const searchable = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/** A choice among many, by list or by typing. What is typed and is no choice stays to be corrected, and counts as nothing chosen. */
export const ChoiceBox = (props: ChoiceProps) => {
  const words = useWords();
  const { label, hint, fault, chosen, textOfChosen, choices, read, onChoose, more, className } = props;
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const wanted = typed === undefined ? '' : searchable(typed.trim());
  const found = wanted === '' ? choices : choices.filter(({ text }) => searchable(text).includes(wanted));
  const rest = found.length - drawnAtMost;
  return (
    <Field label={label} hint={hint ?? null} validationMessage={fault} required>
      <Combobox
        freeform
        expandIcon={{ 'aria-label': words('common.open') }}
        autoComplete="off"
        className={className}
        value={typed ?? textOfChosen}
        selectedOptions={chosen === null ? [] : [chosen]}
        open={isOpen}
        onOpenChange={(_, { open }) => {
          setOpen(open);
        }}
        onChange={({ target }) => {
          // Also for what is pasted, or written on a screen's keyboard, which tells of no keys.
          setOpen(true);
          setTyped(target.value);
          onChoose(read(target.value.trim()) ?? null);
        }}
        onOptionSelect={(_, { optionValue }) => {
          if (optionValue === undefined) return;
          setTyped(undefined);
          onChoose(optionValue);
        }}
        onBlur={() => {
          if (chosen !== null) setTyped(undefined);
        }}
      >
        {found.slice(0, drawnAtMost).map(({ id, text }) => (
          <Option key={id} value={id} text={text}>
            {text}
          </Option>
        ))}
        {rest > 0 && (
          <Option value="" disabled text="">
            {more(rest)}
          </Option>
        )}
      </Combobox>
    </Field>
  );
};
