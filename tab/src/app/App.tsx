import { FluentProvider } from '@fluentui/react-components';
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { DataRouter } from 'react-router-dom';
import { directionOf } from '#contracts/text/languages.ts';
import { ApiContext } from '../api/context.ts';
import { NoticesContext } from '../ui/notices.ts';
import { WordsContext } from '../ui/words.ts';
import { SearchNow } from '../ui/params.ts';
import { ReaderContext } from '../ui/reader.ts';
import { ServicesContext } from './services.ts';
import type { Services } from './services.ts';
import css from './App.module.css';
import { useBrowserTheme, usePaintedBody } from './theme.ts';

interface AppProps {
  readonly services: Services;
  readonly router: DataRouter;
}

/** The page says what it is in, to screen readers and to whatever lays out text. */
const usePageLanguage = (language: string): void => {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.lang = language;
    page.dir = directionOf(language);
  }, [language]);
};

/** Everything around the routes. The page's class sits on a box of its own: the provider would hand it to every popup as well. */
export const App = ({ services, router }: AppProps) => {
  const theme = useBrowserTheme();
  usePaintedBody(theme);
  const { language, locale, words } = useSyncExternalStore(services.language.subscribe, services.language.state);
  usePageLanguage(language);
  const reader = useMemo(() => ({ ...services.reader, locale }), [services.reader, locale]);
  const searchNow = useCallback(() => router.state.location.search, [router]);
  return (
    <FluentProvider theme={theme} dir={directionOf(language)}>
      <ServicesContext value={services}>
        <ApiContext value={services.api}>
          <ReaderContext value={reader}>
            <WordsContext value={words}>
              <NoticesContext value={services.notices}>
                <SearchNow value={searchNow}>
                  <div className={css.page}>
                    <RouterProvider router={router} />
                  </div>
                </SearchNow>
              </NoticesContext>
            </WordsContext>
          </ReaderContext>
        </ApiContext>
      </ServicesContext>
    </FluentProvider>
  );
};
