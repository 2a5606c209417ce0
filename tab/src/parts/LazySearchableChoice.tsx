import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { ChoiceProps } from './SearchableChoice.tsx';

const ChoiceBox = lazy(() => import('./SearchableChoice.tsx').then((module) => ({ default: module.SearchableChoice })));

/**
 * Lets the reader choose one of many entries, from a list or by typing. The code of the list loads right after the page. A
 * placeholder with the same size and text prevents the page from moving.
 */
export const LazySearchableChoice = (props: ChoiceProps) => (
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
