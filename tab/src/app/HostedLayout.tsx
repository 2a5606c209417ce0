import { Suspense, lazy, useEffect, useMemo, useSyncExternalStore } from 'react';
import { FluentProvider } from '@fluentui/react-components';
import { Outlet, useMatch, useNavigate } from 'react-router-dom';
import { useSession } from '../api/context.ts';
import { SurfaceContext } from '../ui/surface.ts';
import type { Surface } from '../ui/surface.ts';
import { loadTexts } from '../ui/lazyTexts.ts';
import appCss from './App.module.css';
import { Loading } from './Loading.tsx';
import { useHostState, useServices } from './services.ts';
import { teamsTheme, usePaintedRoot } from './teamsTheme.ts';

const hostOf = {
  unknown: 'connecting',
  connecting: 'connecting',
  silent: 'browser',
  browser: 'browser',
  teams: 'teams',
} as const;

const HostSilent = lazy(async () => {
  const [it] = await Promise.all([import('./HostSilent.tsx'), loadTexts('teamsGate')]);
  return { default: it.HostSilent };
});

/** The page a link of the chat tool's names, when the tab was opened by one. */
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

/** Pages that may stand inside the chat tool: asks who is around the page and takes over its theme. */
export const HostedLayout = () => {
  const { host } = useServices();
  const state = useHostState();
  // A wait screen is no content: the chat tool keeps its own spinner meanwhile.
  const isLanding = useMatch('/teamslanding') !== null;
  const theme = useSyncExternalStore(host.subscribe, host.theme);
  useEffect(() => {
    host.connect();
  }, [host]);
  // Nor is signing in without a word: the panel that may come of it tells by itself (SsoPanel).
  const isSetup = useMatch('/teams/setup') !== null;
  const isConfig = useMatch('/TeamsConfig') !== null;
  const isSignedOut = useSession().status === 'signedOut';
  const isWaiting = isLanding || (isSignedOut && !isSetup && !isConfig);
  useOpening(useMatch('/teams/home/:test?') !== null);
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
        <Suspense fallback={<Loading />}>
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
