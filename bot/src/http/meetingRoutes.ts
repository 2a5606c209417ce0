import { getActivities } from '#contracts/activity.ts';
import { getAllMeetings, getMeeting, getMeetingList, isMeetingNameExists, saveMeeting } from '#contracts/meeting.ts';
import { previewMeeting } from '#contracts/meetingPreview.ts';
import { cancelToday, deactivateMeeting, deleteMeeting, resolveBlocker } from '#contracts/meetingRuns.ts';
import { whyMember } from '#contracts/meetingWhy.ts';
import { teamChannels as teamChannelsCall } from '#contracts/team.ts';
import { deleteVacation, getVacations, saveVacation } from '#contracts/vacation.ts';
import { holidayCountries, importHolidays } from '#contracts/vacationImport.ts';
import { getActivities as activities } from '../services/activities.ts';
import { resolve } from '../services/blockers.ts';
import * as holidayImport from '../services/holidayImport.ts';
import * as meetings from '../services/meetings.ts';
import * as meetingScreens from '../services/meetingScreens.ts';
import * as meetingState from '../services/meetingState.ts';
import { preview } from '../services/previews.ts';
import { teamChannels } from '../services/teamChannels.ts';
import * as vacations from '../services/vacations.ts';
import { why } from '../services/whys.ts';
import type { WhyDeps } from '../services/whys.ts';
import { bind } from './bind.ts';
import type { Route } from './bind.ts';

export type MeetingRouteDeps = meetings.MeetingDeps & meetingState.StateDeps & WhyDeps;

/** Reports from creation to deletion, what became of them, and the days nobody is asked. */
export const meetingRoutes = (deps: MeetingRouteDeps): readonly Route[] => [
  bind(saveMeeting, (actor, draft) => meetingScreens.saveAndTell(deps, actor, draft)),
  bind(getMeetingList, (actor, input) => meetings.getList(deps, actor, input)),
  bind(getAllMeetings, (actor, input) => meetings.getAll(deps, actor, input)),
  bind(getMeeting, (actor, input) => meetingScreens.getDetail(deps, actor, input)),
  bind(isMeetingNameExists, (actor, input) => meetings.isMeetingNameExists(deps, actor, input)),
  bind(deactivateMeeting, (actor, input) => meetingState.deactivate(deps, actor, input)),
  bind(deleteMeeting, (actor, input) => meetingState.remove(deps, actor, input)),
  bind(cancelToday, (actor, input) => meetingState.cancelToday(deps, actor, input)),
  bind(resolveBlocker, (actor, input) => resolve(deps, actor, input)),
  bind(previewMeeting, (actor, input) => preview(deps, actor, input)),
  bind(whyMember, (actor, input) => why(deps, actor, input)),
  bind(getActivities, (actor, input) => activities(deps, actor, input)),
  bind(saveVacation, (actor, input) => vacations.save(deps, actor, input)),
  bind(deleteVacation, (actor, input) => vacations.remove(deps, actor, input)),
  bind(getVacations, (actor, input) => vacations.get(deps, actor, input)),
  bind(importHolidays, (actor, input) => holidayImport.importHolidays(deps, actor, input)),
  bind(holidayCountries, () => holidayImport.countries()),
  bind(teamChannelsCall, (actor, input) => teamChannels(deps, actor, input)),
];
