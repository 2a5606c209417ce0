import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './Billing.module.css';

interface LoadedProps {
  readonly error: unknown;
  readonly refetch: () => void;
  /** Undefined until there is data to show. */
  readonly children: ReactNode | undefined;
}

/** Shows the content of a section, or else its own error, so that a failed call hides no other section. */
export const Loaded = ({ error, refetch, children }: LoadedProps) => {
  const words = useWords();
  if (children !== undefined) return children;
  if (error === null) return <div role="status" aria-label={words('common.loading')} className={css.loading} />;
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={refetch}>{words('common.retry')}</Button>
    </EmptyState>
  );
};
