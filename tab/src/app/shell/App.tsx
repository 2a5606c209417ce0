import { FluentProvider } from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { directionOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import { ApiContext } from '../../api/client/apiContextAndSessionHooks.ts';
import { NoticesContext } from '../../ui/dialogs/noticeQueue.ts';
import { TranslateContext } from '../../ui/text/translate.ts';
import { ReaderContext } from '../../ui/text/readerContextClockAndDates.ts';
import { ServicesContext } from '../runtime/appServices.ts';
import type { Services } from '../runtime/appServices.ts';
import css from './App.module.css';
import { useBrowserTheme, usePaintedBody } from '../runtime/browserTheme.ts';

interface AppProps {
  readonly services: Services;
  readonly children: ReactNode;
}

/** Sets the language and the text direction of the page, for screen readers and for the layout. */
const usePageLanguage = (language: string): void => {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.lang = language;
    page.dir = directionOf(language);
  }, [language]);
};

/**
 * Provides the theme, the services and the contexts for the routes. The page's class is on a separate `div`, because
 * FluentProvider would pass its own class on to every popup.
 */
export const App = ({ services, children }: AppProps) => {
  const theme = useBrowserTheme();
  usePaintedBody(theme);
  const { language, locale, t } = useSyncExternalStore(services.language.subscribe, services.language.state);
  usePageLanguage(language);
  const reader = useMemo(() => ({ ...services.reader, locale }), [services.reader, locale]);
  return (
    <FluentProvider theme={theme} dir={directionOf(language)}>
      <ServicesContext value={services}>
        <ApiContext value={services.api}>
          <ReaderContext value={reader}>
            <TranslateContext value={t}>
              <NoticesContext value={services.notices}>
                <div className={css.page}>{children}</div>
              </NoticesContext>
            </TranslateContext>
          </ReaderContext>
        </ApiContext>
      </ServicesContext>
    </FluentProvider>
  );
};
