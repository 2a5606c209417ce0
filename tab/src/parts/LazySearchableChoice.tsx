import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { ChoiceProps } from './SearchableChoice.tsx';

const ChoiceBox = lazy(() => import('./SearchableChoice.tsx').then((module) => ({ default: module.SearchableChoice })));

/**
 * Lets the reader choose one of many entries, from a list or by typing. The code of the list loads after the page.
 * Until then, a read-only field of the same size shows the chosen text, so that the page does not move.
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
