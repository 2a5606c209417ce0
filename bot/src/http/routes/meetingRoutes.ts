import { cancelToday, deactivateMeeting, deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import {
  getAllMeetings,
  getMeeting,
  getMeetingList,
  isMeetingNameExists,
  saveMeeting,
} from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '#contracts/meetings/templateCalls.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as templates from '../../services/meetings/changeOrgTemplates.ts';
import * as meetingState from '../../services/meetings/deactivateDeleteOrCancelMeeting.ts';
import * as productSettings from '../../services/meetings/getMeetingDefaults.ts';
import { previewRuns } from '../../services/meetings/previewRuns.ts';
import * as meetingScreens from '../../services/meetings/readAndSaveMeetingWithOpenRuns.ts';
import type { MeetingDeps } from '../../services/meetings/storeMeeting.ts';
import * as meetingLists from '../../services/meetings/listMeetings.ts';
import * as meetingNames from '../../services/meetings/isMeetingNameExists.ts';
import { listTemplates as listReportTemplates } from '../../services/meetings/templateListAndStoredFields.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type MeetingRouteDeps = MeetingDeps & meetingState.StateDeps & productSettings.SettingDeps & ConsentDeps & Deps;

export const meetingRoutes = (deps: MeetingRouteDeps): readonly Route[] => [
  bind(saveMeeting, (actor, draft) => meetingScreens.saveAndAnnounce(deps, actor, draft)),
  bind(getMeetingList, (actor, input) => meetingLists.listMeetings(deps, actor, input)),
  bind(getAllMeetings, (actor, input) => meetingLists.listAllMeetings(deps, actor, input)),
  bind(getMeeting, (actor, input) => meetingScreens.getDetail(deps, actor, input)),
  bind(isMeetingNameExists, (actor, input) => meetingNames.isMeetingNameExists(deps, actor, input)),
  bind(deactivateMeeting, (actor, input) => meetingState.deactivateMeeting(deps, actor, input)),
  bind(deleteMeeting, (actor, input) => meetingState.deleteMeeting(deps, actor, input)),
  bind(cancelToday, (actor, input) => meetingState.cancelToday(deps, actor, input)),
  bind(previewMeeting, (actor, input) => previewRuns(deps, actor, input)),
  bind(listTemplates, (actor, input) => listReportTemplates(deps, actor, input)),
  bind(saveTemplate, (actor, input) => templates.saveTemplate(deps, actor, input)),
  bind(renameTemplate, (actor, input) => templates.renameTemplate(deps, actor, input)),
  bind(deleteTemplate, (actor, input) => templates.deleteTemplate(deps, actor, input)),
  bind(getSettings, (actor, input) => productSettings.getSettings(deps, actor, input)),
];
