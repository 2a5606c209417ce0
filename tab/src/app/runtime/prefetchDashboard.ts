import { dateIn } from '../../ui/text/calculateAndFormatDates.ts';
import type { Services } from './appServices.ts';

const dashboardPaths: ReadonlySet<string> = new Set(['/', '/home', '/teams/home']);

/** Starts to load the data of the dashboard if the reader is signed in and opens today's dashboard with all reports. */
export const prefetchDashboard = (
  { api, startDashboard, reader }: Pick<Services, 'api' | 'startDashboard' | 'reader'>,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void => {
  const params = new URLSearchParams(search);
  if (!dashboardPaths.has(pathname) || params.has('date') || params.has('meeting')) return;
  if (api.session.state().status === 'signedIn') startDashboard(dateIn(reader.clock.now(), reader.zone));
};
