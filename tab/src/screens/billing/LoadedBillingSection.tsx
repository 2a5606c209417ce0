import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';

interface LoadedProps {
  readonly error: unknown;
  readonly refetch: () => void;
  readonly children: ReactNode | undefined;
}

/** Shows the content of one section. If its data cannot be loaded, only this section shows an error. */
export const LoadedBillingSection = ({ error, refetch, children }: LoadedProps) => {
  const t = useTranslate();
  if (children !== undefined) return children;
  if (error === null) return <div role="status" aria-label={t('common.loading')} className={css.loading} />;
  return (
    <EmptyState role="alert" text={errorText(error, t)}>
      <Button onClick={refetch}>{t('common.retry')}</Button>
    </EmptyState>
  );
};
