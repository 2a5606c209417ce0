import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';

export interface Choice {
  readonly id: string;
  readonly text: string;
}

export interface ChoiceFieldProps {
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

const ChoiceBox = lazy(() => import('./ChoiceBox.tsx').then((it) => ({ default: it.ChoiceBox })));

/** A choice among many, by list or by typing. The list's own code comes right after the page; its place and its text are there from the start. */
export const ChoiceField = (props: ChoiceFieldProps) => (
  <Suspense
    fallback={
      <Field label={props.label} hint={props.hint ?? null} required>
        <Input className={props.className} readOnly value={props.textOfChosen} />
      </Field>
    }
  >
    <ChoiceBox {...props} />
  </Suspense>
);
