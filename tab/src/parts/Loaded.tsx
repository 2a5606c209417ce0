import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../api/client/errorText.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { Skeleton } from '../ui/display/Skeleton.tsx';
import { useWords } from '../ui/text/words.ts';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
}

/** Shows the loaded data. While it loads, shows a skeleton; after a failure, the error with a retry button. */
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
