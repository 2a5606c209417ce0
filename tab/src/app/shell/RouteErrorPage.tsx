import { useEffect } from 'react';
import { Button } from '@fluentui/react-components';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { useHostState, useServices } from '../runtime/appServices.ts';
import css from './SingleTaskPageLayout.module.css';

/**
 * Shown when a screen threw an error, or when a chunk of the build could not be loaded. Reloads the page if the server
 * has been updated meanwhile, because the chunks of the previous version are then missing.
 */
export const RouteErrorPage = () => {
  const t = useTranslate();
  const { reloadPage, isNewVersionServed } = useServices();
  const host = useHostState();
  const text = t('error.INTERNAL');
  useEffect(() => {
    let isShown = true;
    void isNewVersionServed().then((isNew) => {
      if (!isShown) return;
      if (isNew) reloadPage();
      else if (host.kind === 'teams') host.failed(text);
    });
    return () => {
      isShown = false;
    };
  }, [host, text, reloadPage, isNewVersionServed]);
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
