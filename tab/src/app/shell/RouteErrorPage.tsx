import { useEffect } from 'react';
import { Button } from '@fluentui/react-components';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { useHostState, useServices } from '../runtime/appServices.ts';
import css from './SingleTaskPageLayout.module.css';

/** Shown when a screen threw an error, or when a chunk of the build could not be loaded. */
export const RouteErrorPage = () => {
  const t = useTranslate();
  const { reloadPage } = useServices();
  const host = useHostState();
  const text = t('error.INTERNAL');
  useEffect(() => {
    if (host.kind === 'teams') host.failed(text);
  }, [host, text]);
  return (
    <main className={css.quiet}>
      <EmptyState role="alert" text={text}>
        <Button appearance="primary" onClick={reloadPage}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    </main>
  );
};
