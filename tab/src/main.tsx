import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { reportVitals } from '#contracts/operations/webVitalsReport.ts';
import { browserStorage } from './api/client/safeBrowserStorage.ts';
import { App } from './app/shell/App.tsx';
import './app/shell/global.css';
import { AppRouter } from './app/routes/AppRouter.tsx';
import { createAppRouter } from './app/routes/createAppRouter.ts';
import { createServices } from './app/runtime/appServices.ts';
import { prefetchDashboard } from './app/runtime/prefetchDashboard.ts';
import { settleTheme } from './app/runtime/browserTheme.ts';
import { browserHistory } from './ui/router/browserHistory.ts';

// True if the page is in a frame, or in the web view in which phones show the page of Microsoft Teams. A web view has
// no parent window but a `nativeInterface`.
const isFramed = window.parent !== window || 'nativeInterface' in window;

// The address of the tab in Microsoft Teams contains the reader's language ({locale} in the manifest), so that the
// first paint already uses it.
const inAddress = new URLSearchParams(window.location.search).get('locale');
const named = isFramed && inAddress !== null ? [inAddress] : [];

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const services = createServices({
  fetch: (url, init) => window.fetch(url, init),
  reader: {
    // oxlint-disable-next-line rollcall/restricted-syntax -- the composition root of the page: everything below takes a Clock
    clock: { now: () => Date.now() },
    zone: browserZone(),
  },
  browserZone,
  languages: [...named, ...navigator.languages],
  host: { isFramed, load: () => import('./app/runtime/teamsJsApi.ts').then((module) => module.teamsApi) },
  storage: browserStorage(() => window.localStorage),
  tabStorage: browserStorage(() => window.sessionStorage),
  retries: 2,
  // This module is part of the entry script.
  entryScript: new URL(import.meta.url).pathname,
  reloadPage: () => {
    window.location.reload();
  },
  leaveFor: (url) => {
    window.location.assign(url);
  },
});

// Signing out in one browser tab signs out all others. `key` is null if the whole storage was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKeys.token || key === null) services.api.session.reload();
});

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has lost its place for the app');
const router = createAppRouter(browserHistory(window));
const show = (): void => {
  createRoot(place).render(
    <StrictMode>
      <App services={services}>
        <AppRouter router={router} />
      </App>
    </StrictMode>,
  );
};
/**
 * Starts the measurement three seconds after the page is shown, so that its code does not delay the work that the
 * reader waits for.
 */
const watchLater = (): void => {
  const work = (): void => {
    void import('./app/runtime/webVitals.ts').then(
      ({ watchVitals, sendVitals }) => {
        watchVitals((figures) => {
          sendVitals('/api/vitals' satisfies typeof reportVitals.path, figures);
        });
      },
      // If the module cannot be loaded, for example because the browser is offline by then, the page works without the
      // measurement.
      () => undefined,
    );
  };
  window.setTimeout(work, 3000);
};
const settled = services.language.settle();
// Requests the dashboard's data at once, so that the server prepares it while the browser loads and runs the rest of
// the page's code.
void settled.then(() => {
  prefetchDashboard(services, window.location);
});
// Shows the page only when its language and its colours are loaded. Until then it stays blank, which is less irritating
// than a visible change.
void Promise.all([settled, settleTheme()]).then(show).then(watchLater);
