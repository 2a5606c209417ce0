import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';

interface LoadedProps {
  readonly error: unknown;
  readonly refetch: () => void;
  /** Undefined until there is data to show. */
  readonly children: ReactNode | undefined;
}

/** Shows the content of a section, or else its own error, so that a failed call hides no other section. */
export const LoadedSection = ({ error, refetch, children }: LoadedProps) => {
  const t = useTranslate();
  if (children !== undefined) return children;
  if (error === null) return <div role="status" aria-label={t('common.loading')} className={css.loading} />;
  return (
    <EmptyState role="alert" text={errorText(error, t)}>
      <Button onClick={refetch}>{t('common.retry')}</Button>
    </EmptyState>
  );
};
