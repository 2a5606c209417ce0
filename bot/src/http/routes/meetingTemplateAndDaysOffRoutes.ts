import { getActivities } from '#contracts/reports/getActivities.ts';
import {
  getAllMeetings,
  getMeeting,
  getMeetingList,
  isMeetingNameExists,
  saveMeeting,
} from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { cancelToday, deactivateMeeting, deleteMeeting } from '#contracts/meetings/meetingActionsAndConflict.ts';
import { resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import { startRun } from '#contracts/runs/startRun.ts';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '#contracts/meetings/templateCalls.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import { teamChannels as teamChannelsCall } from '#contracts/teamsSync/listTeamChannels.ts';
import {
  approveSummaryEmail,
  askSummaryEmail,
  getSummaryEmails,
} from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import { deleteVacation, getVacations, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { holidayCountries, importHolidays } from '#contracts/daysOff/holidayImport.ts';
import { getActivities as activities } from '../../services/reports/getActivities.ts';
import { resolveBlockerOf } from '../../services/blockers/resolveBlocker.ts';
import * as holidayImport from '../../services/daysOff/importHolidaysAndListCountries.ts';
import * as meetings from '../../services/meetings/storeAndListMeetings.ts';
import * as meetingScreens from '../../services/meetings/readAndSaveMeetingWithOpenRuns.ts';
import * as meetingState from '../../services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { startRun as openTodaysRun } from '../../services/runs/startRun.ts';
import type { OpenTodayDeps } from '../../services/runs/startRun.ts';
import * as templates from '../../services/meetings/changeOrgTemplates.ts';
import { listTemplates as listReportTemplates } from '../../services/meetings/templateListAndStoredFields.ts';
import { previewRuns } from '../../services/meetings/previewRuns.ts';
import { teamChannels } from '../../services/teamsSync/listTeamChannels.ts';
import * as vacations from '../../services/daysOff/changeAndListDaysOff.ts';
import { explainWhyPrompted } from '../../services/reports/explainWhyPrompted.ts';
import type { WhyDeps } from '../../services/reports/explainWhyPrompted.ts';
import {
  approveAddressOfMeeting,
  repeatSummaryRequest,
  listSummaryEmails,
} from '../../services/summaryEmails/listAndApproveSummaryEmails.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type MeetingRouteDeps = meetings.MeetingDeps &
  meetingState.StateDeps &
  holidayImport.ImportDeps &
  OpenTodayDeps &
  WhyDeps &
  ConsentDeps;

export const meetingRoutes = (deps: MeetingRouteDeps): readonly Route[] => [
  bind(saveMeeting, (actor, draft) => meetingScreens.saveAndAnnounce(deps, actor, draft)),
  bind(getMeetingList, (actor, input) => meetings.listMeetings(deps, actor, input)),
  bind(getAllMeetings, (actor, input) => meetings.listAllMeetings(deps, actor, input)),
  bind(getMeeting, (actor, input) => meetingScreens.getDetail(deps, actor, input)),
  bind(isMeetingNameExists, (actor, input) => meetings.isMeetingNameExists(deps, actor, input)),
  bind(getSummaryEmails, (actor, input) => listSummaryEmails(deps, actor, input)),
  bind(askSummaryEmail, (actor, input) => repeatSummaryRequest(deps, actor, input)),
  bind(approveSummaryEmail, (actor, input) => approveAddressOfMeeting(deps, actor, input)),
  bind(deactivateMeeting, (actor, input) => meetingState.deactivateMeeting(deps, actor, input)),
  bind(deleteMeeting, (actor, input) => meetingState.deleteMeeting(deps, actor, input)),
  bind(cancelToday, (actor, input) => meetingState.cancelToday(deps, actor, input)),
  bind(startRun, (actor, input) => openTodaysRun(deps, actor, input)),
  bind(resolveBlocker, (actor, input) => resolveBlockerOf(deps, actor, input)),
  bind(previewMeeting, (actor, input) => previewRuns(deps, actor, input)),
  bind(listTemplates, (actor, input) => listReportTemplates(deps, actor, input)),
  bind(saveTemplate, (actor, input) => templates.saveTemplate(deps, actor, input)),
  bind(renameTemplate, (actor, input) => templates.renameTemplate(deps, actor, input)),
  bind(deleteTemplate, (actor, input) => templates.deleteTemplate(deps, actor, input)),
  bind(whyMember, (actor, input) => explainWhyPrompted(deps, actor, input)),
  bind(getActivities, (actor, input) => activities(deps, actor, input)),
  bind(saveVacation, (actor, input) => vacations.saveVacation(deps, actor, input)),
  bind(deleteVacation, (actor, input) => vacations.removeVacation(deps, actor, input)),
  bind(getVacations, (actor, input) => vacations.getVacations(deps, actor, input)),
  bind(importHolidays, (actor, input) => holidayImport.importHolidays(deps, actor, input)),
  bind(holidayCountries, () => holidayImport.listCountries()),
  bind(teamChannelsCall, (actor, input) => teamChannels(deps, actor, input)),
];
