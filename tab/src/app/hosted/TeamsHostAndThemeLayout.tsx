import { Suspense, lazy, useEffect, useMemo, useSyncExternalStore } from 'react';
import { FluentProvider } from '@fluentui/react-components';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { SurfaceContext } from '../../ui/display/pageHostContext.ts';
import type { Surface } from '../../ui/display/pageHostContext.ts';
import { Outlet } from '../../ui/router/Outlet.tsx';
import { useNavigate, useRoute } from '../../ui/router/routerHooks.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import appCss from '../shell/App.module.css';
import { PageLoading } from '../shell/PageLoading.tsx';
import { useHostState, useServices } from '../runtime/appServices.ts';
import { teamsTheme, usePaintedRoot } from '../runtime/teamsTheme.ts';

const hostOf = {
  unknown: 'connecting',
  connecting: 'connecting',
  silent: 'browser',
  browser: 'browser',
  teams: 'teams',
} as const;

const HostSilent = lazy(async () => {
  const [module] = await Promise.all([import('./HostNotAnsweringPage.tsx'), loadTexts('teamsGate')]);
  return { default: module.HostNotAnswering };
});

/** Opens the page that the link points to, if a link in Microsoft Teams opened the tab. */
const useOpening = (isHome: boolean): void => {
  const { host } = useServices();
  const state = useHostState();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isHome || state.kind !== 'teams') return;
    const opening = host.takeOpening();
    if (opening !== null) void navigate(opening, { replace: true });
  }, [host, state, isHome, navigate]);
};

/**
 * Layout of pages that may run inside Microsoft Teams. Connects to the host around the page and uses the host's theme.
 */
export const TeamsHostAndThemeLayout = () => {
  const { host } = useServices();
  const state = useHostState();
  // The landing page (`/teamslanding`) does not report `ready`, so that Microsoft Teams shows its own spinner until the
  // next page opens.
  const { path } = useRoute();
  const isLanding = path === '/teamslanding';
  const theme = useSyncExternalStore(host.subscribe, host.theme);
  useEffect(() => {
    host.connect();
  }, [host]);
  // While the reader is signed out, only the setup page and the tab configuration report `ready` from this layout. The
  // other pages try a silent sign-in first, and SsoFailurePanel reports `ready` if that fails.
  const isSetup = path === '/teams/setup';
  const isConfig = path === '/TeamsConfig';
  const isSignedOut = useSession().status === 'signedOut';
  const isWaiting = isLanding || (isSignedOut && !isSetup && !isConfig);
  useOpening(path === '/teams/home/:test?');
  useEffect(() => {
    if (state.kind === 'teams' && !isWaiting) state.ready();
  }, [state, isWaiting]);
  usePaintedRoot(theme);
  const channelId = state.kind === 'teams' ? state.channelId : null;
  const surface = useMemo(
    (): Surface => ({ embedded: true, host: hostOf[state.kind], channelId }),
    [state.kind, channelId],
  );
  const page = (
    <SurfaceContext value={surface}>
      {state.kind === 'silent' && !isSetup ? (
        <Suspense fallback={<PageLoading />}>
          <HostSilent />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </SurfaceContext>
  );
  if (theme === undefined) return page;
  return (
    <FluentProvider theme={teamsTheme(theme)}>
      <div className={appCss.page}>{page}</div>
    </FluentProvider>
  );
};
