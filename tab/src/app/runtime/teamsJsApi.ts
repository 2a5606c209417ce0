import { app, authentication, pages } from '@microsoft/teams-js';
import type { TeamsApi } from './connectTeamsHost.ts';

// The only file that imports the library of Microsoft Teams, because each import of the library makes a request to a
// CDN. Imports only the parts of it that the app uses.

const { initialize, getContext, registerOnThemeChangeHandler, notifyAppLoaded, notifySuccess, notifyFailure } = app;
const { setValidityState, setConfig, registerOnSaveHandler } = pages.config;

export const teamsApi: TeamsApi = {
  ...{ initialize, getContext, registerOnThemeChangeHandler, notifyAppLoaded, notifySuccess, notifyFailure },
  ...{ setValidityState, setConfig, registerOnSaveHandler },
  FailedReason: app.FailedReason,
  getAuthToken: (request) => authentication.getAuthToken(request),
};
