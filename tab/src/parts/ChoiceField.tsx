import { Suspense, lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { ChoiceProps } from './ChoiceBox.tsx';

const ChoiceBox = lazy(() => import('./ChoiceBox.tsx').then((it) => ({ default: it.ChoiceBox })));

/**
 * A choice among many, by list or by typing. The code of the list loads right after the page; its space and its text are there
 * from the start.
 */
export const ChoiceField = (props: ChoiceProps) => (
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
