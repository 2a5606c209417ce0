import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloadCalls from '#contracts/timesheets/timesheetDownloadCalls.ts';
import * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Deps } from '../../services/core/deps.ts';
import { issueDownloadToken } from '../../services/identity/downloadTokens.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { exportSize } from '../../services/timesheets/readTimesheetExport.ts';
import { streamTimesheetFile } from '../../services/timesheets/streamTimesheetFile.ts';
import type { FileDeps } from '../../services/timesheets/streamTimesheetFile.ts';
import { getTimesheet } from '../../services/timesheets/getTimesheet.ts';
import * as tasks from '../../services/timesheets/changeTasks.ts';
import * as weeks from '../../services/timesheets/weekViewAndWaitingWeeks.ts';
import * as states from '../../services/timesheets/weekApproval.ts';
import { bind, bindDownload } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { authenticateDownload } from './authenticateDownload.ts';

export type TimesheetRouteDeps = Deps & SessionDeps & FileDeps;

/** Returns the text for which a download token of a timesheet is valid: the filter as JSON in a fixed form. */
const purposeOf = (filter: downloadCalls.DownloadFilter): string => `timesheet ${JSON.stringify(filter)}`;

/**
 * Returns the text for which a download token of this filter is valid; undefined if the filter is invalid. The filter
 * is parsed as in the call itself.
 */
const purposeIn = (request: Readonly<Record<string, string>>): string | undefined => {
  const parsed = downloadCalls.downloadTimesheet.input.safeParse({ filter: request['filter'] });
  return parsed.success ? purposeOf(parsed.data.filter) : undefined;
};

const downloadRoutes = (deps: TimesheetRouteDeps): readonly Route[] => [
  bind(downloadCalls.downloadToken, async (actor, { filter }) => {
    const rows = await exportSize(deps, actor, filter);
    return { token: await issueDownloadToken(deps, actor, purposeOf(filter)), filter: JSON.stringify(filter), rows };
  }),
  bindDownload(downloadCalls.downloadTimesheet, authenticateDownload(deps, purposeIn), (actor, { filter }) =>
    streamTimesheetFile(deps, actor, filter),
  ),
];

export const timesheetRoutes = (deps: TimesheetRouteDeps): readonly Route[] => [
  bind(calls.getTimesheet, (actor, input) => getTimesheet(deps, actor, input)),
  bind(calls.saveTask, (actor, input) => tasks.saveTask(deps, actor, input)),
  bind(calls.deleteTask, (actor, input) => tasks.deleteTask(deps, actor, input)),
  bind(calls.copyLastDay, (actor, input) => tasks.copyLastDay(deps, actor, input)),
  ...downloadRoutes(deps),
  bind(weekCalls.getWeek, (actor, input) => weeks.getWeek(deps, actor, input)),
  bind(weekCalls.waitingWeeks, (actor, input) => weeks.waitingWeeks(deps, actor, input)),
  bind(weekCalls.submitWeek, (actor, input) => states.submitWeek(deps, actor, input)),
  bind(weekCalls.approveWeek, (actor, input) => states.approveWeek(deps, actor, input)),
  bind(weekCalls.returnWeek, (actor, input) => states.returnWeek(deps, actor, input)),
  bind(weekCalls.reopenWeek, (actor, input) => states.reopenWeek(deps, actor, input)),
];
