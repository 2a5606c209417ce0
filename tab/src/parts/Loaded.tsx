import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../api/errorText.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useWords } from '../ui/words.ts';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
}

/** What was asked for once it is there; a way to ask again when it did not come. */
export const Loaded = <T,>({ query: { data, error, refetch }, children }: LoadedProps<T>) => {
  const words = useWords();
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton shape="form" />;
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={() => void refetch()}>{words('common.retry')}</Button>
    </EmptyState>
  );
};
