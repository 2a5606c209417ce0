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

// Phones show the chat tool's page in a web view, which has a native bridge and no parent window.
const isFramed = window.parent !== window || 'nativeInterface' in window;

// The tab's address contains the chat tool's language ({locale} in the manifest), so that the first paint uses it.
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
  reloadPage: () => {
    window.location.reload();
  },
  leaveFor: (url) => {
    window.location.assign(url);
  },
});

// Signing out in one browser tab signs out the others. A null key = everything was cleared.
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
 * Starts measuring three seconds after the page is shown, so that the code of the measurement does not delay the work
 * that the reader waits for.
 */
const watchLater = (): void => {
  const work = (): void => {
    void import('./app/runtime/webVitals.ts').then(
      ({ watchVitals, sendVitals }) => {
        watchVitals((figures) => {
          sendVitals('/api/vitals' satisfies typeof reportVitals.path, figures);
        });
      },
      // A page that is offline by then works without the measurement.
      () => undefined,
    );
  };
  window.setTimeout(work, 3000);
};
const settled = services.language.settle();
// The server prepares the data while the browser loads and runs the rest of the page's code.
void settled.then(() => {
  prefetchDashboard(services, window.location);
});
// A page that stays blank until its language and colours are loaded is less irritating than a page that changes
// visibly.
void Promise.all([settled, settleTheme()]).then(show).then(watchLater);
