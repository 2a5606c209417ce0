import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../api/client/errorText.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { LoadingSkeleton } from '../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../ui/text/translate.ts';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
}

/** Shows a skeleton while the data loads, then the data. After a failure, shows the error with a retry button. */
export const LoadedData = <T,>({ query: { data, error, refetch }, children }: LoadedProps<T>) => {
  const t = useTranslate();
  if (data !== undefined) return children(data);
  if (error === null) return <LoadingSkeleton shape="form" />;
  return (
    <EmptyState role="alert" text={errorText(error, t)}>
      <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
    </EmptyState>
  );
};
