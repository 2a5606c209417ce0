import { FluentProvider } from '@fluentui/react-components';
import { RouterProvider } from 'react-router-dom';
import type { DataRouter } from 'react-router-dom';
import { ApiContext } from '../api/context.ts';
import { NoticesContext } from '../ui/notices.ts';
import { WordsContext, english } from '../ui/words.ts';
import { ReaderContext } from '../ui/reader.ts';
import { PathExistsContext } from '../ui/surface.ts';
import { ServicesContext } from './services.ts';
import type { Services } from './services.ts';
import css from './App.module.css';
import { useBrowserTheme, usePaintedBody } from './theme.ts';

interface AppProps {
  readonly services: Services;
  readonly router: DataRouter;
  /** Whether the router's table has a screen for a path. */
  readonly pathExists: (path: string) => boolean;
}

/** Everything around the routes. The page's class sits on a box of its own: the provider would hand it to every popup as well. */
export const App = ({ services, router, pathExists }: AppProps) => {
  const theme = useBrowserTheme();
  usePaintedBody(theme);
  return (
    <FluentProvider theme={theme}>
      <ServicesContext value={services}>
        <ApiContext value={services.api}>
          <ReaderContext value={services.reader}>
            <WordsContext value={english}>
              <NoticesContext value={services.notices}>
                <PathExistsContext value={pathExists}>
                  <div className={css.page}>
                    <RouterProvider router={router} />
                  </div>
                </PathExistsContext>
              </NoticesContext>
            </WordsContext>
          </ReaderContext>
        </ApiContext>
      </ServicesContext>
    </FluentProvider>
  );
};
