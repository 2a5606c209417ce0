import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { ChoiceProps } from './SearchableChoice.tsx';

const ChoiceBox = lazy(() => import('./SearchableChoice.tsx').then((module) => ({ default: module.SearchableChoice })));

/**
 * A choice among many, by list or by typing. The code of the list loads right after the page; its space and its text are there
 * from the start.
 */
export const LabelledChoiceField = (props: ChoiceProps) => (
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
